import { MAX_WHOLE } from './exchange';
import { isJson } from './json';

/** Shorter bodies are validated faster than they are compared. */
const MIN_LENGTH = 4 * 1024;
const MAX_BODIES = 16;

/**
 * Remembers the last few bodies that were found to be sound JSON, so that the same bytes need not be looked at again: lists are
 * asked for much more often than they change. It holds 1 MiB at most, for longer bodies pass unseen or are rare.
 */
export class ValidatedBodyCache {
  readonly #recent: Buffer[] = [];

  /** As `isJson` of `./json`. */
  readonly isJson = (body: Buffer): boolean => {
    if (body.length < MIN_LENGTH || body.length > MAX_WHOLE) return isJson(body);
    if (this.#recent.some((sound) => sound.equals(body))) return true;
    if (!isJson(body)) return false;
    this.#recent.push(body);
    if (this.#recent.length > MAX_BODIES) this.#recent.shift();
    return true;
  };
}
