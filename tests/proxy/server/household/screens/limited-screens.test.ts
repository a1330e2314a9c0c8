import { expect, it } from 'vitest';
import { EMPTY_LAYOUT } from '#shared/layout';
import { FULL_RIGHTS, isFull, type Rights } from '#shared/rights';
import type { Snapshot } from '#shared/wire-live';
import { json } from '../../../../../tools/support/misbehaving-controller';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { refusal } from '../../../../support/test-proxy';
import type { Upstream } from '../../../../support/upstream';
import {
  ask,
  withMisbehavingController,
  withVirtualController,
  upstreamPath
} from '../../../../support/upstream-test';

/** The living room of the virtual house with a lamp, and a device and a room outside it. */
const ROOM = 11;
const LAMP = 21;
/** A smoke alarm in the kitchen. */
const SMOKE = 48;
const SWITCH_ON = { method: 'setStatus', params: { status: true } };
const HERE: Rights = { ...FULL_RIGHTS, rooms: [ROOM] };
const LOOKING: Rights = { ...FULL_RIGHTS, commands: false };

/** A limited screen at the virtual house. */
async function limited(rights: Rights, clock?: FakeClock) {
  const beside = await withVirtualController({}, clock);
  const { upstream } = beside;
  const { screen, cookie } = upstream.screens.add({ ...upstream.screen, name: 'Child', kept: true, rights });
  const headers = { cookie: `mantel-${upstream.controller}=${cookie}`, origin: upstream.origin };
  const call = (target: string, asked: { method?: string; body?: unknown } = {}) =>
    ask(upstream, upstreamPath(upstream, target), { ...asked, headers });
  return { ...beside, screen, headers, call, elsewhere: await elsewhere(upstream) };
}

/** The whole home, and a device of another room, as seen by a screen of all rights. */
async function elsewhere(upstream: Upstream) {
  const { home } = (await (await upstream.call('/home')).json()) as Snapshot;
  const device = home.devices.find(
    ({ room_id, interfaces }) => room_id !== ROOM && room_id !== null && interfaces.includes('SwitchBinary')
  );
  if (!device) throw new Error('The house has one room.');
  return { home, device: device.id, room: device.room_id };
}

const REFUSED = refusal(403, 'limited-screen');

it('a screen of one room receives that room, its section and its devices, by HTTP and live', async () => {
  const { upstream, headers, connect, elsewhere: whole } = await limited(HERE);
  const path = `/api/controllers/${upstream.controller}/home`;
  const { home } = (await ask(upstream, path, { headers })).json as Snapshot;
  expect(home.rooms.map(({ id }) => id)).toEqual([ROOM]);
  expect(home.sections).toHaveLength(1);
  expect(home.devices).toEqual(whole.home.devices.filter(({ room_id }) => room_id === ROOM));
  const ids = home.devices.map(({ id }) => id);
  for (const id of Object.values(home.rooms[0]?.main_devices ?? {}))
    if (id !== null) expect(ids).toContain(id);
  const client = connect({ headers });
  expect((await client.next('home')).home).toEqual(home);
  expect((await client.next('screen')).rights).toEqual(HERE);
});

it('a screen of one room receives changes of its room and none of others', async () => {
  const { headers, connect, controller, elsewhere: whole } = await limited(HERE);
  const client = connect({ headers });
  await client.next('home');
  const other = connect();
  await other.next('home');
  controller.setDevice(whole.device, { params: { Status: true } });
  await other.next('changes', ({ changes }) => changes.some(({ device }) => device === whole.device));
  controller.setDevice(LAMP, { params: { Status: true } });
  await client.next('changes', ({ changes }) => changes.some(({ device }) => device === LAMP));
  expect(JSON.stringify(client.messages)).not.toContain(`"device":${whole.device}`);
});

