import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../clock';

/** What a sign-in or a renewal gives. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** Milliseconds that a refresh token waits for its one use: thirty days. */
const REFRESH_LIFE_MS = 30 * 24 * 60 * 60_000;
/** How many tokens of a kind are kept; the oldest go first. */
const KEPT_TOKENS = 1000;

/**
 * The tokens that are out. An access token lives on for its whole life from each use (document 5.2) [D], a refresh token is
 * used once [O]. They are kept hashed and count down by monotonic time: setting the wall clock revives none.
 */
export class Tokens {
  readonly #clock: Clock;
  readonly #lifeMs: number;
  readonly #access = new Map<string, number>();
  readonly #refresh = new Map<string, number>();

  constructor(clock: Clock, lifeMs: number) {
    this.#clock = clock;
    this.#lifeMs = lifeMs;
  }

  issue(): TokenPair {
    return {
      access: this.#add(this.#access, this.#lifeMs),
      refresh: this.#add(this.#refresh, REFRESH_LIFE_MS)
    };
  }

  /** Whether an access token is alive; if so its life begins anew. */
  use(access: string): boolean {
    const key = keyOf(access);
    if (!this.#isAlive(this.#access, key)) return false;
    this.#access.set(key, this.#clock.monotonic() + this.#lifeMs);
    return true;
  }

  /** A new pair for a refresh token, which is dead from now on; undefined where it was dead before. */
  renew(refresh: string): TokenPair | undefined {
    const key = keyOf(refresh);
    const isAlive = this.#isAlive(this.#refresh, key);
    this.#refresh.delete(key);
    return isAlive ? this.issue() : undefined;
  }

  /** Ends every access token. */
  expireAccess(): void {
    this.#access.clear();
  }

  /** Ends every refresh token. */
  expireRefresh(): void {
    this.#refresh.clear();
  }

  #add(tokens: Map<string, number>, lifeMs: number): string {
    const [oldest] = tokens.keys();
    if (oldest !== undefined && tokens.size >= KEPT_TOKENS) tokens.delete(oldest);
    const token = randomBytes(32).toString('base64url');
    tokens.set(keyOf(token), this.#clock.monotonic() + lifeMs);
    return token;
  }

  #isAlive(tokens: Map<string, number>, key: string): boolean {
    const end = tokens.get(key);
    if (end === undefined) return false;
    if (this.#clock.monotonic() < end) return true;
    tokens.delete(key);
    return false;
  }
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
