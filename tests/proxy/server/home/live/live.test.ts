import { expect, it } from 'vitest';
import { applyChanges } from '#shared/changes';
import { decodeHome } from '#shared/home-schema';
import { deviceChanged, json, refusal } from '../../../../../tools/support/misbehaving-controller';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { LODGER } from '../../../../support/lamp-house';
import { besideLamps } from '../../../../support/lamp-upstream';
import {
  withMisbehavingController,
  withVirtualController,
  rejectedUpgrade
} from '../../../../support/upstream-test';

/** The messages with which a connection begins. */
const FIRST_MESSAGES = [
  'beat',
  'home',
  'controller',
  'screen',
  'layout',
  'moods',
  'scenes',
  'touch',
  'timers',
  'alarms',
  'commands'
];

it("a live connection starts with the whole home, its layout and the controller's status", async () => {
  const { connect } = await withVirtualController();
  const client = connect();
  await client.next('commands');
  expect(client.messages.map(({ type }) => type)).toEqual(FIRST_MESSAGES);
  const { home, revision, controller } = await client.next('home');
  expect(decodeHome(home)).toEqual(home);
  expect(home.devices.length).toBeGreaterThan(10);
  expect(revision).toMatch(/^[0-9a-f]+\.1$/);
  expect(controller.state).toBe('online');
});

it('a live connection sends changes at the controller to every screen', async () => {
  const { controller, connect } = await withVirtualController();
  const clients = [connect(), connect(), connect()];
  for (const client of clients) await client.next('controller');
  const [device] =
    (await clients[0]?.next('home'))?.home.devices.filter(({ params }) => 'Level' in params) ?? [];
  if (!device) throw new Error('The virtual home has no dimmer.');
  controller.setDevice(device.id, { params: { Level: 33 } });
  for (const client of clients) {
    const { changes } = await client.next('changes');
    expect(applyChanges((await client.next('home')).home, changes)).not.toEqual(
      (await client.next('home')).home
    );
    expect(changes[0]).toMatchObject({ device: device.id, params: { Level: 33 } });
  }
  expect(controller.requests()['GET /poll']).toBeLessThanOrEqual(2);
  expect(controller.requests()['GET /devices']).toBe(1);
});

it("a live connection resumes from a screen's revision", async () => {
  const { controller, connect } = await withMisbehavingController();
  const first = connect();
  const { revision } = await first.next('home');
  await controller.answerPoll({ last: 2, events: [deviceChanged(1, { Level: 10 })] });
  const events = [deviceChanged(1, { Level: 20 }), deviceChanged(2, { Level: 5 })];
  await controller.answerPoll({ last: 3, events });
  const latest = await first.next('changes', ({ changes }) => changes.some(({ device }) => device === 2));

  const second = connect({ revision });
  await second.next('timers');
  await second.next('commands');
  expect(second.messages.map(({ type }) => type)).toEqual(['beat', 'changes', ...FIRST_MESSAGES.slice(2)]);
  expect(second.messages[1]).toMatchObject({
    revision: latest.revision,
    changes: [
      { device: 1, params: { Level: 10 } },
      { device: 1, params: { Level: 20 } },
      { device: 2, params: { Level: 5 } }
    ]
  });

  const third = connect({ revision: latest.revision });
  await third.next('controller');
  expect(third.messages[1]).toEqual({ type: 'changes', revision: latest.revision, changes: [] });
});

it('a live connection sends the whole home if the lists changed, and not the changes of the old revision after it', async () => {
  const { controller, connect } = await withMisbehavingController();
  const client = connect();
  const { revision } = await client.next('home');
  controller.on('GET /devices', json([{ id: 7, name: 'New' }]));
  const events = [deviceChanged(1, { Level: 10 }), { type: 'DeviceListChanged' }];
  await controller.answerPoll({ last: 2, events });
  const { home } = await client.next('home', ({ home: { devices } }) => devices.some(({ id }) => id === 7));
  expect(home.devices).toHaveLength(1);
  const other = connect({ revision });
  await other.next('controller');
  expect(other.messages[1]?.type).toBe('home');
});

it('a live connection sends the first change at once, and batches those that follow shortly after', async () => {
  const clock = new FakeClock();
  const { controller, connect } = await withMisbehavingController({}, clock);
  const client = connect();
  await client.next('controller');
  await controller.answerPoll({ last: 2, events: [deviceChanged(1, { Level: 1 })] });
  await client.next('changes');
  for (let level = 2; level <= 6; level++)
    await controller.answerPoll({ last: level + 1, events: [deviceChanged(1, { Level: level })] });
  await controller.nextRequest('GET /poll?last=7');
  expect(client.messages.filter(({ type }) => type === 'changes')).toHaveLength(1);
  await clock.advance(5);
  const { changes } = await client.next('changes', ({ changes: all }) => all.length > 1);
  expect(changes.map(({ params }) => params?.['Level'])).toEqual([2, 3, 4, 5, 6]);
});

