import { afterAll, onTestFinished } from 'vitest';
import { systemClock, type Clock } from '#shared/clock';
import { startProxy, type RunningProxy } from '../../proxy/server/start';
import type { VirtualOptions } from '../../proxy/sources/virtual/options';
import { join, signInAt, type Grant, type Credentials } from '../../tools/support/join';
import { deviceChanged, startMisbehaving, type Behaviour } from '../../tools/support/misbehaving-controller';
import { startTcpFaultProxy } from '../../tools/support/network/tcp-fault-proxy';
import { freePort } from '../../tools/support/ports';
import { Screen } from '../../tools/support/screen';
import { certifiedFolder } from '../support/certified-folder';
import { virtualForTest } from '../support/controllers';
import { LogCapture } from '../support/log-capture';
import { BUILT_AT, jsonOf, optionsOf, type RequestOptions } from '../support/test-proxy';
import { controllerAt } from '../../tools/support/test-variables';

/** A discovery prefix that no controller on this machine answers to. */
const SEARCH_WORD = 'MANTEL_FAULTS';

/** A response of the proxy. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON body; null if it is not JSON. */
  readonly json: unknown;
}

/** Options of the proxy. */
export interface ProxyFixtureOptions {
  /** The port of controllers, on loopback. */
  readonly controllerPort: number;
  readonly clock?: Clock;
  readonly argv?: readonly string[];
}

/**
 * A whole proxy in this process, with its own data directory, and no signed-in user yet. It can be stopped
 * and restarted with the same port and data.
 */
export class ProxyFixture {
  readonly log = new LogCapture();
  readonly #parts: ProxyFixtureOptions;
  #folder = '';
  #removeFolder = async () => {};
  #origin = '';
  #running: RunningProxy | undefined;

  constructor(parts: ProxyFixtureOptions) {
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
    const port = this.#origin === '' ? await freePort() : this.port;
    const options = optionsOf(
      ...['--http-port', String(port)],
      ...controllerAt(controllerPort),
      ...['--discovery-prefix', SEARCH_WORD],
      ...argv
    );
    this.#folder ||= await certifiedFolder(
      { name: options.name, builtAt: BUILT_AT, now: clock.now() },
      (end) => void (this.#removeFolder = end)
    );
    const surroundings = { clock, log: this.log, version: 'test', builtAt: BUILT_AT, webFolder: '/nowhere' };
    const started = await startProxy({ ...options, dataDir: this.#folder }, surroundings);
    if (!started.ok) throw new Error(started.error.message);
    this.#running = started.value;
    this.#origin = started.value.http;
  }

  /** Stops it. Port and data stay for the next start. */
  async end(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  /** Stops it and deletes its data. */
  async stop(): Promise<void> {
    await this.end();
    await this.#removeFolder();
  }

  /** Sends a request like our own page. */
  async call(path: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Reply> {
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

  async signIn(said?: Credentials): Promise<Reply> {
    return replyOf(await signInAt(this.#origin, said));
  }

  /** Signs in a new screen. */
  join(said?: Credentials): Promise<Grant> {
    return join(this.#origin, said);
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
}

/** A proxy beside a misbehaving controller, with a live screen, for all tests of a file. They end after the last one. */
export async function startLive({
  behaviours = {},
  clock,
  argv = []
}: {
  behaviours?: Record<string, Behaviour>;
  clock: Clock;
  argv?: readonly string[];
}) {
  const controller = await startMisbehaving(behaviours);
  const proxy = new ProxyFixture({ controllerPort: controller.port, clock, argv });
  await proxy.start();
  const grant = await proxy.join();
  const screen = new Screen({ origin: proxy.origin, ...grant, clock, random: Math.random });
  const stopScreen = screen.start();
  afterAll(async () => {
    stopScreen();
    await proxy.stop();
    await controller.stop();
  });
  await screen.live();
  const path = `/api/controllers/${grant.controller}`;
  const headers = { cookie: grant.cookie };
  /** Sets the level of a device, as the screen. */
  const command = (device: number, level: number) =>
    proxy.call(`${path}/v2/devices/${device}/actions`, {
      method: 'POST',
      headers,
      body: { method: 'setLevel', params: { level } }
    });
  /** Reports a level of device 2 at a position of the poll. Resolves once the screen shows it. */
  async function reportLevel(level: number, last: number) {
    await controller.answerPoll({ events: [deviceChanged(2, { Level: level })], last });
    await screen.shows(2, ({ params: { Level } }) => Level === level);
  }
  return { controller, proxy, screen, path, headers, command, reportLevel };
}

/** A virtual controller and a proxy for one test, with a network that has faults before each of them. */
export async function startBehindFaults(clock: Clock, options: Partial<VirtualOptions> = {}) {
  const controller = await virtualForTest({ clock, ...options });
  const beforeController = await startTcpFaultProxy(controller.port);
  onTestFinished(() => beforeController.stop());
  const proxy = new ProxyFixture({ controllerPort: beforeController.port, clock });
  await proxy.start();
  onTestFinished(() => proxy.stop());
  const beforeProxy = await startTcpFaultProxy(proxy.port);
  onTestFinished(() => beforeProxy.stop());
  const origin = `http://127.0.0.1:${beforeProxy.port}`;
  /** Signs in a screen, which connects. */
  async function addScreen() {
    const screen = new Screen({ origin, ...(await proxy.join()), clock, random: Math.random });
    onTestFinished(screen.start());
    return screen;
  }
  return { controller, proxy, addScreen, networks: { beforeController, beforeProxy } };
}
