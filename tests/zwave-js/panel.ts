import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { systemClock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { Device } from '#shared/home';
import { startProxy } from '../../proxy/server/start';
import { knownPassword } from '../../proxy/sources/served/auth/admission';
import { serveSource } from '../../proxy/sources/served/serve';
import { Ids, NO_IDS } from '../../proxy/sources/zwave-js/ids';
import { ZWaveJsSource } from '../../proxy/sources/zwave-js/zwave-js-source';
import { join as joinAt } from '../../tools/support/join';
import { LiveClient } from '../support/live-client';
import { LogCapture } from '../support/log-capture';
import { optionsOf, BUILT_AT } from '../support/test-proxy';
import { MockHouse } from './mock-house';

/** Resolves when a check passes, within 15 s by default. */
export const soon = <T>(check: () => T | Promise<T>, timeout = 15_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 20 });

/** Resolves when a node has received a frame with this command class. */
export const received = (house: MockHouse, node: number, name: string): Promise<void> =>
  soon(async () => expect(await house.do('frames', { node })).toContainEqual(expect.stringContaining(name)));

/** Lets a motor run for a while. Its travel time is real. */
export const moving = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const ID = '02aabbccddee';

/** A source of a server on loopback. */
async function openSource(port: number, homeId: number) {
  const back = new Emitter<void>();
  const source = new ZWaveJsSource({
    address: { host: '127.0.0.1', port, path: '/', fingerprint: null },
    homeId,
    ids: new Ids(NO_IDS, () => undefined),
    clock: systemClock,
    onState(state) {
      if (state === 'live') back.emit();
    }
  });
  await source.start();
  return { source, back, stop: () => source.stop() };
}

/** A mock house, a source of it, and a screen in front of it. They are started for one file of tests. */
export async function openHouse({ plugs = 0 } = {}) {
  const house = await MockHouse.start(plugs);
  const opened = await openSource(house.port, house.homeId);
  const { panel, close: closePanel } = await openPanel(opened);
  const close = async () => {
    await closePanel();
    opened.stop();
    await house.kill();
  };
  return { ...opened, house, panel, close };
}

/** A whole proxy that serves a source as the controller of its household, and a screen that is signed in to it. */
async function openPanel({ source, back }: Awaited<ReturnType<typeof openSource>>) {
  const { server, connect } = serveSource(source, {
    identity: { name: 'Z-Wave JS', mac: null, model: 'zwave-js' },
    clock: systemClock,
    refusalOf: knownPassword('anna', 'secret'),
    tokenSecret: null,
    reportBug: (bug) => console.error(bug)
  });
  server.startInProcess();
  const folder = await mkdtemp(join(tmpdir(), 'mantel-panel-'));
  const started = await startProxy(optionsOf('--data-dir', join(folder, 'data')), {
    clock: systemClock,
    log: new LogCapture(),
    version: 'test',
    builtAt: BUILT_AT,
    webFolder: '/nowhere',
    report: async () => '',
    sources: {
      house: async () => ({
        id: ID,
        name: 'Z-Wave JS',
        isSetUp: true,
        onBack: (listener) => back.subscribe(listener),
        connect: async () => connect(),
        stop: async () => undefined
      })
    }
  });
  if (!started.ok) throw new Error(started.error.message);
  const { http: origin, stop } = started.value;
  const { cookie } = await joinAt(origin, { controller: ID, username: 'anna', password: 'secret' });
  const live = new LiveClient(`${origin.replace('http', 'ws')}/api/controllers/${ID}/live?page=test`, {
    cookie,
    origin
  });
  const panel = new Panel(live, { origin, cookie });
  const close = async () => {
    live.close();
    await stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { panel, close };
}

/** What a page sees and does. */
export class Panel {
  readonly live: LiveClient;
  readonly #asked: { readonly origin: string; readonly cookie: string };

  constructor(live: LiveClient, asked: { readonly origin: string; readonly cookie: string }) {
    this.live = live;
    // Many commands are awaited at once.
    live.socket.setMaxListeners(0);
    this.#asked = asked;
  }

  async devices(): Promise<readonly Device[]> {
    const answer = await fetch(`${this.#asked.origin}/api/controllers/${ID}/home`, {
      headers: { cookie: this.#asked.cookie }
    });
    const body = (await answer.json()) as { home: { devices: Device[] } };
    return body.home.devices;
  }

  async named(name: string): Promise<Device> {
    const device = (await this.devices()).find((each) => each.name === name);
    if (!device) throw new Error(`No device is called ${name}`);
    return device;
  }

  /** Resolves when a device has these parameters. */
  async seen(name: string, params: object): Promise<void> {
    await soon(async () => expect((await this.named(name)).params).toMatchObject(params));
  }

  /** All values of a parameter that were ever reported to this page. */
  reported(device: number, param: string): unknown[] {
    return this.live.messages.flatMap((message) =>
      message.type === 'changes'
        ? message.changes.filter((each) => each.device === device).map(({ params }) => params?.[param])
        : message.type === 'home'
          ? message.home.devices.filter(({ id }) => id === device).map(({ params }) => params[param])
          : []
    );
  }

  /** Sends one command. Resolves with its id. */
  async send(device: number, method: string, params: object = {}): Promise<string> {
    const answer = await this.live.say({ commands: [{ device, method, params }] });
    const [entry] = answer.type === 'taken' ? answer.entries : [];
    if (!entry) throw new Error(`Refused: ${JSON.stringify(answer)}`);
    return entry.id;
  }

  /** Sends one command. Resolves with how it ended, and how long that took, in ms. */
  async command(device: number, method: string, params: object = {}) {
    const started = performance.now();
    const id = await this.send(device, method, params);
    const entry = await this.ended(id);
    return { state: entry.state, failure: entry.failure ?? null, ms: performance.now() - started };
  }

  /** How a command ends. */
  async ended(id: string) {
    const { entries } = await this.live.next('commands', (message) =>
      message.entries.some(
        (entry) => entry.id === id && !['queued', 'sending', 'accepted'].includes(entry.state)
      )
    );
    const entry = entries.find((each) => each.id === id);
    if (!entry) throw new Error('The command is not listed.');
    return entry;
  }

  /** Posts a command as a client without a page does. */
  async post(device: number, body: object): Promise<number> {
    const { origin, cookie } = this.#asked;
    const answer = await fetch(`${origin}/api/controllers/${ID}/v2/devices/${device}/actions`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body)
    });
    return answer.status;
  }
}
