import * as v from 'valibot';
import { decodeHome } from '#shared/home-schema';
import { keptLayoutSchema } from '#shared/layout-schema';
import { scenesSchema } from '#shared/scenes';
import { touchRulesSchema } from '#shared/touch';
import { sessionSchema, type Session } from '#shared/wire';
import type { CachedHome, CachedLayout } from './cached-records';

const ownerEntries = { controller: v.string(), user: v.string() };
const cachedHomeSchema = v.object({
  ...ownerEntries,
  revision: v.string(),
  asOf: v.pipe(v.number(), v.finite()),
  clockOffsetMs: v.fallback(v.nullable(v.number()), null),
  home: v.unknown(),
  touches: v.exactOptional(touchRulesSchema),
  scenes: v.exactOptional(scenesSchema.entries.scenes)
});

/** Decodes a cached home; null if there is none, or it has another shape. Unknown keys are ignored. */
export function decodeCachedHome(value: unknown): CachedHome | null {
  const result = v.safeParse(cachedHomeSchema, value);
  const home = result.success ? decodeHome(result.output.home) : null;
  return result.success && home ? { ...result.output, home } : null;
}

const cachedLayoutSchema = v.object({
  ...ownerEntries,
  layout: keptLayoutSchema,
  before: v.exactOptional(keptLayoutSchema)
});

/** Decodes a cached layout; null if there is none, or it has another shape. */
export function decodeCachedLayout(value: unknown): CachedLayout | null {
  const result = v.safeParse(cachedLayoutSchema, value);
  return result.success ? result.output : null;
}

/** Decodes a cached session; null if there is none, or it has another shape. */
export function decodeCachedSession(value: unknown): Session | null {
  const result = v.safeParse(sessionSchema, value);
  return result.success ? result.output : null;
}
