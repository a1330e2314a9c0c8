import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Emitter } from '#shared/emitter';
import type { Device } from '#shared/home';
import { openPool } from '../../../../proxy/server/controllers/connection';
import { knownPassword } from '../../../../proxy/sources/served/auth/admission';
import { serveSource } from '../../../../proxy/sources/served/serve';
import type {
  ChangedDevice,
  CommandOutcome,
  ServedHome,
  Source
} from '../../../../proxy/sources/served/source';
import { aLamp } from '../../../lib/state/test-home';
import { basic } from '../../../support/controller-client';
import { FakeClock } from '../../../support/fake-clock';

const LAMP = aLamp(7, { name: 'Lamp' });

/** A home in memory: one lamp. */
class MemorySource implements Source {
  readonly changes = new Emitter<ChangedDevice>();
  readonly lists = new Emitter<void>();
  readonly losses = new Emitter<void>();
  readonly ran: string[] = [];
  outcome: CommandOutcome = { status: 'done' };
  #lamp: Device | null = LAMP;
  home(): ServedHome | null {
    const lamp = this.#lamp;
    return lamp && { sections: new Map(), rooms: new Map(), devices: new Map([[lamp.id, lamp]]) };
  }
  onChange = (listener: (changed: ChangedDevice) => void) => this.changes.subscribe(listener);
  onLists = (listener: () => void) => this.lists.subscribe(listener);
  onGone = (listener: () => void) => this.losses.subscribe(listener);
  run(device: Device, { call }: { readonly call: { readonly method: string } }) {
    this.ran.push(`${device.id} ${call.method}`);
    return Promise.resolve(this.outcome);
  }
  set(Status: boolean) {
    const after = { ...LAMP, params: { Status } };
    this.#lamp = after;
    this.changes.emit({ before: LAMP, after });
  }
  lose() {
    this.#lamp = null;
    this.losses.emit();
  }
}

let source: MemorySource;
let ask: (path: string, body?: object) => Promise<{ status: number; body: unknown }>;

beforeEach(() => {
  source = new MemorySource();
  const served = serveSource(source, {
    identity: { name: 'Home', mac: null, model: 'memory' },
    clock: new FakeClock(),
    refusalOf: knownPassword('anna', 'secret'),
    tokenSecret: null,
    reportBug: (bug) => expect.unreachable(String(bug))
  });
  served.server.startInProcess();
  const pool = openPool({ address: '', port: 0 }, { connect: async () => served.connect() }, () => true);
  ask = async (path, body) => {
    const answer = await pool.request({
      method: body ? 'POST' : 'GET',
      path: `/api/v2${path}`,
      headers: { authorization: basic('anna', 'secret') },
      body: body ? JSON.stringify(body) : null
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
  onTestFinished(async () => {
    await pool.destroy();
    await served.server.stop();
  });
});

test('a served source is read, commanded and followed by the API', async () => {
  expect(await ask('/devices/7')).toMatchObject({ status: 200, body: { name: 'Lamp' } });
  const following = ask('/poll?last=0');
  await ask('/devices/7/actions', { method: 'setStatus', params: { status: true } });
  expect(source.ran).toEqual(['7 setStatus']);
  const done = { method: 'setStatus', params: { status: true }, status: 'done' };
  const report = { type: 'ActionStatusReport', device_id: 7, ...done };
  expect((await following).body).toMatchObject({ events: [report], last: 1 });
  source.set(true);
  source.lists.emit();
  expect((await ask('/poll?last=1')).body).toMatchObject({
    events: [{ type: 'DeviceChanged', device_id: 7 }, { type: 'DeviceListChanged' }]
  });
});

test('a served source says in its own words why a command failed', async () => {
  source.outcome = { status: 'failed', message: 'The node is dead.' };
  await ask('/devices/7/actions', { method: 'setStatus', params: { status: true } });
  expect((await ask('/poll?last=0')).body).toMatchObject({
    events: [{ status: 'failed', message: 'The node is dead.' }]
  });
});

test('a served source has no identity beyond its model', async () => {
  expect((await ask('/info')).body).toEqual({ id: 'memory', name: 'Home', version: '2.8.1' });
});

test('a served source that loses its home closes every connection and accepts none', async () => {
  const following = ask('/poll?last=0');
  await ask('/devices');
  source.lose();
  await expect(following).rejects.toThrow();
  await expect(ask('/devices')).rejects.toThrow('not running');
});