it('a live connection sends the status first if there is no home yet, and the home when there is one', async () => {
  const { controller, connect, upstream } = await withMisbehavingController({ 'GET /rooms': refusal(500) });
  const client = connect();
  expect((await client.next('controller')).state).toBe('unreachable');
  controller.behave('GET /rooms');
  await client.next('home');
  expect((await client.next('controller', ({ state }) => state === 'online')).since).toBeGreaterThan(0);
  const lists = ['layout', 'moods', 'scenes', 'touch', 'timers', 'alarms', 'commands'];
  expect(client.messages.map(({ type }) => type)).toEqual([
    'beat',
    'controller',
    'screen',
    ...lists,
    'home',
    ...lists,
    'controller'
  ]);
  expect(upstream.live.counts()).toEqual({ sockets: 1, watchers: 1, polls: 1 });
});

it('a live connection reports on every screen that somebody has to sign in again, and when that is over', async () => {
  const { controller, connect, upstream } = await withVirtualController();
  const clients = [connect(), connect()];
  for (const client of clients) await client.next('controller');
  controller.expireTokens({ refresh: true });
  await upstream.call('/v2/rooms');
  for (const client of clients) await client.next('controller', ({ state }) => state === 'signed-out');
  expect((await upstream.call('/home')).status).toBe(200);
  expect(await (await upstream.call('/v2/rooms')).json()).toMatchObject({ error: { code: 'signed-out' } });
  const before = clients.map(({ messages }) => messages.length);
  await upstream.signIn();
  for (const [at, client] of clients.entries())
    await client.next('controller', ({ state }) => state === 'online', before[at]);
  expect((await upstream.call('/v2/rooms')).status).toBe(200);
});

it('a live connection needs one upstream connection for a hundred screens, and none 5 s after the last one has left', async () => {
  const clock = new FakeClock();
  const { controller, connect, upstream } = await withMisbehavingController({}, clock);
  const clients = Array.from({ length: 100 }, () => connect({ headers: upstream.addScreen().headers }));
  for (const client of clients) await client.next('controller');
  expect(controller.waitingPolls).toBe(1);
  expect(controller.count('GET /devices')).toBe(1);
  expect(upstream.live.counts()).toEqual({ sockets: 100, watchers: 1, polls: 1 });

  for (const client of clients) client.close();
  while (upstream.live.counts().sockets > 0) await settle();
  await clock.advance(4_900);
  expect(upstream.live.counts().watchers).toBe(1);
  await clock.advance(100);
  expect(upstream.live.counts().watchers).toBe(0);
  while (controller.waitingPolls > 0) await settle();
  const before = controller.seen.length;
  await clock.advance(60_000);
  expect(controller.seen).toHaveLength(before);
});

it.each([
  ['is polled', true],
  ['is compared', false]
])(
  'a live connection to a home that %s gets what another account sees at once when that replaces the home’s',
  async (_how, hasPoll) => {
    const { client, upstream } = await besideLamps(2, { hasPoll });
    const before = await client().next('home');
    await client().next('commands');
    await upstream.accounts.set(upstream.controller, LODGER, { access: LODGER, refresh: null });
    const { home } = await client().next('home', ({ revision }) => revision !== before.revision);
    expect(home.devices.map(({ id }) => id)).toEqual([1]);
    expect(client().messages.filter(({ type }) => type === 'controller')).toHaveLength(1);
  }
);

it('a live connection tells each screen that the account of its home was replaced, at which screen, and until when that is taken back', async () => {
  const { client, upstream, clock } = await besideLamps(1);
  expect(await client().next('screen')).not.toHaveProperty('accountReplaced');
  const from = client().messages.length;
  const { controller, accounts, screens } = upstream;
  await accounts.set(controller, LODGER, { access: LODGER, refresh: null }, { by: 'Hall tablet' });
  screens.tellAllOf(controller);
  const until = clock.now() + 7 * 24 * 60 * 60_000;
  const { accountReplaced } = await client().next('screen', () => true, from);
  expect(accountReplaced).toEqual({ by: 'Hall tablet', until });
});

it('an upgrade is refused as plain HTTP if the origin, the host or the cookie is wrong', async () => {
  const { upstream, controller } = await withMisbehavingController();
  const { cookie, origin } = upstream.headers;
  const url = upstream.liveUrl();
  const cases: [Record<string, string>, number, string][] = [
    [{ origin: 'https://evil.test', cookie: cookie }, 403, 'foreign-origin'],
    [{ cookie: cookie }, 403, 'foreign-origin'],
    [{ origin }, 401, 'not-signed-in'],
    [{ origin, cookie: `mantel-${upstream.controller}=${'x'.repeat(43)}` }, 401, 'not-signed-in'],
    [{ origin, cookie: cookie, host: 'evil.test' }, 421, 'foreign-host']
  ];
  for (const [headers, status, code] of cases)
    expect(await rejectedUpgrade(url, headers)).toMatchObject({ status, body: { error: { code } } });
  const elsewhere = `${upstream.origin.replace('http', 'ws')}/api/live`;
  const answer = await rejectedUpgrade(elsewhere, upstream.headers);
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
  expect(controller.count('GET /devices')).toBe(0);
});

it('an upgrade without a grant for that controller ends with 1008, and its controller receives nothing', async () => {
  const { upstream, controller, connect } = await withMisbehavingController();
  const client = connect({ of: '02000000beef' });
  expect(await client.closed()).toBe(1008);
  expect(client.messages).toEqual([]);
  const foreign = connect({ headers: upstream.addScreen('02000000beef').headers });
  expect(await foreign.closed()).toBe(1008);
  expect(controller.count('GET /')).toBe(1);
  expect(upstream.live.counts()).toEqual({ sockets: 0, watchers: 0, polls: 0 });
});
