import { NO_ROOM_NAME, type Device, type Home, type LockMeaning, type Room } from '#shared/home';

/** How a household wants a device shown. What is absent is as the controller says. */
export interface DeviceAppearance {
  /** Its own name, trimmed, 1 to `MAX_NAME_LENGTH` UTF-16 units. */
  readonly name?: string;
  /** The name of an icon, as the controller would say it. */
  readonly icon?: string;
  readonly isHidden?: boolean;
  /** Place within its room. */
  readonly order?: number;
  /** Of a lock: what it means that it reports on. */
  readonly lock?: LockMeaning;
}

/** How a household wants a room shown. What is absent is as the controller says. */
export interface RoomAppearance {
  /** Its own name, trimmed, 1 to `MAX_NAME_LENGTH` UTF-16 units. */
  readonly name?: string;
  /** The name of an icon, as the controller would say it. */
  readonly icon?: string;
  /** The name of a picture. */
  readonly picture?: string;
  /** Place within its section. */
  readonly order?: number;
}

/**
 * What a household made of its home, over what the controller says of it. The proxy keeps one for each user of a controller, for all
 * of that user's screens; the controller never hears of it. Keys are ids as decimal text. At run time there may be keys of a newer version
 * beside these, here and in each appearance: whoever changes a layout carries them along.
 */
export interface Layout {
  /** Ids of the favourite devices in their order; null: those that the controller marks. */
  readonly favourites: readonly number[] | null;
  readonly devices: Readonly<Record<string, DeviceAppearance>>;
  readonly rooms: Readonly<Record<string, RoomAppearance>>;
}

/** The layout of somebody who arranged nothing. */
export const EMPTY_LAYOUT: Layout = { favourites: null, devices: {}, rooms: {} };

/** The most that a household's own name may take, in UTF-16 units. */
export const MAX_NAME_LENGTH = 200;

/** A home as its household sees it. Devices and rooms of which the layout says nothing stay the same objects. */
export function arrangeHome({ sections, rooms, devices }: Home, layout: Layout): Home {
  return {
    sections,
    rooms: rooms.map((room) => arrangeRoom(room, layout)),
    devices: devices.map((device) => arrangeDevice(device, layout))
  };
}

/** A device as its household sees it; the same object where the layout says nothing of it. */
export function arrangeDevice(device: Device, { devices, favourites }: Layout): Device {
  const appearance = devices[device.id];
  const favorite = favourites?.includes(device.id) ?? device.favorite;
  if (!appearance && favorite === device.favorite) return device;
  return {
    ...device,
    name: appearance?.name ?? device.name,
    icon: appearance?.icon ?? device.icon,
    hidden: appearance?.isHidden ?? device.hidden,
    order: appearance?.order ?? device.order,
    favorite,
    ...(appearance?.lock && { lock: appearance.lock })
  };
}

/** A room as its household sees it; the same object where the layout says nothing of it. What stands for "no room" [O] is no room. */
export function arrangeRoom(room: Room, { rooms }: Layout): Room {
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
