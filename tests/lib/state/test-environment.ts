import { PROTOCOL } from '#shared/live-protocol';
import type { Session } from '#shared/wire';
import type { PageEvent } from '../../../src/lib/state/base/page-events';
import type { OpenedSocket, SocketListener } from '../../../src/lib/state/connection/live-socket';
import type { Environment } from '../../../src/lib/state/environment';
import type { Settings } from '../../../src/lib/state/preferences/settings';
import type { Store, StoreName } from '../../../src/lib/storage/store';
import { Emitter } from '../../../src/shared/emitter';
import { FakeClock, settle } from '../../support/fake-clock';

/** A page whose lifecycle the test controls. */
export class FakePage {
  online = true;
  visible = true;
  readonly #emitter = new Emitter<PageEvent>();
  listeners = 0;

  isOnline = () => this.online;
  isVisible = () => this.visible;

  subscribe = (listener: (event: PageEvent) => void) => {
    const stop = this.#emitter.subscribe(listener);
    this.listeners += 1;
    return () => {
      this.listeners -= 1;
      stop();
    };
  };

  tell(event: PageEvent): void {
    if (event === 'online' || event === 'offline') this.online = event === 'online';
    if (event === 'visible' || event === 'hidden') this.visible = event === 'visible';
    this.#emitter.emit(event);
  }

  /** The same, and resolves once its effects have settled. */
  async told(event: PageEvent): Promise<void> {
    this.tell(event);
    await settle();
  }
}

/** The proxy's end of a socket, held by the test. */
class FakeSocket {
  readonly path: string;
  readonly #listener: SocketListener;
  isOpen = true;
  /** The frames that the page has sent. */
  readonly frames: Readonly<Record<string, unknown>>[] = [];

  constructor(path: string, listener: SocketListener) {
    this.path = path;
    this.#listener = listener;
  }

  /** The page's end. */
  readonly page: OpenedSocket = {
    send: (text) => void this.frames.push(JSON.parse(text) as Readonly<Record<string, unknown>>),
    close: () => void (this.isOpen = false)
  };

  open(): void {
    if (this.isOpen) this.#listener.opened();
  }

  say(message: unknown): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    if (this.isOpen) this.#listener.received(text);
  }

  /** Says a heartbeat with the proxy's monotonic time. */
  beat(at: number, protocol = PROTOCOL): void {
    this.say({ type: 'beat', at, protocol });
  }

  sendPart(part: string): void {
    this.sendBytes(new TextEncoder().encode(part));
  }

  sendBytes(part: Uint8Array): void {
    if (this.isOpen) this.#listener.receivedPart(part.slice().buffer);
  }

  close(code = 1006): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#listener.closed(code);
  }
}

/** All opened sockets, in order. */
export class FakeSockets {
  readonly all: FakeSocket[] = [];

  get last(): FakeSocket {
    const socket = this.all.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }

  open = (path: string, listener: SocketListener): OpenedSocket => {
    const socket = new FakeSocket(path, listener);
    this.all.push(socket);
    return socket.page;
  };
}

/** The id of the controller of the tests' home. */
const HOME = '0123456789ab';

/** A store in memory that can fail. */
export class FakeStore implements Store {
  /** By name and home: see `kept`. */
  readonly values = new Map<string, unknown>();
  writes = 0;
  isPersisted = true;

  /** What is kept of a home, by default of the tests' own. */
  kept(name: StoreName, home = HOME): unknown {
    return this.values.get(`${name} ${home}`);
  }

  keep(name: StoreName, value: unknown, home = HOME): this {
    this.values.set(`${name} ${home}`, value);
    return this;
  }

  async read(name: StoreName, home: string): Promise<unknown> {
    return this.isPersisted ? structuredClone(this.kept(name, home)) : undefined;
  }

  async write(name: StoreName, home: string, value: unknown): Promise<void> {
    this.writes += 1;
    if (this.isPersisted) this.keep(name, structuredClone(value), home);
  }

