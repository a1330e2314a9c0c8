import * as v from 'valibot';
import { isRecord } from '#shared/home';
import type { Layout } from '#shared/layout';
import { favouriteId, deviceSchema, idKey, MAX_FAVOURITES, roomSchema } from '#shared/layout-schema';

/** An object of appearances by id; a list would pass for one. */
const byId = <A>(appearance: v.GenericSchema<unknown, A>) =>
  v.pipe(v.custom<Record<string, unknown>>(isRecord), v.record(idKey, appearance));

const favouritesSchema = v.pipe(
  v.array(favouriteId),
  v.maxLength(MAX_FAVOURITES),
  v.check((ids) => new Set(ids).size === ids.length, 'a device stands there twice')
);

/** Of what layouts are read that somebody sends or imports: one that says anything wrong is refused. */
export const layoutEntries = {
  favourites: v.nullable(favouritesSchema),
  devices: byId(deviceSchema),
  rooms: byId(roomSchema)
};

/** Reads a whole layout. Keys that are not known stay in it. */
export const layoutSchema: v.GenericSchema<unknown, Layout> = v.looseObject(layoutEntries);
