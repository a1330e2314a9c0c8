import * as v from 'valibot';
import { isRecord } from '#shared/home';
import type { Layout } from '#shared/layout';
import { favouriteId, deviceSchema, idKey, MAX_FAVOURITES, model, roomSchema } from '#shared/layout-schema';

/** A record of appearances by id. `isRecord` rejects arrays, which `v.record` would accept. */
const byId = <A>(appearance: v.GenericSchema<unknown, A>) =>
  v.pipe(v.custom<Record<string, unknown>>(isRecord), v.record(idKey, appearance));

const favouritesSchema = v.pipe(
  v.array(favouriteId),
  v.maxLength(MAX_FAVOURITES),
  v.check((ids) => new Set(ids).size === ids.length, 'a device stands there twice')
);

/** The fields of a layout that is sent or imported. Unlike a stored layout, it is rejected as a whole if any part is invalid. */
const layoutEntries = {
  favourites: v.nullable(favouritesSchema),
  devices: byId(deviceSchema),
  rooms: byId(roomSchema),
  models: v.exactOptional(byId(model))
};

/** Decodes a whole layout strictly. */
export const layoutSchema: v.GenericSchema<unknown, Layout> = v.object(layoutEntries);

/** The body of `PUT /api/controllers/:id/layout`. Keys that it does not contain stay unchanged; `models` always does. */
export const sentLayoutSchema = v.pipe(
  v.custom<Record<string, unknown>>(isRecord),
  v.object({
    favourites: v.exactOptional(layoutEntries.favourites),
    devices: v.exactOptional(layoutEntries.devices),
    rooms: v.exactOptional(layoutEntries.rooms)
  })
);