  async wipe(home: string): Promise<void> {
    for (const key of [...this.values.keys()]) if (key.endsWith(` ${home}`)) this.values.delete(key);
  }
}

/** Settings in memory. */
export class FakeSettings implements Settings {
  readonly values = new Map<string, string>();

  read = (name: string) => this.values.get(name) ?? null;
  write = (name: string, text: string) => void this.values.set(name, text);
  remove = (name: string) => void this.values.delete(name);
}

/** A request to the proxy, which the test answers. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  answer(status: number, body?: unknown): void;
  refuse(status: number, code: string): void;
  /** Breaks the connection. */
  cut(): void;
}

/** A proxy that answers on request, or by a rule. */
export class FakeProxy {
  readonly waiting: FakeRequest[] = [];
  readonly asked: string[] = [];
  /** Answers a request at once if it returns a value; otherwise the request waits. */
  rule: (request: FakeRequest) => void = () => undefined;

  fetch = (path: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const method = init.method ?? 'GET';
      const done = () => {
        const index = this.waiting.indexOf(request);
        if (index >= 0) this.waiting.splice(index, 1);
      };
      const request: FakeRequest = {
        method,
        path,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        answer(status, body) {
          done();
          resolve(new Response(body === undefined ? null : JSON.stringify(body), { status }));
        },
        refuse: (status, code) => request.answer(status, { error: { code, message: code } }),
        cut() {
          done();
          reject(new TypeError('Failed to fetch'));
        }
      };
      init.signal?.addEventListener('abort', () => request.cut());
      this.asked.push(`${method} ${path}`);
      this.waiting.push(request);
      this.rule(request);
    });

  /** The oldest waiting request whose path ends like this. */
  request(end: string): FakeRequest {
    const request = this.waiting.find(({ path }) => path.replace(/\?home=\w+$/, '').endsWith(end));
    if (!request) throw new Error(`nothing asked for ${end}: ${this.asked.join(', ')}`);
    return request;
  }

  /** Answers that request. This and the next two resolve once the effects have settled. */
  async answer(end: string, status: number, body?: unknown): Promise<void> {
    this.request(end).answer(status, body);
    await settle();
  }

  /** Refuses that request. */
  async refuse(end: string, status: number, code: string): Promise<void> {
    this.request(end).refuse(status, code);
    await settle();
  }

  /** Breaks its connection. */
  async cut(end: string): Promise<void> {
    this.request(end).cut();
    await settle();
  }
}

/** Everything that the app needs, in memory. The test controls all of it. */
export function createTestEnvironment() {
  const sockets = new FakeSockets();
  const proxy = new FakeProxy();
  const caches = { forgotten: 0 };
  const parts = {
    clock: new FakeClock(1_000_000),
    page: new FakePage(),
    store: new FakeStore(),
    settings: new FakeSettings(),
    tab: new FakeSettings()
  };
  const environment: Environment = {
    ...parts,
    screen: { userAgent: 'X11; Linux', maxTouchPoints: 0, languages: ['en-GB'] },
    installPrompt: { isReady: () => false, subscribe: () => () => undefined, ask: async () => false },
    pageInfo: { origin: 'http://127.0.0.1:8420', isSecure: () => true, isStandalone: () => false },
    openSocket: sockets.open,
    fetch: proxy.fetch,
    random: () => 0.5,
    version: null,
    idle: async () => undefined,
    openWorker: async () => null,
    reload: () => undefined,
    deleteForeignCaches: async () => void (caches.forgotten += 1)
  };
  /** Keeps a session of an earlier visit. */
  const signIn = (session: Session) => {
    const { id, name } = session.controller;
    parts.settings.write('homes', JSON.stringify({ homes: [{ id, name }] }));
    parts.store.keep('session', session, id);
  };
  return { ...parts, sockets, proxy, caches, environment, signIn };
}

export { settle as settled };
