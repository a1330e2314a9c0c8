import { request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { connect } from 'node:net';
import { beforeAll, onTestFinished } from 'vitest';
import { systemClock, type Clock } from '#shared/clock';
import { readMac } from '#shared/mac';
import { livePath } from '#shared/routes';
import type { Options } from '../../proxy/box/cli/options';
import { readOptions } from '../../proxy/box/cli/read-options';
import { startProxy } from '../../proxy/server/start';
import { startVirtual, type VirtualController } from '../../proxy/sources/virtual/start';
import { openZWaveJs } from '../../proxy/sources/zwave-js/zwave-js';
import { searchesAt, splitVariables } from '../../tools/support/test-variables';
import { certifiedFolder } from './certified-folder';
import { LiveClient } from './live-client';
import { LogCapture } from './log-capture';
import type { AtEnd } from './temporary-folder';
import type { FakeCards } from './test-cards';

/** A raw response. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The JSON body; null if it is not JSON. */
  readonly json: unknown;
}

/** The cookie of a response, as a `Cookie` header. */
export const cookieOf = ({ headers }: RawResponse): string =>
  ([headers['set-cookie'] ?? ''].flat()[0] ?? '').split(';')[0] ?? '';

/** A matcher for an error response. */
export const refusal = (status: number, code: string) => ({ status, json: { error: { code } } });

/** The path of a request: `/own/pin` is one of the controller that the cookie is of. */
const pathFor = (path: string, cookie: string): string =>
  path.replace(
    /^\/own(?=\/)/,
    `/api/controllers/${/mantel-([0-9a-f]{12})/.exec(cookie)?.[1] ?? '0'.repeat(12)}`
  );

/** Options of a request. `Host` defaults to the proxy's own; `Origin` is not sent by default. */
interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The result of `testProxy`. */
export type TestProxy = Awaited<ReturnType<typeof testProxy>>;

/** The build time of the program in these tests, which is before the time of every test clock. */
export const BUILT_AT = Date.UTC(2025, 11, 1);

/** A UDP port where nothing listens: beside a virtual controller on the usual one, a search would find that. */
const NO_CONTROLLERS = 9;

/** Options in the command line's format, with variables of tests among them, for loopback only. */
export function optionsOf(...words: string[]): Options {
  const { argv, environment } = splitVariables([...searchesAt(NO_CONTROLLERS), ...words]);
  const quiet = [
    '--host',
    '127.0.0.1',
    '--http-port',
    '0',
    '--https-port',
    '0',
    '--no-mdns',
    '--discovery-targets',
    '127.0.0.1'
  ];
  const named = new Set(argv.map((argument) => argument.split('=')[0]));
  const defaults = quiet.flatMap((word, at) => {
    const flag = word.startsWith('--') ? word : quiet[at - 1];
    return flag !== undefined && named.has(flag) ? [] : [word];
  });
  const read = readOptions([...defaults, ...argv], environment);
  if (!read.ok || read.value.kind !== 'start') throw new Error('These are no options.');
  return read.value.options;
}

/** How a proxy is started. */
interface TestProxyOptions {
  readonly argv?: string[];
  readonly clock?: Clock;
  readonly dataDir?: string | undefined;
  readonly webFolder?: string;
  readonly controller?: VirtualController;
  /** The neighbour table; by default the system's own. */
  readonly cards?: FakeCards;
  /** Whether the virtual controller is offered as the demo home. */
  readonly hasDemo?: boolean;
  /** Address of a Z-Wave JS server; by default none is looked for. */
  readonly zwaveJs?: string;
  /** Further sources. */
  readonly sources?: NonNullable<Parameters<typeof startProxy>[1]['sources']>;
  /** Makes the report of the box for a home. */
  readonly report?: (home: string) => Promise<string>;
}

/**
 * Starts one proxy for all tests of the file or the `describe` that calls this: for tests that leave it as it was.
 * Returns a function that gives it to a test.
 */
export function sharedProxy(
  options: (atEnd: AtEnd) => Promise<TestProxyOptions> = async () => ({})
): () => TestProxy {
  let shared: TestProxy | undefined;
  beforeAll(async () => {
    const ends: (() => Promise<void>)[] = [];
    const atEnd: AtEnd = (end) => void ends.unshift(end);
    shared = await testProxy(await options(atEnd), atEnd);
    return async () => {
      for (const end of ends) await end();
    };
  });
  return () => {
    if (!shared) throw new Error('The proxy is started before the tests.');
    return shared;
  };
}

