import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { FILE_NAME } from '../../../../../proxy/box/backup/archive';
import { Layouts } from '../../../../../proxy/server/home/layouts/layouts';
import { storedLayoutSchema } from '../../../../../proxy/server/home/layouts/stored-layouts';
import { silence } from '../../../../../tools/support/misbehaving-controller';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { afterPowerCut } from '../../../../support/power-cut';
import { filesNamed, openStore } from '../../../../support/sealed-folder';
import { temporaryFolder } from '../../../../support/temporary-folder';
import { testProxy, type TestProxy } from '../../../../support/test-proxy';
import { withMisbehavingController } from '../../../../support/upstream-test';

const LAYOUT: Layout = {
  favourites: [3, 1],
  devices: { '21': { name: 'Читальна лампа', icon: 'desk-lamp', isHidden: true } },
  rooms: { '11': { name: 'Parlour' } }
};
const OTHER: Layout = { ...EMPTY_LAYOUT, rooms: { '11': { name: 'Salon' } } };

/** A proxy with one screen, whose cookie is `own`; on a data folder of before without. */
async function layoutProxy(dataDir?: string) {
  const proxy = await testProxy(dataDir === undefined ? {} : { dataDir });
  const path = `/api/controllers/${proxy.id}/layout`;
  const put = async (cookie: string, body: unknown) => {
    const headers = { cookie, origin: proxy.origin, 'content-type': 'application/json' };
    return proxy.ask(path, { method: 'PUT', headers, body });
  };
  const get = async (cookie: string) => (await proxy.call(cookie, 'GET', path)).json;
  const own = dataDir === undefined ? await proxy.cookie() : '';
  return { ...proxy, own, put, get, listen: (cookie: string) => listen(proxy, cookie) };
}

/** A screen's live connection, after its layout message. */
async function listen({ live }: TestProxy, cookie: string) {
  const client = live(cookie);
  await client.next('layout');
  return client;
}

it('a layout is on the disk once it is acknowledged, and survives a power cut', async () => {
  const { put, own, dataDir } = await layoutProxy();
  await put(own, LAYOUT);
  const next = await layoutProxy(await afterPowerCut(dataDir));
  expect(await next.get(own)).toEqual(LAYOUT);
});

const MALFORMED: readonly [what: string, body: unknown, said: string][] = [
  ['a list', '[]', 'This is not a body'],
  ['nothing', '', ''],
  ['null', 'null', 'This is not a body'],
  ['a name that is not a string', { ...LAYOUT, devices: { '21': { name: 5 } } }, 'devices.21.name'],
  ['a key that is not an id', { ...LAYOUT, rooms: { kitchen: {} } }, 'rooms.kitchen'],
  ['a key of 60,000 letters', { ...LAYOUT, rooms: { ['x'.repeat(60_000)]: {} } }, 'rooms.xxx'],
  ['a field in a field', { devices: { '21': { name: { name: 'x' } } } }, 'devices.21.name']
];

it('a malformed layout is refused with the reason in short, and the old one stays', async () => {
  const { put, get, own } = await layoutProxy();
  await put(own, LAYOUT);
  for (const [what, body, said] of MALFORMED) {
    const { status, json, text } = await put(own, body);
    expect(text.length, what).toBeLessThan(300);
    expect({ status, json }, what).toMatchObject({ status: 400, json: { error: { code: 'bad-request' } } });
    expect(JSON.stringify(json), what).toContain(said);
  }
  expect(await get(own)).toEqual(LAYOUT);
});

it('a layout has at most 64 KiB together with what is stored', async () => {
  const { put, get, own } = await layoutProxy();
  const half = Object.fromEntries(Array.from({ length: 160 }, (_, id) => [id, { name: 'x'.repeat(190) }]));
  expect((await put(own, { devices: half })).status).toBe(204);
  expect((await put(own, { rooms: half })).status).toBe(413);
  expect(await get(own)).toMatchObject({ devices: half, rooms: {} });
});

const LAMP = LAYOUT.devices['21'];
it.each<[string, object, object]>([
  ['nothing', {}, {}],
  ['favourites as a whole', { favourites: [7] }, { favourites: [7] }],
  ['no favourites', { favourites: null }, { favourites: null }],
  ['another device', { devices: { '5': { order: 1 } } }, { devices: { '5': { order: 1 }, '21': LAMP } }],
  ['a field', { devices: { '21': { name: ' Lamp ' } } }, { devices: { '21': { ...LAMP, name: 'Lamp' } } }],
  [
    'a field less',
    { devices: { '21': { isHidden: null, icon: null } } },
    { devices: { '21': { name: LAMP?.name } } }
  ],
  ['a device less', { devices: { '21': null, '22': null } }, { devices: {} }],
  ['the last field less', { rooms: { '11': { name: null } } }, { rooms: {} }],
  ['no rooms', { rooms: null }, { rooms: {} }],
  ['a whole map, by a page of before', { rooms: {}, devices: { '21': LAMP } }, {}],
  ['what the devices were', { models: { '21': '0123abcd' } }, {}]
])('a put merges by id and field: %s', async (_, sent, merged) => {
  const { put, get, own } = await layoutProxy();
  await put(own, LAYOUT);
  expect((await put(own, sent)).status).toBe(204);
  expect(await get(own)).toEqual({ ...LAYOUT, ...merged });
});

