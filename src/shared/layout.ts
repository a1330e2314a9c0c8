import { NO_ROOM_NAME, type Device, type Home, type LockMeaning, type Room } from '#shared/home';
import { isLock } from '#shared/lock';
import { readNumber } from '#shared/read';

/** How the household wants a device shown. Absent fields are as the controller reports them. */
export interface DeviceAppearance {
  /** Custom name, trimmed, 1 to `MAX_NAME_LENGTH` UTF-16 units. */
  readonly name?: string;
  /** The name of an icon, as the controller would send it. */
  readonly icon?: string;
  readonly isHidden?: boolean;
  /** Sort order within the room. */
  readonly order?: number;
  /** Whether it is one of its room's lights. Absent: by its type and icon. */
  readonly isRoomLight?: boolean;
  /** For a lock: what "on" means in its reports. */
  readonly lock?: LockMeaning;
}

/** How the household wants a room shown. Absent fields are as the controller reports them. */
export interface RoomAppearance {
  /** Custom name, trimmed, 1 to `MAX_NAME_LENGTH` UTF-16 units. */
  readonly name?: string;
  /** The name of an icon, as the controller would send it. */
  readonly icon?: string;
  /** The name of a picture. */
  readonly picture?: string;
  /** Whether the first page of wall tablets leaves it out. */
  readonly isOffWall?: boolean;
  /** Sort order within the section. */
  readonly order?: number;
}

/**
 * A user's changes to how a controller's home is shown. The proxy stores one layout for each user of a controller,
 * shared by all screens of that user. It is never sent to the controller. Keys are ids as decimal text. There may be
 * unknown keys of a newer version, here and in each appearance: code that changes a layout must keep them.
 */
export interface Layout {
  /** Ids of the favourite devices in their order; null: the devices that the controller marks. */
  readonly favourites: readonly number[] | null;
  readonly devices: Readonly<Record<string, DeviceAppearance>>;
  readonly rooms: Readonly<Record<string, RoomAppearance>>;
  /**
   * What each device was when the household chose its appearance or made it a favourite: `modelOf` by id. Only the proxy
   * sets it. What was chosen for another model does not apply; without a model, as in older layouts, it does.
   */
  readonly models?: Readonly<Record<string, string>>;
}

/** A layout without changes. */
export const EMPTY_LAYOUT: Layout = { favourites: null, devices: {}, rooms: {} };

/** The maximum length of a custom name, in UTF-16 units. */
export const MAX_NAME_LENGTH = 200;

/** Applies a layout to a home. Devices and rooms without an entry stay the same objects. */
export function arrangeHome({ sections, rooms, devices }: Home, layout: Layout): Home {
  return {
    sections,
    rooms: rooms.map((room) => arrangeRoom(room, layout)),
    devices: devices.map((device) => arrangeDevice(device, layout))
  };
}

/**
 * Returns what a device is, as a short digest of its type, role and interfaces. A controller may give the id of a removed
 * device to another one [A]. A lock has its node id too, since another lock of the same type may report the contrary.
 */
export function modelOf(device: Device): string {
  const { type, role, interfaces, params } = device;
  const node = isLock(device) ? readNumber(params['nodeId']) : undefined;
  return digest(JSON.stringify([type, role, [...interfaces].sort(), node]));
}

/** FNV-1a with 32 bits, as 8 hex digits. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Whether the household chose what a layout has under a device's id for this device, and not for another one before. */
export function isMeantFor(device: Device, { models }: Layout): boolean {
  const model = models?.[device.id];
  return model === undefined || model === modelOf(device);
}

/** Applies a layout to a device. Returns the same object if nothing differs, or if the layout means another device. */
export function arrangeDevice(device: Device, layout: Layout): Device {
  const { devices, favourites } = layout;
  const isMeant = isMeantFor(device, layout);
  const appearance = isMeant ? devices[device.id] : undefined;
  const favorite = favourites ? isMeant && favourites.includes(device.id) : device.favorite;
  if (!appearance && favorite === device.favorite) return device;
  return {
    ...device,
    name: appearance?.name ?? device.name,
    icon: appearance?.icon ?? device.icon,
    hidden: appearance?.isHidden ?? device.hidden,
    order: appearance?.order ?? device.order,
    favorite,
    ...(appearance?.lock && { lock: appearance.lock }),
    ...(appearance?.isRoomLight !== undefined && { isRoomLight: appearance.isRoomLight })
  };
}

/** Applies a layout to a room. Returns the same object if there is no entry, or if the room means "no room" [O]. */
function arrangeRoom(room: Room, { rooms }: Layout): Room {
  const appearance = rooms[room.id];
  if (!appearance || room.name === NO_ROOM_NAME) return room;
  return {
    ...room,
    name: appearance.name ?? room.name,
    icon: appearance.icon ?? room.icon,
    background_image: appearance.picture ?? room.background_image,
    order: appearance.order ?? room.order
  };
}