it('a screen of one room is told a hazard of another room by its word, its room and its time, and nothing else of that room', async () => {
  const clock = new FakeClock();
  const { upstream, headers, connect, controller } = await limited(HERE, clock);
  const client = connect({ headers });
  const owner = connect();
  await client.next('home');
  await owner.next('home');
  expect((await client.next('alarms')).alarms).toEqual([]);
  upstream.layouts.put(upstream.controller, {
    favourites: null,
    devices: { '48': { isHidden: true } },
    rooms: { '12': { name: 'Mum’s hall' } }
  });
  const from = client.messages.length;
  controller.setDevice(SMOKE, { params: { Tripped: true } });
  await owner.next('changes', ({ changes }) => changes.some(({ device }) => device === SMOKE));
  await clock.advance(200);
  const { alarms } = await client.next('alarms', () => true, from);
  expect(alarms).toEqual([
    {
      id: expect.any(String) as string,
      kind: 'smoke',
      room: 'Mum’s hall',
      forMs: expect.any(Number) as number
    }
  ]);
  const since = client.messages.length;
  controller.setDevice(SMOKE, { params: { Tripped: false } });
  await owner.next('changes', ({ changes }) => changes.some(({ params }) => params?.['Tripped'] === false));
  await clock.advance(500);
  expect((await client.next('alarms', () => true, since)).alarms).toEqual([]);
  const told = client.messages.filter(({ type }) => type !== 'alarms');
  for (const word of [`"device":${SMOKE}`, 'Smoke alarm', 'kitchen', 'Kitchen', 'smoke'])
    expect(JSON.stringify(told)).not.toContain(word);
});

it('a screen of one room receives a whole home if it has a revision with more in it', async () => {
  const { headers, connect } = await limited(HERE);
  const full = connect();
  const { revision } = await full.next('home');
  const client = connect({ headers, revision });
  expect((await client.next('home')).home.rooms).toHaveLength(1);
});

it('a screen of one room can command and read its own devices only; the controller receives nothing else', async () => {
  const { call, controller, elsewhere: whole } = await limited(HERE);
  expect((await call(`/devices/${LAMP}/actions`, { method: 'POST', body: SWITCH_ON })).status).toBe(200);
  expect((await call(`/devices/${LAMP}`)).status).toBe(200);
  const before = controller.requests();
  const foreign = `/devices/${whole.device}`;
  expect(await call(`${foreign}/actions`, { method: 'POST', body: SWITCH_ON })).toMatchObject(REFUSED);
  for (const target of [
    foreign,
    `${foreign}/actions`,
    `${foreign}/parameter-history`,
    '/devices/999999',
    '/devices',
    '/devices?fields=all',
    '/rooms',
    `/rooms/${ROOM}`,
    '/sections',
    '/home',
    '/info',
    '/system'
  ])
    expect([target, await call(target)]).toMatchObject([target, REFUSED]);
  expect({ ...controller.requests(), 'GET /poll': 0 }).toEqual({ ...before, 'GET /poll': 0 });
});

it('a screen of one room can read a device before the home was read', async () => {
  const { upstream } = await withVirtualController();
  const { cookie } = upstream.screens.add({ ...upstream.screen, rights: HERE });
  const headers = { cookie: `mantel-${upstream.controller}=${cookie}`, origin: upstream.origin };
  expect((await ask(upstream, upstreamPath(upstream, `/devices/${LAMP}`), { headers })).status).toBe(200);
});

it('a screen of one room receives the part of a layout that concerns its room', async () => {
  const { upstream, headers, connect, elsewhere: whole } = await limited(HERE);
  const layout = {
    ofLater: 'Secret',
    favourites: [whole.device, LAMP],
    devices: { [LAMP]: { name: 'Mine' }, [whole.device]: { name: 'Secret' } },
    rooms: { [ROOM]: { name: 'Lounge' }, [whole.room ?? 0]: { name: 'Vault' } }
  };
  const own = {
    favourites: [LAMP],
    devices: { [LAMP]: { name: 'Mine' } },
    rooms: { [ROOM]: { name: 'Lounge' } },
    models: { [LAMP]: expect.stringMatching(/^[0-9a-f]{8}$/) as string }
  };
  upstream.layouts.put(upstream.controller, layout);
  const client = connect({ headers });
  expect((await client.next('layout', ({ layout: told }) => told.favourites !== null)).layout).toEqual(own);
  const from = client.messages.length;
  upstream.layouts.put(upstream.controller, { ...layout, favourites: [whole.device] });
  expect((await client.next('layout', () => true, from)).layout).toEqual({ ...own, favourites: [] });
  expect(JSON.stringify(client.messages)).not.toMatch(/Secret|Vault/);
});

it('a read-only screen sees everything and can command nothing; the controller receives no command', async () => {
  const { call, controller } = await limited(LOOKING);
  expect((await call('/devices')).status).toBe(200);
  expect(await call(`/devices/${LAMP}/actions`, { method: 'POST', body: SWITCH_ON })).toMatchObject(REFUSED);
  expect(controller.commandsReceived()).toEqual([]);
});

