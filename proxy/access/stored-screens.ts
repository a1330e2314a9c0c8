import * as v from 'valibot';
import { FULL_RIGHTS, rightsEntries, type Rights } from '#shared/rights';

const storedRightsSchema: v.GenericSchema<unknown, Rights> = v.looseObject(rightsEntries);

const storedScreenSchema = v.looseObject({
  id: v.string(),
  /** SHA-256 of the cookie's value: the file opens no door. */
  hash: v.string(),
  name: v.string(),
  controller: v.string(),
  user: v.string(),
  lastSeen: v.number(),
  kept: v.boolean(),
  /** Before there were any to choose, every screen had all. */
  rights: v.optional(storedRightsSchema, FULL_RIGHTS),
  /** What is left of its lifetime, in ms. */
  idleLeft: v.number(),
  absoluteLeft: v.number(),
  untilLeft: v.optional(v.nullable(v.number()), null)
});

/** How the screens lie on the disk. Keys of newer versions stay, in their rights too. */
export const storedScreensSchema = v.array(storedScreenSchema);
export type StoredScreens = v.InferOutput<typeof storedScreensSchema>;
