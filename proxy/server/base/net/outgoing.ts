import { lookup } from 'node:dns/promises';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { Pool } from 'undici';
import type { Clock } from '#shared/clock';
import { fail, succeed, type Failure, type Result } from '#shared/errors';
import { isRecord } from '#shared/home';
import { codeOf } from '../store/errors';
import { isAmong, isHome, isLoopback, isPublic } from './addresses';
import { machineAddresses } from './interfaces';

/** What an address is for: a push service of the table, or what a managing screen typed. */
export type Purpose = 'push' | 'owner';

/** A request to send. The body of a push is at most 4,096 bytes. */
export interface OutgoingRequest {
  readonly url: string;
  readonly purpose: Purpose;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/**
 * How sending fails: the address is one that nothing is sent to, the server knows nobody there any more (404, 410), or anything else. The
 * message is a short sentence in words of the network.
 */
export type OutgoingError = 'bad-address' | 'gone' | 'not-delivered';

/** The status of the answer, which is a 2xx. */
export type Sent = Result<{ readonly status: number }, OutgoingError>;

/** What the client depends on, and what it must never reach beside what it refuses for everybody. */
interface OutgoingDeps {
  /** Whether loopback is allowed, by plain http and as a push service too: for tests. */
  readonly allowLoopback: boolean;
  /** Addresses of controllers. The box's own come from the system. */
  readonly controllers: () => readonly string[];
  readonly clock: Clock;
  /** Looks the addresses of a name up. Rejects with the system's error. By default the system does. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** The only CA to trust, as PEM: for tests. By default those that Node trusts. */
  readonly ca?: string;
}

/** The push services of Chrome and its relatives, and of Chromium without the keys of Google. */
const PUSH_HOSTS = ['fcm.googleapis.com', 'jmt17.google.com'];
/** Those of Firefox, Edge on Windows, and Safari: any host of these domains. */
const PUSH_DOMAINS = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com'];

const MAX_PUSH_BYTES = 4_096;

/** An answer is read up to this length, and dropped: nothing in it is used. */
const MAX_ANSWER_BYTES = 16_384;

/** Timeout of a whole request with its lookup, in ms. */
export const SEND_TIMEOUT_MS = 10_000;

/** Words of the network by the system's error code. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such name',
  EAI_AGAIN: 'no answer to the name lookup',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENETUNREACH: 'no network',
  EHOSTUNREACH: 'no route to it',
  ETIMEDOUT: 'timeout'
};

/**
 * Sends what leaves the box to anybody but controllers: the only place that looks names up. It decides by address: a name is looked up
 * once for a request, and only the addresses that were checked are connected to. A redirect is not followed.
 */
export class Outgoing {
  readonly #deps: OutgoingDeps;
  readonly #lookups = new Map<string, Promise<readonly string[]>>();
  readonly #underWay = new Set<AbortController>();

  constructor(deps: OutgoingDeps) {
    this.#deps = deps;
  }

  /** Checks an address as far as that goes without a lookup: syntax, scheme, port, push service, addresses in place of names. */
  check(url: string, purpose: Purpose): Result<URL, 'bad-address'> {
    if (!URL.canParse(url)) return REFUSED;
    const parsed = new URL(url);
    const { protocol, username, password, port } = parsed;
    if (!/^https?:$/.test(protocol) || username + password !== '') return REFUSED;
    const host = hostOf(parsed);
    const isFit =
      isIP(host) === 0
        ? purpose === 'owner' || (protocol === 'https:' && port === '' && isPushService(host))
        : this.#admits(host, parsed, purpose) && (purpose === 'owner' || isLoopback(host));
    return isFit ? succeed(parsed) : REFUSED;
  }

