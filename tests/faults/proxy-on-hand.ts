import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { systemClock, type Clock } from '#shared/clock';
import { startProxy, type RunningProxy } from '../../proxy/start';
import { join, signInAt, type Grant, type SignInSaid } from '../../tools/soak/join';
import { LogBook } from '../support/log-book';
import { BUILT_AT, optionsOf } from '../support/test-proxy';

/** What it calls out when it searches: no controller that may run on this machine answers to that. */
const SEARCH_WORD = 'MANTEL_FAULTS';

/** An answer of the proxy's. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
}

/** What a call may say beside its path. */
export interface Said {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What may be chosen about it. */
export interface ProxyOnHandParts {
  /** The port on which controllers listen, on loopback. */
  readonly controllerPort: number;
  readonly clock?: Clock;
  readonly argv?: readonly string[];
}

/**
 * A whole proxy in this process, with a data directory of its own, before whatever listens on the controllers' port. Nobody is signed
 * in to it yet. It can be ended and started again, and keeps its port and its data.
 */
export class ProxyOnHand {
  readonly log = new LogBook();
  readonly #parts: ProxyOnHandParts;
  #folder = '';
  #origin = '';
  #running: RunningProxy | undefined;

  constructor(parts: ProxyOnHandParts) {
    this.#parts = parts;
  }

  get origin(): string {
    return this.#origin;
  }

  get port(): number {
    return Number(new URL(this.#origin).port);
  }

  async start(): Promise<void> {
    const { controllerPort, argv = [], clock = systemClock } = this.#parts;
    this.#folder ||= await mkdtemp(pathOf(tmpdir(), 'mantel-faults-'));
    const port = this.#origin === '' ? '0' : String(this.port);
    const options = optionsOf(
      ...['--data-dir', pathOf(this.#folder, 'data')],
      ...['--http-port', port],
      ...['--controller-port', String(controllerPort), '--allow-loopback', '--no-demo'],
      ...['--discovery-prefix', SEARCH_WORD],
      ...argv
    );
    const surroundings = { clock, log: this.log, version: 'test', builtAt: BUILT_AT, webFolder: '/nowhere' };
    const started = await startProxy(options, surroundings);
    if (!started.ok) throw new Error(started.error.message);
    this.#running = started.value;
    this.#origin = started.value.http;
  }

  /** Ends it; port and data stay for the next start. */
  async end(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    await this.end();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** One call, as one of our own pages would make it. */
  async call(path: string, { method = 'GET', headers = {}, body }: Said = {}): Promise<Reply> {
    const response = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { origin: this.#origin }),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    return replyOf(response);
  }

  async signIn(said?: SignInSaid): Promise<Reply> {
    return replyOf(await signInAt(this.#origin, said));
  }

  /** Signs a new screen in. */
  join(said?: SignInSaid): Promise<Grant> {
    return join(this.#origin, said);
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
