import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#shared/clock';
import { livePath } from '#shared/routes';
import type { ControllerState } from '#shared/wire-fields';
import { readOptions } from '../../../../../proxy/box/cli/read-options';
import { silentLog } from '../../../../../proxy/server/base/platform/log';
import { startProxy, type RunningProxy } from '../../../../../proxy/server/start';
import { join as joinAt } from '../../../../../tools/support/join';
import { LiveClient } from '../../../../support/live-client';
import { until } from './house';

/** The data folder of the tested proxy. */
const FOLDER = await mkdtemp(join(process.argv[3] ?? tmpdir(), 'data-'));

/** A device of the virtual house that can be switched. */
const LAMP = 21;

/** The proxy with one signed-in screen that watches its home. */
export type Panel = Awaited<ReturnType<typeof signIn>>;

/** Signs in at an address and watches the home there. */
export async function signIn(address: string) {
  const { http: origin } = await start();
  const { cookie, controller: id } = await joinAt(origin, { address });
  const headers = { origin, cookie };
  const get = async (path: string): Promise<unknown> => (await fetch(`${origin}${path}`, { headers })).json();
  /** Id and address of the controller, as the screen receives them. */
  const me = async () =>
    ((await get('/api/me')) as { controller: { id: string; address: string } }).controller;
  const live = new LiveClient(origin.replace('http', 'ws') + livePath(id), headers);

  /** The last state on the live connection. */
  const state = (): ControllerState | undefined =>
    live.messages
      .flatMap((message) =>
        message.type === 'controller'
          ? message.state
          : message.type === 'home'
            ? message.controller.state
            : []
      )
      .at(-1);
  /** Resolves once the live connection reports a state of the controller. */
  const isIn = (wanted: ControllerState) => until(async () => state() === wanted);
  await isIn('online');
  return {
    me,
    state,
    isIn,
    /** Resolves with the time until the controller is online at an address, in ms from now. */
    async followedTo(to: string): Promise<number> {
      const startedAt = performance.now();
      await until(async () => (await me()).address === to);
      await isIn('online');
      return performance.now() - startedAt;
    },
    /** Switches a lamp. Resolves with the status. */
    async command(): Promise<number> {
      const body = JSON.stringify({ method: 'setStatus', params: { status: true } });
      const path = `/api/controllers/${id}/v2/devices/${LAMP}/actions`;
      const type = { 'content-type': 'application/json' };
      return (await fetch(origin + path, { method: 'POST', headers: { ...headers, ...type }, body })).status;
    }
  };
}

/** The proxy like in the program, with searches by broadcast and the system's own neighbour table. */
async function start(): Promise<RunningProxy> {
  const quiet = ['--host', '127.0.0.1', '--http-port', '0', '--https-port', '0', '--no-mdns', '--no-demo'];
  const read = readOptions([...quiet, '--data-dir', FOLDER], {});
  if (!read.ok || read.value.kind !== 'start') throw new Error('These are no options.');
  const started = await startProxy(read.value.options, {
    clock: systemClock,
    log: silentLog,
    version: 'test',
    builtAt: 0,
    webFolder: '/nowhere',
    report: async () => ''
  });
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}