  /** Looks the name up, connects to what was found, and sends. Never rejects. */
  async send(request: OutgoingRequest): Promise<Sent> {
    const { url, purpose } = request;
    const checked = this.check(url, purpose);
    if (!checked.ok) return checked;
    if (purpose === 'push' && Buffer.byteLength(request.body ?? '') > MAX_PUSH_BYTES)
      return fail('not-delivered', 'too long');
    const controller = new AbortController();
    const cancel = this.#deps.clock.after(SEND_TIMEOUT_MS, () => controller.abort('timeout'));
    const end = controller.signal;
    this.#underWay.add(controller);
    try {
      const addresses = await this.#addressesOf(hostOf(checked.value), end);
      const isAdmitted = addresses.every((address) => this.#admits(address, checked.value, purpose));
      if (!isAdmitted || addresses.length === 0) return REFUSED;
      return await this.#request(checked.value, addresses, request, end);
    } catch (error) {
      if (!end.aborted) return fail('not-delivered', wordsOf(error));
      return fail('not-delivered', end.reason === 'timeout' ? 'timeout' : 'stopped');
    } finally {
      cancel();
      this.#underWay.delete(controller);
    }
  }

  /** Ends all requests under way. */
  stop(): void {
    for (const controller of this.#underWay) controller.abort('stopped');
  }

  /** Whether an address may be connected to. */
  #admits(address: string, { protocol }: URL, purpose: Purpose): boolean {
    const { allowLoopback, controllers } = this.#deps;
    if (isLoopback(address)) return allowLoopback;
    const own = machineAddresses().map((entry) => entry.address);
    if (isAmong(address, [...own, ...controllers().filter(isIP)])) return false;
    return isHome(address) ? purpose === 'owner' : protocol === 'https:' && isPublic(address);
  }

  /** The addresses of a host. Requests that wait for the same name share one lookup: nothing ends one that the system does not answer. */
  async #addressesOf(host: string, end: AbortSignal): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    const { resolve = resolveBySystem } = this.#deps;
    const lookingUp = this.#lookups.get(host) ?? resolve(host).finally(() => this.#lookups.delete(host));
    this.#lookups.set(host, lookingUp);
    const aborted = new Promise<never>((_resolve, reject) =>
      end.addEventListener('abort', () => reject(new Error('Aborted.')))
    );
    return Promise.race([lookingUp, aborted]);
  }

  /** Connects to one of the addresses, with the host's name for TLS, and waits for the end of the answer. */
  async #request(
    { origin, pathname, search }: URL,
    addresses: readonly string[],
    { method, headers = {}, body = '' }: OutgoingRequest,
    signal: AbortSignal
  ): Promise<Sent> {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const lookupFound: LookupFunction = (_name, _options, callback) => callback(null, found);
    const trust = { ca: this.#deps.ca, rejectUnauthorized: true };
    const connect = { lookup: lookupFound, autoSelectFamily: true, ...trust, timeout: 0 };
    const pool = new Pool(origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
    try {
      const path = pathname + search;
      const answer = await pool.request({ path, method, headers, body, signal });
      // The status counts, whatever becomes of the rest.
      await answer.body.dump({ limit: MAX_ANSWER_BYTES }).catch(() => undefined);
      return sentOf(answer.statusCode, answer.headers);
    } finally {
      void pool.destroy();
    }
  }
}

const REFUSED = fail('bad-address', 'an address that Mantel sends nothing to');

/** The host of a URL, IPv6 without brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

const isPushService = (host: string) =>
  PUSH_HOSTS.includes(host) || PUSH_DOMAINS.some((domain) => host.endsWith(domain));

const resolveBySystem = async (name: string) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

function sentOf(status: number, headers: Readonly<Record<string, unknown>>): Sent {
  if (status >= 200 && status < 300) return succeed({ status });
  if (status >= 300 && status < 400) return fail('not-delivered', 'a redirect, which is not followed');
  const retryAfterMs = delayOf(headers['retry-after'], headers['date']);
  const code = status === 404 || status === 410 ? 'gone' : 'not-delivered';
  return fail(code, `answered ${status}`, retryAfterMs > 0 ? { retryAfterMs } : undefined);
}

/** The time that `Retry-After` says (RFC 9110), in ms: a number of seconds, or a date by the clock of the server. 0 for none. */
function delayOf(after: unknown, date: unknown): number {
  const text = typeof after === 'string' ? after.trim() : '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const ms = Date.parse(text) - Date.parse(String(date));
  return ms > 0 ? ms : 0;
}

/** For how long the server wants nothing more after a failure, in ms; 0 if it does not say. */
export function retryAfterOf({ detail }: Failure<OutgoingError>): number {
  const ms = isRecord(detail) ? detail['retryAfterMs'] : undefined;
  return typeof ms === 'number' ? ms : 0;
}

function wordsOf(error: unknown): string {
  const code = String(codeOf(error));
  if (/CERT|UNABLE_TO/.test(code)) return 'certificate not trusted';
  return code.startsWith('ERR_SSL') ? 'no TLS there' : (WORDS[code] ?? 'no answer');
}
