import type { EndReason } from '#shared/household';
import { hashOf } from '../cookies';
import type { Screen } from './screen';

/** How a screen ends: the new screen of the same browser, if any, and what the ended screen is told. */
export interface EndTerms {
  readonly successor?: Screen | undefined;
  readonly reason?: EndReason | undefined;
}

/** Maximum number of ended screens whose reason is kept: more than can be signed in. */
const MAX_REASONS = 256;

/**
 * Why screens were signed out, for those screens themselves. It is kept in memory only, by the hash of the cookie: after a
 * restart the reason is unknown.
 */
export class EndReasons {
  /** By hash, the oldest first. */
  readonly #reasons = new Map<string, EndReason>();

  /** Keeps a reason; undefined is none. */
  add(hash: string, reason: EndReason | undefined) {
    if (reason === undefined) return;
    this.#reasons.set(hash, reason);
    const [oldest] = this.#reasons.keys();
    if (oldest !== undefined && this.#reasons.size > MAX_REASONS) this.#reasons.delete(oldest);
  }

  /** Why the screen of a cookie ended; undefined if that is not known. */
  of(cookie: string | undefined): EndReason | undefined {
    return cookie === undefined ? undefined : this.#reasons.get(hashOf(cookie));
  }
}
