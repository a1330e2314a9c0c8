import { MAX_WHOLE } from './exchange';
import { isJson } from './json';

/** Minimum length of a cached body: shorter ones are validated faster than compared. */
const MIN_LENGTH = 4 * 1024;
const MAX_BODIES = 16;

/**
 * Cache of the last bodies that were valid JSON, so that the same bytes are not validated again: lists are read much more often than they
 * change. It holds at most 1 MiB, since longer bodies are streamed or rare.
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
