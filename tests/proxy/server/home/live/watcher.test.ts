import { expect, it } from 'vitest';
import { deviceChanged, json, refusal } from '../../../../../tools/support/misbehaving-controller';
import { settle } from '../../../../support/fake-clock';
import { deviceOf, advanceUntil, untilEmitted, watchEachTest } from '../../../../support/watched';

const watched = watchEachTest();

/** The query that known clients send with every list. */
const QUERY = '?show_hidden=true&compact=false&with_actions=false&fields=all';

/** An event with so many new values. */
const manyValues = (count: number) =>
  deviceChanged(1, Object.fromEntries(Array.from({ length: count }, (_, at) => [`new${at}`, at])));

const paths = () => watched.controller.seen.map(({ method, url }) => `${method} ${url}`);

it('a watcher polls for its position before it reads anything, and reads the devices last', async () => {
  await watched.start();
  expect(paths()[0]).toBe('GET /poll?last=0');
  await watched.controller.nextRequest('GET /poll?last=1');
  expect(paths().slice(1, 3).sort()).toEqual([`GET /rooms${QUERY}`, `GET /sections${QUERY}`]);
  expect(paths().slice(3)).toEqual([`GET /devices${QUERY}`, 'GET /poll?last=1']);
  expect(watched.watcher.home.journal.home.rooms).toHaveLength(1);
});

it('a watcher reports changes, whatever else an event contains', async () => {
  await watched.start();
  await watched.controller.answerPoll({
    last: 5,
    events: [
      { type: 'DeviceChanged', device_id: 1, params: [{ name: 'Level', old_value: 0, new_value: 40 }] },
      { type: 'DeviceChanged', device_id: '2', params: [], alive: false, name: 'New name' },
      { type: 'DeviceChanged', device_id: 2, params: { Status: true } },
      { type: 'ActionStatusReport', device_id: 1, status: 'ok' }
    ]
  });
  const second = { device: 2, fields: { alive: false, name: 'New name' }, params: { Status: true } };
  expect(await watched.next()).toEqual([{ device: 1, params: { Level: 40 } }, second]);
  expect(deviceOf(watched, 1)?.params['Level']).toBe(40);
  expect(deviceOf(watched, 2)).toMatchObject({ alive: false, name: 'New name', params: { Status: true } });
  await watched.controller.nextRequest('GET /poll?last=5');
});

it.each<[string, unknown]>([
  ['an unknown device', deviceChanged(99, { Level: 1 })],
  ['no device', { ...deviceChanged(1, { Level: 1 }), device_id: undefined }],
  ['nothing new', deviceChanged(1, {})],
  ['a prototype', deviceChanged(1, { ['__proto__']: { x: 1 } })],
  ['null for params', { type: 'DeviceChanged', device_id: 1, params: null }],
  ['nulls in params', { ...deviceChanged(1, {}), params: [null, 5, { name: 7 }, { name: 'a' }] }],
  ['an id that reaches into prototypes', { ...deviceChanged(1, { Level: 1 }), device_id: '__proto__' }],
  ['an unknown type', { ...deviceChanged(1, { Level: 1 }), type: 'Whatever' }],
  ['no type', { ...deviceChanged(1, { Level: 1 }), type: undefined }],
  ['no object', 'DeviceChanged'],
  ['null', null]
])('a watcher ignores an event of %s, and processes the next one', async (_name, event) => {
  await watched.start();
  await watched.controller.answerPoll({ last: 2, events: [event, deviceChanged(2, { Level: 9 })] });
  expect(await watched.next()).toEqual([{ device: 2, params: { Level: 9 } }]);
});

it.each([
  ['events that are not a list', { events: { 0: deviceChanged(1, { Level: 5 }) }, last: 2 }],
  ['a position as text', { events: [], last: '2' }],
  ['an invalid position', { events: [], last: 'soon' }],
  ['a number', 7],
  ['a text', 'nothing new'],
  ['a hundred changes of lists', { events: Array(100).fill({ type: 'DeviceListChanged' }), last: 2 }]
])('a watcher whose poll returns %s reports the next change', async (_name, reply) => {
  await watched.start();
  await watched.controller.answerPoll(reply);
  await advanceUntil(watched.clock, () => watched.controller.waitingPolls > 0, 10_000);
  await watched.controller.answerPoll({ last: 5, events: [] });
  await watched.controller.answerPoll({ last: 6, events: [deviceChanged(2, { Level: 9 })] });
  await advanceUntil(watched.clock, () => watched.emitted.length > 0, 10_000);
  expect(deviceOf(watched, 2)?.params['Level']).toBe(9);
});

it('a watcher has one poll at a time, from the last position', async () => {
  await watched.start();
  for (const last of [3, 4, 9]) {
    await watched.controller.answerPoll({ last, events: [] });
    await watched.controller.nextRequest(`GET /poll?last=${last}`);
    expect(watched.controller.waitingPolls).toBe(1);
  }
  expect(watched.controller.count('GET /poll')).toBe(5);
  expect(watched.controller.count('GET /devices')).toBe(1);
});

/** Answers each poll at once with these events and a higher position, after the watcher's first poll. */
async function pollAtOnce(events: readonly object[]) {
  await watched.controller.nextRequest('GET /poll?last=1');
  let last = 2;
  await watched.controller.answerPoll({ last, events });
  watched.controller.on('GET /poll', (response, seen) => json({ last: ++last, events })(response, seen));
}

