import * as v from 'valibot';
import { isRecord } from '#shared/home';
import { MAX_PUT_OFF, type Layout } from '#shared/layout';
import {
  favouriteId,
  deviceSchema,
  idKey,
  leftOpenMinutes,
  MAX_FAVOURITES,
  model,
  putOffKey,
  putOffTime,
  roomSchema
} from '#shared/layout-schema';

/** A record of appearances by id. `isRecord` rejects arrays, which `v.record` would accept. */
const byId = <A>(appearance: v.GenericSchema<unknown, A>) =>
  v.pipe(v.custom<Record<string, unknown>>(isRecord), v.record(idKey, appearance));

const favouritesSchema = v.pipe(
  v.array(favouriteId),
  v.maxLength(MAX_FAVOURITES),
  v.check((ids) => new Set(ids).size === ids.length, 'a device stands there twice')
);

const putOffOf = <A>(time: v.GenericSchema<unknown, A>) =>
  v.pipe(v.record(putOffKey, time), v.maxEntries(MAX_PUT_OFF));

/** Decodes a whole layout strictly: unlike a stored layout, it is rejected as a whole if any part is invalid. */
export const layoutSchema: v.GenericSchema<unknown, Layout> = v.object({
  favourites: v.nullable(favouritesSchema),
  devices: byId(deviceSchema),
  rooms: byId(roomSchema),
  models: v.exactOptional(byId(model)),
  putOff: v.exactOptional(putOffOf(putOffTime)),
  leftOpenMinutes: v.exactOptional(leftOpenMinutes)
});

/** What null removes, and what stays if it is absent. */
const change = (schema: v.GenericSchema) => v.exactOptional(v.nullable(schema));

/** Changes of appearances by id. Null removes a field, an appearance or all. */
function changesOf(entries: v.ObjectEntries) {
  const fields = Object.entries(entries).map(([name, field]) => [name, change(field)] as const);
  return change(byId(v.nullable(v.object(Object.fromEntries(fields)))));
}

/**
 * The body of `PUT /api/controllers/:id/layout`: what changes. Keys, ids and fields that it does not contain stay unchanged, and favourites
 * are replaced. What the devices were cannot be changed.
 */
export const sentLayoutSchema = v.pipe(
  v.custom<Record<string, unknown>>(isRecord),
  v.object({
    favourites: change(favouritesSchema),
    devices: changesOf(deviceSchema.entries),
    rooms: changesOf(roomSchema.entries),
    putOff: change(putOffOf(v.nullable(putOffTime))),
    leftOpenMinutes: change(leftOpenMinutes)
  })
);