it('two saves at once both stay', async () => {
  const { put, get, own, cookie } = await layoutProxy();
  const put21 = (cookie: string, change: object) => put(cookie, { devices: { '21': change } });
  const saves = [put21(own, { name: 'Lamp' }), put21(await cookie(), { isHidden: true })];
  for (const { status } of await Promise.all(saves)) expect(status).toBe(204);
  expect(await get(own)).toEqual({ ...EMPTY_LAYOUT, devices: { '21': { name: 'Lamp', isHidden: true } } });
});

it('a layout that is meant for another device than the one with its id now is set aside, and sent so', async () => {
  const { put, get, own, listen, controller } = await layoutProxy();
  await put(own, LAYOUT);
  const screen = await listen(own);
  const lamp = controller.device(21);
  if (!lamp) throw new Error('No lamp 21');
  controller.changeLists({ addDevice: { ...lamp, name: 'Garage door', role: 'Gate' } });
  // Only what could do no harm stays.
  await screen.next('layout', ({ layout }) => layout.devices['21']?.name === undefined);
  expect((await get(own)) as Layout).toMatchObject({ devices: { '21': { isHidden: true } } });
  const from = screen.messages.length;
  controller.changeLists({ addDevice: lamp });
  await screen.next('layout', ({ layout }) => layout.devices['21']?.name === 'Читальна лампа', from);
  expect(await get(own)).toMatchObject(LAYOUT);
});

it('a layout is shared by the screens of a home, and sent at once to all of them after a put', async () => {
  const { put, get, cookie, listen } = await layoutProxy();
  const kitchen = await cookie();
  const phone = await cookie();
  const screens = [await listen(kitchen), await listen(phone)];
  await put(phone, LAYOUT);
  for (const screen of screens)
    await screen.next('layout', ({ layout }) => layout.rooms['11']?.name === 'Parlour');
  expect(await get(kitchen)).toMatchObject(LAYOUT);
});

it('a refused layout is not sent', async () => {
  const { put, own, listen } = await layoutProxy();
  const screen = await listen(own);
  const before = screen.messages.length;
  await put(own, { ...LAYOUT, devices: [] });
  await put(own, OTHER);
  await screen.next('layout', () => true, before);
  const received = screen.messages.filter(({ type }) => type === 'layout');
  expect(received).toEqual([
    { type: 'layout', layout: EMPTY_LAYOUT },
    { type: 'layout', layout: OTHER }
  ]);
});

it('a layout is sent in its latest form if the first message is late', async () => {
  const { upstream, connect, controller } = await withMisbehavingController({ 'GET /rooms': silence });
  const client = connect();
  await controller.nextRequest('GET /rooms');
  while (upstream.live.counts().sockets === 0) await settle();
  upstream.layouts.put(upstream.controller, LAYOUT);
  expect((await client.next('layout')).layout).toEqual(LAYOUT);
  controller.behave('GET /rooms');
});

it('layouts have a file each, whose name does not reveal the home', async () => {
  const folder = join(await temporaryFolder(), 'data');
  const store = await openStore(folder);
  onTestFinished(() => store.close());
  const layouts = new Layouts(store.files('layout', storedLayoutSchema), new FakeClock());
  layouts.put('0123456789ab', LAYOUT);
  await layouts.saved('0123456789ab');
  const [first = ''] = await filesNamed(folder, 'layout-');
  const { ino } = await stat(join(folder, first));
  layouts.put('cdef01234567', OTHER);
  await layouts.saved('cdef01234567');
  const names = await filesNamed(folder, 'layout-');
  expect(names).toHaveLength(2);
  for (const name of names) expect(name).toMatch(FILE_NAME);
  expect(names.join()).not.toMatch(/0123|cdef/);
  expect((await stat(join(folder, first))).ino).toBe(ino);
});

it('the meaning of a lock’s reports ends at once when another lock reports under its id', async () => {
  const { put, own, listen, controller } = await layoutProxy();
  await put(own, { ...EMPTY_LAYOUT, devices: { '69': { lock: 'locked' } } });
  const screen = await listen(own);
  await screen.next('layout', ({ layout }) => layout.models?.['69'] !== undefined);
  controller.setDevice(69, { params: { nodeId: 96 } });
  await screen.next('layout', ({ layout }) => layout.devices['69'] === undefined);
});
