import * as v from 'valibot';
import { keptScreenSchema } from './screen';

/** The stored format of screens. */
export const storedScreensSchema = v.array(
  v.object({
    ...keptScreenSchema.entries,
    /** SHA-256 of the cookie's value: nobody can sign in with the file. */
    hash: v.string(),
    /** Remaining lifetime, in ms. */
    idleLeft: v.number(),
    absoluteLeft: v.number(),
    untilLeft: v.nullable(v.number())
  })
);
export type StoredScreens = v.InferOutput<typeof storedScreensSchema>;
