import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControllerState } from '#shared/wire-fields';
import { systemClock } from '#shared/clock';
import { silentLog } from '../../../../proxy/platform/log';
import { readOptions } from '../../../../proxy/cli/read-options';
import { startProxy, type RunningProxy } from '../../../../proxy/start';
import { LiveClient } from '../../../support/live-client';
import { until } from './house';

/** The data folder of the tested proxy. */
const FOLDER = await mkdtemp(join(process.argv[3] ?? tmpdir(), 'data-'));

/** A device of the virtual house that can be switched. */
const LAMP = 21;

interface Me {
  readonly controller: { readonly id: string; readonly address: string };
}

/** The proxy with one signed-in screen that watches its home. */
export class Panel {
  readonly #headers: Record<string, string>;
  readonly #live: LiveClient;
  #proxy: RunningProxy;

  private constructor(proxy: RunningProxy, headers: Record<string, string>, live: LiveClient) {
    this.#proxy = proxy;
    this.#headers = headers;
    this.#live = live;
  }

  /** Signs in at an address and watches the home there. */
  static async signIn(address: string): Promise<Panel> {
    const proxy = await start();
    const response = await fetch(`${proxy.http}/api/sign-in`, {
      method: 'POST',
      headers: { origin: proxy.http, 'content-type': 'application/json' },
      body: JSON.stringify({ address, username: 'demo', password: 'demo', screen: 'Wall' })
    });
    if (!response.ok) throw new Error(`The sign-in failed: ${await response.text()}`);
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
    return Panel.#look(proxy, cookie);
  }

  static async #look(proxy: RunningProxy, cookie: string): Promise<Panel> {
    const headers = { origin: proxy.http, cookie };
    const me = (await (await fetch(`${proxy.http}/api/me`, { headers })).json()) as Me;
    const url = `${proxy.http.replace('http', 'ws')}/api/controllers/${me.controller.id}/live`;
    const panel = new Panel(proxy, headers, new LiveClient(url, headers));
    await panel.isIn('online');
    return panel;
  }

  /** Id and address of the controller, as the screen receives them. */
  async me(): Promise<Me['controller']> {
    return ((await this.#get('/api/me')) as Me).controller;
  }

  /** The question about the controller that the user sees. */
  async question(): Promise<unknown> {
    return this.#get(`/api/controllers/${(await this.me()).id}/move`);
  }

  /** Resolves once the live connection reports a state of the controller. */
  async isIn(state: ControllerState): Promise<void> {
    await until(async () => this.state === state);
  }

  /** The last state on the live connection. */
  get state(): ControllerState | undefined {
    return this.#live.messages
      .flatMap((message) =>
        message.type === 'controller'
          ? message.state
          : message.type === 'home'
            ? message.controller.state
            : []
      )
      .at(-1);
  }

  /** Resolves with the time until the controller is online at an address, in ms from now. */
  async followedTo(address: string): Promise<number> {
    const startedAt = performance.now();
    await until(async () => (await this.me()).address === address);
    await this.isIn('online');
    return performance.now() - startedAt;
  }

  /** Switches a lamp. Resolves with the status. */
  async command(): Promise<number> {
    const { id } = await this.me();
    const response = await fetch(`${this.#proxy.http}/api/controllers/${id}/v2/devices/${LAMP}/actions`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'setStatus', params: { status: true } })
    });
    return response.status;
  }

  async #get(path: string): Promise<unknown> {
    return (await fetch(`${this.#proxy.http}${path}`, { headers: this.#headers })).json();
  }
}

/** The proxy like in the program, with searches by broadcast and the system's own neighbour table. */
async function start(): Promise<RunningProxy> {
  const quiet = ['--host', '127.0.0.1', '--http-port', '0', '--https-port', '0', '--no-mdns', '--no-demo'];
  const read = readOptions([...quiet, '--data-dir', FOLDER], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('These are no options.');
  const started = await startProxy(read.value.options, {
    ...{ clock: systemClock, log: silentLog, version: 'test', builtAt: 0, webFolder: '/nowhere' }
  });
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}
