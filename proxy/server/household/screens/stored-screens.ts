import * as v from 'valibot';
import { cameInSchema } from '#shared/household';
import { rightsSchema } from '#shared/rights-schema';
import type { ScreenLifetime } from './lifetime';
import { pinHashSchema, type Screen } from './screen';

/** The stored format of screens. */
export const storedScreensSchema = v.array(
  v.object({
    id: v.string(),
    /** SHA-256 of the cookie's value: nobody can sign in with the file. */
    hash: v.string(),
    name: v.string(),
    controller: v.string(),
    user: v.string(),
    lastSeen: v.number(),
    kept: v.boolean(),
    rights: rightsSchema,
    locked: v.boolean(),
    pin: v.nullable(pinHashSchema),
    cameIn: cameInSchema,
    seenActivity: v.number(),
    browser: v.optional(v.string()),
    /** Remaining lifetime, in ms. */
    idleLeft: v.number(),
    absoluteLeft: v.number(),
    untilLeft: v.nullable(v.number())
  })
);
export type StoredScreens = v.InferOutput<typeof storedScreensSchema>;

/** A screen that is signed in. */
export interface HeldScreen {
  screen: Screen;
  readonly hash: string;
  readonly lifetime: ScreenLifetime;
  /** Whether it may play sounds, since the start of the program; absent if it did not say. */
  playsSound?: boolean;
}

/** The stored form of a screen. */
export const toStored = ({ screen, hash, lifetime }: HeldScreen): StoredScreens[number] => ({
  ...screen,
  hash,
  ...lifetime.left
});
