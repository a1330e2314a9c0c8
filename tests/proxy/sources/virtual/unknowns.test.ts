import { expect, test } from 'vitest';
import type { VirtualOptions } from '../../../../proxy/sources/virtual/options';
import { basic, Client, numberAt, recordsAt } from '../../../contract/client';
import { virtualForTest } from '../../../support/controllers';
import { FakeClock } from '../../../support/fake-clock';

/** A lamp of the demo house, which is off. */
const LAMP = 21;

/** Options for behaviour that is unknown of real controllers. */
async function start(options: Partial<VirtualOptions>) {
  const controller = await virtualForTest({ pollMs: 100, ...options });
  const base = `http://${controller.address}:${controller.port}/api/v2`;
  return { controller, base, client: new Client(base, basic('demo', 'demo')) };
}

async function afterCommand(ownEvents: VirtualOptions['ownEvents'], ms: number) {
  const clock = new FakeClock();
  const { controller, client } = await start({ clock, ownEvents });
  const wanted = controller.device(LAMP)?.params['Status'] !== true;
  await client.act(LAMP, 'setStatus', { status: wanted });
  await clock.advance(ms);
  expect(controller.device(LAMP)?.params['Status']).toBe(wanted);
  controller.setDevice(24, { fields: { name: 'Renamed' } });
  const { body } = await client.get('/poll?last=0');
  return recordsAt(body, 'events').map(({ device_id }) => device_id);
}

test('own events come at once', async () => {
  expect(await afterCommand('at-once', 200)).toEqual([LAMP, LAMP, 24]);
});

test('own events come late, and others at once', async () => {
  expect(await afterCommand('late', 200)).toEqual([24]);
  expect(await afterCommand('late', 3_200)).toEqual([LAMP, LAMP, 24]);
});

test('own events never come, and others do', async () => {
  expect(await afterCommand('never', 60_000)).toEqual([24]);
});

test('a strict poll requires `last`, and omits it if nothing happened', async () => {
  const { controller, client } = await start({ poll: 'strict' });
  expect(await client.get('/poll')).toMatchObject({ status: 400 });
  expect(await client.get('/poll?last=0')).toMatchObject({ status: 200, body: {} });
  controller.setDevice(LAMP, { fields: { name: 'Renamed' } });
  const { body } = await client.get('/poll?last=0');
  expect([numberAt(body, 'last'), recordsAt(body, 'events').length]).toEqual([1, 1]);
});

test('a missing poll is an unknown path', async () => {
  const { client } = await start({ poll: 'none' });
  expect(await client.get('/poll?last=0')).toMatchObject({ status: 404 });
});
