import * as v from 'valibot';
import type { ScreenLifetime } from './lifetime';
import { pinHashSchema, nameOf, type Screen } from './screen';
import { isFull, MANAGING_RIGHTS, type Rights } from '#shared/rights';
import { rightsEntries } from '#shared/rights-schema';

/**
 * Before there was a right to manage, every screen with full rights did. If such a version limited a screen, it left the right in place: a
 * limited screen does not manage.
 */
const storedRightsSchema: v.GenericSchema<unknown, Rights> = v.pipe(
  v.looseObject({ ...rightsEntries, manages: v.exactOptional(v.boolean()) }),
  v.transform((rights) => ({ ...rights, manages: isFull(rights) && rights.manages !== false }))
);

const storedCameInSchema = v.looseObject({
  how: v.picklist(['password', 'setup-code', 'pairing', 'backup']),
  at: v.number(),
  by: v.exactOptional(v.looseObject({ id: v.string(), name: v.string() }))
});

const storedScreenSchema = v.looseObject({
  id: v.string(),
  /** SHA-256 of the cookie's value: nobody can sign in with the file. */
  hash: v.string(),
  name: v.string(),
  controller: v.string(),
  user: v.string(),
  lastSeen: v.number(),
  kept: v.boolean(),
  /** Older versions stored no rights: every screen had all. */
  rights: v.optional(storedRightsSchema, MANAGING_RIGHTS),
  locked: v.optional(v.boolean(), false),
  pin: v.optional(v.nullable(pinHashSchema), null),
  cameIn: v.fallback(v.nullable(storedCameInSchema), null),
  seenActivity: v.optional(v.number(), 0),
  browser: v.fallback(v.optional(v.string()), undefined),
  /** Remaining lifetime, in ms. */
  idleLeft: v.number(),
  absoluteLeft: v.number(),
  untilLeft: v.optional(v.nullable(v.number()), null)
});

/** The stored format of screens. Keys of newer versions are preserved, in their rights too. */
export const storedScreensSchema = v.array(storedScreenSchema);
/** Version of this schema. */
export const SCREENS_VERSION = 0;
export type StoredScreens = v.InferOutput<typeof storedScreensSchema>;

/** A stored screen, with its remaining lifetime and the keys of newer versions. */
export function readStored({ hash, idleLeft, absoluteLeft, untilLeft, ...stored }: StoredScreens[number]) {
  const { id, name, controller, user, lastSeen, kept, rights, ...rest } = stored;
  const { locked, pin, cameIn, seenActivity, browser, ...unknown } = rest;
  const screen: Screen = {
    ...{ id, name: nameOf(name), controller, user, lastSeen, kept, rights },
    ...{ locked, pin, cameIn, seenActivity, ...(browser !== undefined && { browser }) }
  };
  return { screen, hash, left: { idleLeft, absoluteLeft, untilLeft }, unknown };
}

/** A screen that is signed in. */
export interface HeldScreen {
  screen: Screen;
  readonly hash: string;
  readonly lifetime: ScreenLifetime;
  /** Unknown keys of a newer version. They are written back unchanged. */
  readonly unknown?: object;
}

/** The stored form of a screen. */
export const toStored = ({ screen, hash, lifetime, unknown }: HeldScreen): StoredScreens[number] => ({
  ...unknown,
  ...screen,
  hash,
  ...lifetime.left
});
