import * as v from 'valibot';
import { decodeHome, type Home } from '#shared/home';
import { sessionSchema, type Session } from '#shared/wire';

/** A home as it was last known, and whose it is. */
export interface KeptHome {
  /** The controller's id. */
  readonly controller: string;
  readonly user: string;
  /** The proxy's name for this state, to be handed back. */
  readonly revision: string;
  /** When it was last known to be current, in ms since the epoch. */
  readonly asOf: number;
  readonly home: Home;
}

const keptHomeSchema = v.object({
  controller: v.string(),
  user: v.string(),
  revision: v.string(),
  asOf: v.pipe(v.number(), v.finite()),
  home: v.unknown()
});

/** Reads a kept home; null where none was kept, or by a version that wrote another shape. */
export function decodeKeptHome(value: unknown): KeptHome | null {
  const result = v.safeParse(keptHomeSchema, value);
  const home = result.success ? decodeHome(result.output.home) : null;
  return result.success && home ? { ...result.output, home } : null;
}

/** Reads a kept session; null where none was kept, or none that can be read. */
export function decodeKeptSession(value: unknown): Session | null {
  const result = v.safeParse(sessionSchema, value);
  return result.success ? result.output : null;
}

/** Whether a home is the one that a session may see. */
export function isHomeOf(kept: KeptHome, session: Session): boolean {
  return kept.controller === session.controller.id && kept.user === session.user;
}
