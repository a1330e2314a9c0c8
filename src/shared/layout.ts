import * as v from 'valibot';
import { isRecord, NO_ROOM_NAME, type Device, type Home, type LockMeaning, type Room } from '#shared/home';

/** How a household wants a device shown. What is absent is as the controller says. */
export interface DeviceAppearance {
  /** Its own name, trimmed, 1 to `LONGEST_NAME` UTF-16 units. */
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
  /** Its own name, trimmed, 1 to `LONGEST_NAME` UTF-16 units. */
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
export const LONGEST_NAME = 200;

const shortText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONGEST_NAME));
const place = v.pipe(v.number(), v.finite());

/** A device or a room as the key of what is said of it: its id as decimal text. */
export const idKey = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,15})$/));

/** The id of a favourite. */
export const favouriteId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** There are no more favourites than this. */
export const MAX_FAVOURITES = 500;

/** Reads what is said of a device. */
export const deviceSchema = v.looseObject({
  name: v.exactOptional(shortText),
  icon: v.exactOptional(shortText),
  isHidden: v.exactOptional(v.boolean()),
  order: v.exactOptional(place),
  lock: v.exactOptional(v.picklist(['locked', 'unlocked']))
});

/** Reads what is said of a room. It cannot be given the name that stands for "no room" [O]: its devices would lose their place. */
export const roomSchema = v.looseObject({
  name: v.exactOptional(v.pipe(shortText, v.notValue(NO_ROOM_NAME))),
  icon: v.exactOptional(shortText),
  picture: v.exactOptional(shortText),
  order: v.exactOptional(place)
});

/**
 * Reads a layout that was kept or is told: on the disk, in the browser, in a live message. Of what is wrong in it only that entry is
 * lost; keys that are not known stay in it.
 */
export const keptLayoutSchema = v.pipe(
  v.looseObject({ favourites: v.unknown(), devices: v.unknown(), rooms: v.unknown() }),
  v.transform(({ favourites, devices, rooms, ...unknown }): Layout => ({
    ...unknown,
    favourites: readFavourites(favourites),
    devices: readEach(deviceSchema, devices),
    rooms: readEach(roomSchema, rooms)
  }))
);

function readFavourites(value: unknown): number[] | null {
  if (!Array.isArray(value)) return null;
  const ids = value.filter((entry) => v.is(favouriteId, entry));
  return [...new Set(ids)].slice(0, MAX_FAVOURITES);
}

function readEach<A>(schema: v.GenericSchema<unknown, A>, value: unknown): Record<string, A> {
  const kept: Record<string, A> = {};
  for (const [id, entry] of Object.entries(isRecord(value) ? value : {})) {
    const read = v.safeParse(schema, entry);
    if (read.success && v.is(idKey, id)) kept[id] = read.output;
  }
  return kept;
}

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
