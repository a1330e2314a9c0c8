import * as v from 'valibot';
import { decodeHome } from '#shared/home-schema';
import { keptLayoutSchema } from '#shared/layout-schema';
import { readBy } from '#shared/read-schema';
import { scenesSchema } from '#shared/scenes';
import { touchRulesSchema } from '#shared/touch';
import { sessionSchema, type Session } from '#shared/wire';
import type { CachedHome, CachedLayout } from './cached-records';

const ownerEntries = { controller: v.string(), rooms: v.nullable(v.array(v.number())) };
const cachedHomeSchema = v.object({
  ...ownerEntries,
  revision: v.string(),
  asOf: v.pipe(v.number(), v.finite()),
  clockOffsetMs: v.fallback(v.nullable(v.number()), null),
  home: v.unknown(),
  touches: v.exactOptional(v.fallback(touchRulesSchema, {})),
  unguarded: v.exactOptional(v.array(v.number())),
  scenes: v.exactOptional(scenesSchema.entries.scenes)
});

/** Decodes a cached home; null if there is none, or it has another shape. Unknown keys are ignored. */
export function decodeCachedHome(value: unknown): CachedHome | null {
  const cached = readBy(cachedHomeSchema, value);
  const home = decodeHome(cached?.home);
  return cached && home && { ...cached, home };
}

const cachedLayoutSchema = v.object({
  ...ownerEntries,
  layout: keptLayoutSchema,
  before: v.exactOptional(keptLayoutSchema)
});

/** Decodes a cached layout; null if there is none, or it has another shape. */
export const decodeCachedLayout = (value: unknown): CachedLayout | null => readBy(cachedLayoutSchema, value);

/** Decodes a cached session; null if there is none, or it has another shape. */
export const decodeCachedSession = (value: unknown): Session | null => readBy(sessionSchema, value);