it('a watcher reads endlessly changing lists once a second', async () => {
  await watched.start();
  await pollAtOnce([{ type: 'DeviceListChanged' }]);
  await advanceUntil(watched.clock, () => watched.controller.count('GET /devices') >= 5, 10_000);
  expect(watched.clock.monotonic()).toBeGreaterThanOrEqual(3_000);
});

it.each([
  ['very many events', Array.from({ length: 900 }, () => deviceChanged(1, { Level: 3 }))],
  ['events with very many values', [manyValues(2_000)]],
  ['very long events', [{ ...deviceChanged(1, {}), text: 'x'.repeat(2_048_000) }]]
])('a watcher waits a while after %s', async (_, events) => {
  await watched.start();
  await pollAtOnce(events);
  await advanceUntil(watched.clock, () => watched.controller.count('GET /poll') >= 7, 10_000);
  expect(watched.clock.monotonic()).toBeGreaterThanOrEqual(3_600);
});

it('a watcher reads the lists in place of more than 10,000 values', async () => {
  await watched.start();
  await watched.controller.answerPoll({ last: 2, events: [manyValues(10_000)] });
  await watched.controller.nextRequest('GET /devices', 2);
  expect(deviceOf(watched, 1)?.params).toEqual({ Status: false, Level: 0 });
});

it('a watcher waits at most 5 s, whatever the length of an answer', async () => {
  await watched.start();
  await pollAtOnce([manyValues(19_000)]);
  const polls = () => watched.controller.count('GET /poll');
  await advanceUntil(watched.clock, () => polls() >= 3, 5_100);
  await advanceUntil(watched.clock, () => polls() >= 4, 5_100);
});

it('a watcher reads a device of 300 kB with the list only, since many are read alone at the same time', async () => {
  await watched.start();
  const large = { id: 1, name: 'Lamp 1', params: { Status: true }, text: 'x'.repeat(300_000) };
  watched.controller.on('GET /devices/1', json(large));
  await watched.controller.answerPoll({ events: [{ type: 'DeviceChanged', device_id: 1 }] });
  await watched.controller.nextRequest('GET /devices?', 2);
  expect(watched.controller.count('GET /devices/1')).toBe(1);
  expect(deviceOf(watched, 1)?.params['Status']).toBe(false);
});

it('a watcher reads everything again if the position goes backwards, and ignores events from before', async () => {
  await watched.start();
  await watched.controller.answerPoll({ last: 50, events: [] });
  await watched.controller.nextRequest('GET /poll?last=50');
  watched.controller.on('GET /devices', json([{ id: 1, name: 'Lamp 1', params: { Level: 7 } }]));
  await watched.controller.answerPoll({ last: 3, events: [deviceChanged(1, { Level: 99 })] });
  await untilEmitted(watched, 1);
  expect(deviceOf(watched, 1)?.params['Level']).toBe(7);
  await watched.controller.nextRequest('GET /poll?last=3');
});

it('a watcher delays the next poll if one is answered at once with nothing', async () => {
  watched.controller.on('GET /poll', json({ last: 1, events: [] }));
  await watched.start();
  await advanceUntil(watched.clock, () => watched.controller.count('GET /poll') >= 5, 10_000);
  const before = watched.controller.count('GET /poll');
  await advanceUntil(watched.clock, () => watched.controller.count('GET /poll') >= before + 5, 10_000);
  expect(watched.clock.monotonic()).toBeGreaterThan(7_000);
});

it.each([
  ['bare', (list: unknown) => list],
  ['in an object', (list: unknown, key: string) => ({ [key]: list })]
])('a watcher reads lists %s', async (_name, wrap) => {
  watched.controller.on('GET /sections', json(wrap([{ id: 1, name: 'A' }, null, { name: 'B' }], 'sections')));
  watched.controller.on('GET /rooms', json(wrap([{ id: '4', name: 'R' }], 'rooms')));
  watched.controller.on('GET /devices', json(wrap([{ id: 1 }, { id: 1 }, { id: '__proto__' }], 'devices')));
  await watched.start();
  const { sections, rooms, devices } = watched.watcher.home.journal.home;
  expect([sections.length, rooms.length, devices.length]).toEqual([1, 1, 1]);
});

it.each([404, 405])('a watcher reads each section that rooms name, if their list is a %i', async (status) => {
  watched.controller.on('GET /sections', refusal(status));
  watched.controller.on('GET /rooms', json([1, 2, 3].map((id) => ({ id, section_id: id < 3 ? 1 : 8 }))));
  watched.controller.on('GET /sections/1', json({ id: 1, name: 'Ground' }));
  await watched.start();
  expect(watched.watcher.home.journal.home.sections).toEqual([{ id: 1, name: 'Ground' }]);
  expect(watched.controller.count('GET /sections/')).toBe(2);
});

it('a watcher leaves nothing behind when it stops', async () => {
  await watched.start();
  await watched.controller.nextRequest('GET /poll?last=1');
  watched.stop();
  while (watched.controller.waitingPolls > 0) await settle();
  const before = watched.controller.seen.length;
  await watched.clock.advance(60_000);
  expect(watched.controller.seen).toHaveLength(before);
  expect(watched.clock.waiting).toBe(0);
});
