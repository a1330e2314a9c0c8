import * as v from 'valibot';
import { id } from '#shared/read-schema';
import { isFull, type Rights, type RightsEdit } from '#shared/rights';

/** How many rooms can be named at most. */
const MAX_ROOMS = 200;

/** Of what rights are read. A screen of no room at all would be a screen of nothing, and is refused. */
export const rightsEntries = {
  rooms: v.nullable(v.pipe(v.array(id), v.minLength(1), v.maxLength(MAX_ROOMS))),
  commands: v.boolean(),
  until: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))
};

/** Reads what a screen may do. A proxy of before `manages` let every screen without a limit manage. */
export const rightsSchema: v.GenericSchema<unknown, Rights> = v.pipe(
  v.object({ ...rightsEntries, manages: v.exactOptional(v.boolean()) }),
  v.transform((rights) => ({ ...rights, manages: rights.manages ?? isFull(rights) }))
);

/** Reads new rights for a screen. */
export const rightsEditSchema: v.GenericSchema<unknown, RightsEdit> = v.object({
  ...rightsEntries,
  manages: v.exactOptional(v.boolean())
});
