import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '#shared/clock';

/** The result of a sign-in or a renewal. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** Lifetime of a refresh token, in ms: thirty days. */
const REFRESH_LIFE_MS = 30 * 24 * 60 * 60_000;
/** Maximum number of tokens of a kind. The oldest are removed first. */
const KEPT_TOKENS = 1000;

/** Length of the signature at the end of a token, in characters. IssuedTokens are signed only if there is a secret. */
const SIGNATURE_LENGTH = 22;

/**
 * The valid tokens. Each use of an access token extends it by its whole lifetime (document 5.2) [D]. A refresh token is
 * used once, or often [A]. IssuedTokens are stored as hashes and expire by monotonic time, so that a change of the wall clock
 * revives none. IssuedTokens that a `secret` signs outlive the process: a new one with the same secret accepts them, and their
 * lifetime starts again.
 */
export class IssuedTokens {
  readonly #clock: Clock;
  readonly #lifeMs: number;
  readonly #access = new Map<string, number>();
  readonly #refresh = new Map<string, number>();
  readonly #secret: string | null;
  readonly #refreshTokens: 'once' | 'many';
  /** Keys of ended tokens. Their signature is still valid, so it must not be accepted again. */
  readonly #ended = new Set<string>();

  /** @param refreshTokens how often each refresh token can be used */
  constructor(
    clock: Clock,
    lifeMs: number,
    secret: string | null = null,
    refreshTokens: 'once' | 'many' = 'once'
  ) {
    this.#clock = clock;
    this.#lifeMs = lifeMs;
    this.#secret = secret;
    this.#refreshTokens = refreshTokens;
  }

  issue(): TokenPair {
    return {
      access: this.#add(this.#access, this.#lifeMs),
      refresh: this.#add(this.#refresh, REFRESH_LIFE_MS)
    };
  }

  /** Whether an access token is valid. If it is, its lifetime starts again. */
  use(access: string): boolean {
    const key = keyOf(access);
    if (!this.#isAlive(this.#access, key) && !this.#isFromBefore('access', access)) return false;
    this.#access.set(key, this.#clock.monotonic() + this.#lifeMs);
    return true;
  }

  /** Renews tokens by a refresh token, and ends that one if it can be used only once. Returns undefined if it is invalid. */
  renew(refresh: string): TokenPair | undefined {
    const key = keyOf(refresh);
    const isAlive = this.#isAlive(this.#refresh, key) || this.#isFromBefore('refresh', refresh);
    if (!isAlive || this.#refreshTokens === 'once') this.#end(this.#refresh, key);
    return isAlive ? this.issue() : undefined;
  }

  /** Ends every access token. */
  expireAccess(): void {
    for (const key of [...this.#access.keys()]) this.#end(this.#access, key);
  }

  /** Ends every refresh token. */
  expireRefresh(): void {
    for (const key of [...this.#refresh.keys()]) this.#end(this.#refresh, key);
  }

  #add(tokens: Map<string, number>, lifeMs: number): string {
    const [oldest] = tokens.keys();
    if (oldest !== undefined && tokens.size >= KEPT_TOKENS) this.#end(tokens, oldest);
    const text = randomBytes(32).toString('base64url');
    const token = text + this.#sign(tokens === this.#access ? 'access' : 'refresh', text);
    tokens.set(keyOf(token), this.#clock.monotonic() + lifeMs);
    return token;
  }

  #isAlive(tokens: Map<string, number>, key: string): boolean {
    const end = tokens.get(key);
    if (end === undefined) return false;
    if (this.#clock.monotonic() < end) return true;
    this.#end(tokens, key);
    return false;
  }

  #end(tokens: Map<string, number>, key: string): void {
    tokens.delete(key);
    if (this.#secret === null) return;
    this.#ended.add(key);
    const [oldest] = this.#ended;
    if (oldest !== undefined && this.#ended.size > 2 * KEPT_TOKENS) this.#ended.delete(oldest);
  }

  /** Whether an earlier process with the same secret issued the token. */
  #isFromBefore(kind: 'access' | 'refresh', token: string): boolean {
    const text = token.slice(0, -SIGNATURE_LENGTH);
    return this.#secret !== null && !this.#ended.has(keyOf(token)) && token === text + this.#sign(kind, text);
  }

  #sign(kind: 'access' | 'refresh', text: string): string {
    if (this.#secret === null) return '';
    return createHmac('sha256', this.#secret)
      .update(`${kind} ${text}`)
      .digest('base64url')
      .slice(0, SIGNATURE_LENGTH);
  }
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