/**
 * Starts a whole proxy in this process for one test, with a virtual controller as its demo home. It ends with the test, like the
 * controller.
 */
export async function testProxy(
  {
    argv = [],
    clock = systemClock,
    dataDir,
    webFolder = '/nowhere',
    controller,
    cards,
    hasDemo = true,
    zwaveJs,
    sources,
    report = async () => ''
  }: TestProxyOptions = {},
  atEnd: AtEnd = onTestFinished
) {
  const virtual = controller ?? (await startVirtual({ isLiving: false }));
  if (!controller) atEnd(() => virtual.stop());
  const options = optionsOf(...argv);
  const folder =
    dataDir ?? (await certifiedFolder({ name: options.name, builtAt: BUILT_AT, now: clock.now() }, atEnd));
  const log = new LogCapture();
  const id = readMac(virtual.mac) ?? '';
  const home = {
    id,
    name: virtual.name,
    isSetUp: true,
    connect: async () => virtual.connect(),
    stop: async () => undefined
  };
  const started = await startProxy(
    { ...options, dataDir: folder },
    {
      clock,
      log,
      version: 'test',
      builtAt: BUILT_AT,
      webFolder,
      report,
      ...(cards && { cards }),
      sources: {
        demo: async () => (hasDemo ? { ...home, isDemo: true } : null),
        'zwave-js': async (store) =>
          zwaveJs === undefined ? null : openZWaveJs(store, { server: zwaveJs, clock, log }),
        ...sources
      }
    }
  );
  if (!started.ok) throw new Error(started.error.message);
  const proxy = started.value;
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= proxy.stop());
  atEnd(stop);

  const origin = proxy.http;
  const ask = (path: string, asked?: AskOptions) => askAt(origin, path, asked);
  const signIn = (body: Readonly<Record<string, unknown>> = {}, headers: Record<string, string> = {}) =>
    ask('/api/sign-in', {
      method: 'POST',
      headers: { origin, ...headers },
      body: { controller: id, username: 'demo', password: 'demo', screen: 'Kitchen', ...body }
    });
  return {
    origin,
    /** The same over https, with a certificate of the proxy's own CA. */
    secureOrigin: proxy.https,
    port: Number(new URL(origin).port),
    controller: virtual,
    /** The proxy's id of that controller. */
    id,
    dataDir: folder,
    log,
    /** All its routes, as `GET /api/me`. */
    routes: proxy.routes,
    /** Sends one raw request. */
    ask,
    /** A request of a screen, like one of our own page; an empty cookie is none. */
    call: (cookie: string, method: string, path: string, body?: unknown) =>
      ask(path, { method, headers: { origin, ...(cookie !== '' && { cookie }) }, body }),
    /** Signs in like our own page. */
    signIn,
    /** The live connection of a screen, by default to the demo home. It ends with the test. */
    live(cookie: string, of = id) {
      const client = new LiveClient(origin.replace('http', 'ws') + livePath(of), { origin, cookie });
      onTestFinished(() => client.close());
      return client;
    },
    /** Signs in a new screen. Returns its cookie as a `Cookie` header. */
    cookie: async (body?: Readonly<Record<string, unknown>>) => cookieOf(await signIn(body)),
    makeSetupCode: () => proxy.makeSetupCode(),
    stop
  };
}

/** Sends one raw request to a server, over https whatever its certificate is. */
export function askAt(origin: string, path: string, { method = 'GET', headers = {}, body }: AskOptions = {}) {
  return new Promise<RawResponse>((resolve, reject) => {
    const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const type = sent === body ? {} : { 'content-type': 'application/json' };
    const length = sent === undefined ? {} : { 'content-length': Buffer.byteLength(sent) };
    const options = {
      path: pathFor(path, headers['cookie'] ?? ''),
      method,
      headers: { ...type, ...length, ...headers },
      agent: false,
      rejectUnauthorized: false
    };
    const asking = (origin.startsWith('https:') ? requestSecurely : request)(origin, options, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('error', reject);
      reply.on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => {
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text, json: jsonOf(text) });
      });
    });
    asking.on('error', reject);
    asking.end(sent);
  });
}

/** The value of JSON text; null if it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Sends raw bytes. Returns everything that comes back until the connection ends. */
export function exchangeRaw(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    for (const part of parts) socket.write(part);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}
