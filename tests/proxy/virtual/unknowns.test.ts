import { expect, test } from 'vitest';
import type { VirtualOptions } from '../../../proxy/virtual/options';
import { basic, bearer, Client, numberAt, recordsAt, textAt } from '../../contract/client';
import { virtualForTest } from '../../support/controllers';
import { FakeClock } from '../../support/fake-clock';

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

async function renewThrice(refreshTokens: VirtualOptions['refreshTokens']) {
  const { controller, base, client } = await start({ refreshTokens });
  const { body } = await client.post('/auth/login');
  controller.expireTokens();
  const path = `/auth/get-new-access-token?token=${textAt(body, 'refresh_token')}`;
  const answers = await Promise.all([1, 2, 3].map(() => new Client(base).post(path)));
  const good = answers.filter(({ status }) => status === 200);
  const calls = good.map((each) => new Client(base, bearer(textAt(each.body, 'token'))).get('/info'));
  return (await Promise.all(calls)).map(({ status }) => status);
}

test('a refresh token that can be used repeatedly lets three simultaneous calls go on', async () => {
  expect(await renewThrice('many')).toEqual([200, 200, 200]);
});

test('a refresh token that can be used once lets one call go on', async () => {
  expect(await renewThrice('once')).toEqual([200]);
});

test('a signed refresh token survives a restart of the controller', async () => {
  const first = await start({ tokenSecret: 'secret' });
  const { body } = await first.client.post('/auth/login');
  await first.controller.stop();
  const { base } = await start({ tokenSecret: 'secret' });
  expect(await new Client(base, bearer(textAt(body, 'token'))).get('/info')).toMatchObject({ status: 200 });
});