it('changed rights apply at once on the open connection, which stays open', async () => {
  const { upstream, connect, call, headers, screen } = await limited(FULL_RIGHTS);
  const client = connect({ headers });
  const { home } = await client.next('home');
  expect(home.rooms.length).toBeGreaterThan(1);
  const from = client.messages.length;
  upstream.screens.change(screen.id, { rights: { ...HERE, commands: false } });
  expect((await client.next('home', () => true, from)).home.rooms).toHaveLength(1);
  expect((await client.next('screen', () => true, from)).rights.commands).toBe(false);
  expect(await call('/devices')).toMatchObject(REFUSED);
  upstream.screens.change(screen.id, { rights: FULL_RIGHTS, name: 'Grown' });
  expect((await client.next('screen', ({ screen: { name } }) => name === 'Grown')).rights).toEqual(
    FULL_RIGHTS
  );
  expect((await call('/devices')).status).toBe(200);
});

/**
 * Sends a request of a limited screen, whose response waits until the controller has returned its devices.
 */
async function asking(what: string, rights: Rights) {
  let tell: () => void = () => undefined;
  const beside = await withMisbehavingController({
    'GET /devices': (response, seen) => void (tell = () => json([])(response, seen))
  });
  const { upstream, controller } = beside;
  const { screen, cookie } = upstream.screens.add({ ...upstream.screen, name: 'Child', rights });
  const headers = { cookie: `mantel-${upstream.controller}=${cookie}` };
  const told = ask(upstream, `/api/controllers/${upstream.controller}${what}`, { headers });
  await controller.nextRequest('GET /devices');
  return { upstream, screen, told, tell: () => tell() };
}

it.each(['/home', '/layout'])('a screen that was ended meanwhile does not receive %s', async (what) => {
  const { upstream, screen, told, tell } = await asking(what, HERE);
  upstream.screens.end(screen.id);
  tell();
  expect(await told).toMatchObject(refusal(401, 'not-signed-in'));
});

it.each([
  ['/home', FULL_RIGHTS],
  ['/layout', { ...HERE, rooms: [1] }]
])('a screen that was limited meanwhile receives only its part of %s', async (what, before) => {
  const { upstream, screen, told, tell } = await asking(what, before);
  const layout = { ...EMPTY_LAYOUT, rooms: { '1': { name: 'Foyer' } } };
  upstream.layouts.put(upstream.controller, layout);
  upstream.screens.change(screen.id, { rights: { ...HERE, rooms: [2] } });
  tell();
  const { status, json } = await told;
  expect(status).toBe(200);
  expect(JSON.stringify(json)).not.toMatch(/Hall|Foyer/);
});

const HOUR = 60 * 60_000;

it('rights with an end time end the screen then, and its connection within a second', async () => {
  const clock = new FakeClock();
  const until = clock.now() + HOUR;
  const { upstream, connect, call, headers } = await limited({ ...FULL_RIGHTS, until }, clock);
  const client = connect({ headers });
  await client.next('home');
  await clock.advance(HOUR - 1);
  expect((await call(`/devices/${LAMP}`)).status).toBe(200);
  await clock.advance(1);
  expect(await client.closed()).toBe(1008);
  expect(await call(`/devices/${LAMP}`)).toMatchObject({ status: 401 });
  expect(upstream.screens.list(upstream.controller)).toHaveLength(1);
});

it.each([
  ['by the wall clock too: a guest does not stay longer because the server was off', HOUR, 30_000],
  ['in time even if the wall clock was set back', -10 * 365 * 24 * HOUR, HOUR]
])('rights with an end time end %s', async (_what, jump, passed) => {
  const clock = new FakeClock();
  const { upstream, screen } = await limited({ ...FULL_RIGHTS, until: clock.now() + HOUR }, clock);
  clock.jump(jump);
  await clock.advance(passed);
  await settle();
  expect(upstream.screens.list(upstream.controller).map(({ id }) => id)).not.toContain(screen.id);
});

it('a screen has full rights only without any limit', () => {
  expect(isFull(FULL_RIGHTS)).toBe(true);
  for (const limit of [{ rooms: [1] }, { commands: false }, { until: 1 }])
    expect(isFull({ ...FULL_RIGHTS, ...limit })).toBe(false);
});
