import * as v from 'valibot';
import { isRecord, NO_ROOM_NAME } from '#shared/home';
import { LEFT_OPEN_MINUTES, MAX_NAME_LENGTH, type Layout } from '#shared/layout';
import { readableText } from '#shared/readable-text';

const shortText = v.pipe(
  v.string(),
  v.transform(readableText),
  v.trim(),
  v.minLength(1),
  v.maxLength(MAX_NAME_LENGTH)
);
const sortOrder = v.pipe(v.number(), v.finite());

/** The key of a device's or room's appearance: its id as decimal text. */
export const idKey = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,15})$/));

/** The id of a favourite device. */
export const favouriteId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The maximum number of favourites. */
export const MAX_FAVOURITES = 500;

/** What a device was: see `modelOf`. */
export const model = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/));

/** The keys of `Layout.putOff`, and its times. */
export const putOffKey = v.pipe(v.string(), v.regex(/^[a-z]{1,16}:[\w-]{1,64}$/));
export const putOffTime = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** See `Layout.leftOpenMinutes`. */
export const leftOpenMinutes = v.picklist(LEFT_OPEN_MINUTES);

/** Decodes a device's appearance. */
export const deviceSchema = v.object({
  name: v.exactOptional(shortText),
  icon: v.exactOptional(shortText),
  isHidden: v.exactOptional(v.boolean()),
  order: v.exactOptional(sortOrder),
  isRoomLight: v.exactOptional(v.boolean()),
  isEntrance: v.exactOptional(v.boolean()),
  lock: v.exactOptional(v.picklist(['locked', 'unlocked']))
});

const sensor = v.exactOptional(v.union([favouriteId, v.literal('none')]));

/** Decodes a room's appearance. The name that means "no room" [O] is not allowed: its devices would lose their room. */
export const roomSchema = v.object({
  name: v.exactOptional(v.pipe(shortText, v.notValue(NO_ROOM_NAME))),
  icon: v.exactOptional(shortText),
  picture: v.exactOptional(shortText),
  isOffWall: v.exactOptional(v.boolean()),
  order: v.exactOptional(sortOrder),
  sensors: v.exactOptional(v.object({ temperature: sensor, humidity: sensor, light: sensor }))
});

/**
 * Decodes a stored or received layout: from disk, from the browser's storage or from a live message. Invalid entries
 * are dropped one by one.
 */
export const keptLayoutSchema = v.pipe(
  v.object({
    favourites: v.unknown(),
    devices: v.unknown(),
    rooms: v.unknown(),
    models: v.exactOptional(v.unknown()),
    putOff: v.exactOptional(v.unknown()),
    leftOpenMinutes: v.exactOptional(v.unknown())
  }),
  v.transform(({ favourites, devices, rooms, models, putOff, leftOpenMinutes: minutes }): Layout => ({
    favourites: readFavourites(favourites),
    devices: readEach(deviceSchema, devices),
    rooms: readEach(roomSchema, rooms),
    ...(models !== undefined && { models: readEach(model, models) }),
    ...(putOff !== undefined && { putOff: readEach(putOffTime, putOff, putOffKey) }),
    ...(v.is(leftOpenMinutes, minutes) && { leftOpenMinutes: minutes })
  }))
);

function readFavourites(value: unknown): number[] | null {
  if (!Array.isArray(value)) return null;
  const ids = value.filter((entry) => v.is(favouriteId, entry));
  return [...new Set(ids)].slice(0, MAX_FAVOURITES);
}

function readEach<A>(
  schema: v.GenericSchema<unknown, A>,
  value: unknown,
  keySchema: v.GenericSchema<unknown, string> = idKey
): Record<string, A> {
  const appearances: Record<string, A> = {};
  for (const [id, entry] of Object.entries(isRecord(value) ? value : {})) {
    const read = v.safeParse(schema, entry);
    if (read.success && v.is(keySchema, id)) appearances[id] = read.output;
  }
  return appearances;
}
