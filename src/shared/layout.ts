import { isEntrance } from '#shared/entrance';
import { NO_ROOM_NAME, type Device, type Home, type LockMeaning, type Room } from '#shared/home';
import { sirenOrValveOf } from '#shared/siren-valve';

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
  /** Whether it is a gate or a door that is moved alone and asks before it opens. Absent: by its type, role, icon and name. */
  readonly isEntrance?: boolean;
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
  /** The sensors of its readings. A sensor that is gone counts as absent. */
  readonly sensors?: NonNullable<Room['sensors']>;
}

/**
 * The household's changes to how a controller's home is shown. The proxy stores one layout for each controller, shared by all screens of
 * its home. It is never sent to the controller. Keys are ids as decimal text.
 */
export interface Layout {
  /** Ids of the favourite devices in their order; null: the devices that the controller marks. */
  readonly favourites: readonly number[] | null;
  readonly devices: Readonly<Record<string, DeviceAppearance>>;
  readonly rooms: Readonly<Record<string, RoomAppearance>>;
  /** After how many minutes an open door or window is said to be left open; 0 for never. Absent: `DEFAULT_LEFT_OPEN_MINUTES`. */
  readonly leftOpenMinutes?: LeftOpenMinutes;
  /** Until when what needs attention is put off, in ms since the epoch, by `kind:id`: at most `MAX_PUT_OFF` of them. */
  readonly putOff?: Readonly<Record<string, number>>;
  /**
   * What each device was when the household chose its appearance or made it a favourite: `modelOf` by id. Only the proxy
   * sets it, and sets aside what was chosen for another model; without a model all applies.
   */
  readonly models?: Readonly<Record<string, string>>;
}

/** The choices of `Layout.leftOpenMinutes`. */
export const LEFT_OPEN_MINUTES = [0, 5, 15, 30, 60] as const;
export type LeftOpenMinutes = (typeof LEFT_OPEN_MINUTES)[number];
export const DEFAULT_LEFT_OPEN_MINUTES: LeftOpenMinutes = 15;

/** The maximum number of `Layout.putOff`. */
export const MAX_PUT_OFF = 100;

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

/** Applies a layout to a device. Returns the same object if nothing differs. The proxy sets aside what is meant for another device. */
export function arrangeDevice(device: Device, layout: Layout): Device {
  const { devices, favourites } = layout;
  const appearance = devices[device.id];
  const favorite = favourites ? favourites.includes(device.id) : device.favorite;
  if (!appearance && favorite === device.favorite) return device;
  // A gate with another name or icon is still one, and so is a siren.
  const isReported = (appearance?.isRoomLight !== true && isEntrance(device)) || undefined;
  const entrance = appearance?.isEntrance ?? isReported;
  const sirenOrValve = sirenOrValveOf(device);
  return {
    ...device,
    name: appearance?.name ?? device.name,
    icon: appearance?.icon ?? device.icon,
    hidden: appearance?.isHidden ?? device.hidden,
    order: appearance?.order ?? device.order,
    favorite,
    ...(appearance?.lock && { lock: appearance.lock }),
    ...(appearance?.isRoomLight !== undefined && { isRoomLight: appearance.isRoomLight }),
    ...(entrance !== undefined && { isEntrance: entrance }),
    ...(sirenOrValve && { sirenOrValve })
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
    order: appearance.order ?? room.order,
    ...(appearance.sensors && { sensors: appearance.sensors })
  };
}
