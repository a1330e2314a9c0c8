import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { KnownController } from '../../controllers/known';
import { lookOf } from './same-name';

/** What is left of a forgotten home: keyed hashes by which another one with its name or its MAC is noticed. */
const goneSchema = v.object({
  key: v.string(),
  name: v.string(),
  /** Null if it had none. */
  mac: v.nullable(v.string()),
  /** How long it is kept, in ms. */
  leftMs: v.number()
});
/** What is left of a forgotten home. */
export type GoneHome = Readonly<v.InferOutput<typeof goneSchema>>;

const leavingSchema = v.object({
  controller: v.string(),
  /** When it goes, in ms. */
  leftMs: v.number(),
  /** What will be left of it, once its data is being deleted: then it cannot be taken back. */
  going: v.nullable(goneSchema)
});
/** A home that was forgotten, until it is gone. */
export type LeavingHome = Readonly<v.InferOutput<typeof leavingSchema>>;

const silentSchema = v.object({ controller: v.string(), ms: v.number() });

/**
 * The stored format of the homes that leave, those that have gone, and how long controllers are silent. All times are running time of the
 * program.
 */
export const storedLeavingSchema = v.object({
  leaving: v.array(leavingSchema),
  gone: v.array(goneSchema),
  silent: v.array(silentSchema)
});
export type StoredLeaving = v.InferOutput<typeof storedLeavingSchema>;

/** What is stored before a home is forgotten. */
export const NOBODY_LEAVES: StoredLeaving = { leaving: [], gone: [], silent: [] };

/** How long the hashes of a forgotten home are kept, in ms: a year. */
const GONE_MS = 365 * 86_400_000;

/** What is left of a home after it has gone. */
export function remainsOf({ name, mac }: Pick<KnownController, 'name' | 'mac'>): GoneHome {
  const key = randomBytes(16).toString('base64url');
  return { key, name: hashOf(key, lookOf(name)), mac: mac && hashOf(key, mac), leftMs: GONE_MS };
}

/** Whether a home has the name or the MAC of one that has gone. */
export const isLike = (gone: GoneHome, { name, mac }: Pick<KnownController, 'name' | 'mac'>): boolean =>
  gone.name === hashOf(gone.key, lookOf(name)) || (mac !== null && gone.mac === hashOf(gone.key, mac));

const hashOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url');
