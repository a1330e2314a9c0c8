import * as v from 'valibot';
import { id } from '#shared/read-schema';
import type { Rights, RightsEdit } from '#shared/rights';

/** The maximum number of rooms in a screen's rights. */
export const MAX_ROOMS = 200;

/** The fields of rights. An empty list of rooms is invalid: the screen would see nothing. */
const rightsEntries = {
  rooms: v.nullable(v.pipe(v.array(id), v.minLength(1), v.maxLength(MAX_ROOMS))),
  commands: v.boolean(),
  until: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))
};

/** Decodes a screen's rights. */
export const rightsSchema: v.GenericSchema<unknown, Rights> = v.object({
  ...rightsEntries,
  manages: v.boolean()
});

/** Decodes new rights for a screen. */
export const rightsEditSchema: v.GenericSchema<unknown, RightsEdit> = v.object({
  ...rightsEntries,
  manages: v.exactOptional(v.boolean())
});
