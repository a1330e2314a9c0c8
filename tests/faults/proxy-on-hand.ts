import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../proxy/clock';
import { startProxy, type RunningProxy } from '../../proxy/start';
import { LogBook } from '../support/log-book';
import { optionsOf } from '../support/test-proxy';

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

/** Who signs in, and where; what is not said is `demo`, at the controller that stands there. */
export interface SignInSaid {
  readonly address?: string;
  readonly username?: string;
  readonly password?: string;
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
    this.#folder ||= await mkdtemp(join(tmpdir(), 'mantel-faults-'));
    const port = this.#origin === '' ? '0' : String(this.port);
    const options = optionsOf(
      ...['--data-dir', join(this.#folder, 'data')],
      ...['--http-port', port],
      ...['--controller-port', String(controllerPort), '--allow-loopback', '--no-demo'],
      ...['--discovery-prefix', SEARCH_WORD],
      ...argv
    );
    const surroundings = { clock, log: this.log, version: 'test', webFolder: '/nowhere' };
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
    const reply = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { origin: this.#origin }),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, text, json: jsonOf(text) };
  }

  signIn({ address = '127.0.0.1', username = 'demo', password = 'demo' }: SignInSaid = {}): Promise<Reply> {
    const body = { address, username, password, screen: 'Kitchen' };
    return this.call('/api/sign-in', { method: 'POST', body });
  }

  /** Signs a screen in: its `Cookie` header, and the id of its controller. */
  async join(said?: SignInSaid): Promise<{ readonly cookie: string; readonly controller: string }> {
    const { status, headers, json, text } = await this.signIn(said);
    if (status !== 200) throw new Error(`no sign-in: ${text}`);
    const [cookie = ''] = headers.getSetCookie();
    const { controller } = json as { controller: { id: string } };
    return { cookie: cookie.split(';')[0] ?? '', controller: controller.id };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
