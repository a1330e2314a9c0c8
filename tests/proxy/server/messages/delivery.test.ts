import { expect, it, onTestFinished } from 'vitest';
import { EMPTY_LAYOUT } from '#shared/layout';
import { fail, succeed } from '#shared/errors';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import type { Sent } from '../../../../proxy/server/base/net/outgoing';
import { Alarms } from '../../../../proxy/server/home/alarms/alarms';
import type { StoredAlarms } from '../../../../proxy/server/home/alarms/stored-alarms';
import { WatchedHome } from '../../../../proxy/server/home/live/watched-home';
import { Delivery } from '../../../../proxy/server/messages/delivery';
import { watchLeftOpen } from '../../../../proxy/server/messages/start-messages';
import type { AlarmMessage } from '../../../../proxy/server/messages/message-text';
import { aSensor } from '../../../features/bulk-actions/test-devices';
import { aHome } from '../../../lib/kinds/test-home';
import { FakeClock, settle } from '../../../support/fake-clock';
import { memoryFile } from '../../../support/memory-file';
import { messagesInMemory } from '../../../support/layouts-in-memory';

const MINUTE = 60_000;
const [SMOKE, LEAK, DOOR] = [1, 2, 3];
const TOLD = succeed({ status: 201 });
const FAILED = fail('not-delivered', 'refused');

const contact = (id: number, role: string, room_id: number) =>
  aSensor(id, role, undefined, { name: 'Secret', room_id, params: {} });
const HOME = aHome({
  rooms: [
    { id: 1, name: 'Kitchen' },
    { id: 2, name: 'Cellar' }
  ],
  devices: [
    contact(SMOKE, 'BinarySmokeSensor', 1),
    contact(LEAK, 'BinaryLeakingSensor', 2),
    contact(DOOR, 'BinaryDoorSensor', 2),
    ...Array.from({ length: 40 }, (_, n) => contact(100 + n, 'BinarySmokeSensor', 1))
  ]
});

interface World {
  readonly clock?: FakeClock;
  readonly file?: ReturnType<typeof memoryFile<StoredAlarms>>;
  /** What became of a message on each way. */
  readonly answers?: Record<string, (message: AlarmMessage) => Sent | Promise<Sent>>;
  readonly phones?: Record<string, Partial<Rights>>;
  /** The names of the household's homes. */
  readonly homes?: readonly string[];
}

/** A home with its alarms, which are told on ntfy, by a webhook and to phones. */
async function world({
  clock = new FakeClock(),
  file = memoryFile<StoredAlarms>([]),
  answers = {},
  phones = {},
  homes = ['Lake']
}: World = {}) {
  const alarms = new Alarms({ clock }, { get: () => EMPTY_LAYOUT }, file);
  await alarms.load();
  const of = { controller: 'box', user: 'ann' };
  const home: WatchedHome = new WatchedHome(clock, (event) => alarms.receive({ ...event, ...of, home }));
  home.applySnapshot(HOME, clock.monotonic());
  const messages = messagesInMemory();
  const address = { url: '', language: 'en', timeZone: 'UTC', origin: '' };
  const subscription = { ...address, endpoint: '', keys: { p256dh: '', auth: '' } };
  await messages.change('box', {
    isPushOn: true,
    ways: { ntfy: address, webhook: address, heartbeat: null },
    phones: Object.fromEntries(Object.keys(phones).map((id) => [id, { ...subscription, endpoint: id }]))
  });
  const got: [way: string, message: AlarmMessage][] = [];
  const send = async (way: string, message: AlarmMessage) => {
    const sent = await (answers[way]?.(message) ?? TOLD);
    if (sent.ok) got.push([way, message]);
    return sent;
  };
  const senders = {
    ntfy: (_url: string, message: AlarmMessage) => send('ntfy', message),
    webhook: (_url: string, message: AlarmMessage) => send('webhook', message),
    push: ({ endpoint }: { endpoint: string }, message: AlarmMessage) => send(endpoint, message)
  };
  const screens = {
    current: (id: string) =>
      phones[id] && { id, name: id, ...of, locked: false, rights: { ...FULL_RIGHTS, ...phones[id] } }
  };
  const homeOf = (name: string) => ({ id: name === 'Lake' ? 'box' : name, name, source: 'known' });
  const known = { list: () => homes.map(homeOf) };
  const delivery = new Delivery({ clock, alarms, messages, senders, screens, known } as never);
  const leftOpen = { alarms, messages, clock, layouts: { get: () => EMPTY_LAYOUT } } as never;
  const stops = [alarms.start(), delivery.start(), watchLeftOpen(leftOpen)];
  const stop = () => stops.forEach((each) => each());
  onTestFinished(stop);
  const viewer = { screen: { controller: 'box' }, device: (id: number) => home.journal.device(id) } as never;
  return {
    ...{ clock, file, alarms, messages, delivery, got, stop, home },
    trip: (device: number, isTripped = true, params = {}) =>
      home.append([{ device, params: { Tripped: isTripped, ...params } }]),
    see: () =>
      alarms.seen(
        viewer,
        alarms.of('box').map(({ id }) => id)
      ),
    /** What came on a way: the kind, its room, and whether it is over. */
    on: (way: string) =>
      got.flatMap(([each, { kind, room, over }]) => (each === way ? [[kind, room, over !== undefined]] : []))
  };
}

const BEGUN = ['smoke', 'Kitchen', false];
const OVER = ['smoke', 'Kitchen', true];

it.each([
  [['Lake'], undefined],
  [['Field', 'Lake'], 'Lake']
])('says of which home it is where the household has several: %j', async (homes, home) => {
  const { trip, clock, got } = await world({ homes });
  trip(SMOKE);
  await clock.advance(2000);
  expect(got.map(([, message]) => message.home)).toEqual([home, home]);
});

it('tells an alarm once on each way within 2 s, and once that it is over, with one tag and its own times', async () => {
  const { trip, clock, got, on } = await world();
  const at = clock.now();
  trip(SMOKE);
  await clock.advance(2000);
  expect([on('ntfy'), on('webhook')]).toEqual([[BEGUN], [BEGUN]]);
  await clock.advance(8000);
  trip(SMOKE, false);
  await clock.advance(MINUTE);
  trip(SMOKE);
  trip(SMOKE, false);
  await clock.advance(10 * MINUTE);
  expect([on('ntfy'), on('webhook')]).toEqual([
    [BEGUN, OVER],
    [BEGUN, OVER]
  ]);
  expect(new Set(got.map(([, { tag }]) => tag)).size).toBe(1);
  expect(got.map(([, message]) => message.at)).toEqual([at, at, at, at]);
  expect(got[2]?.[1].over).toBe(at + 10_000 + MINUTE);
  expect(JSON.stringify(got)).not.toContain('Secret');
});

type Step = (of: Awaited<ReturnType<typeof world>>) => unknown;
interface Cut {
  readonly minutes: number;
  /** What happens while the ways are cut. */
  readonly during?: Step;
  /** What each tells at last. */
  readonly told: readonly unknown[];
}

it.each<[string, Cut]>([
  ['for 4 min, an alarm is told once they are back', { minutes: 4, told: [BEGUN] }],
  ['for 58 min, too', { minutes: 58, told: [BEGUN] }],
  ['for more than an hour, an alarm is given up', { minutes: 62, told: [] }],
  ['and somebody has seen it, nothing is told', { minutes: 4, during: ({ see }) => see(), told: [] }],
  ['and ends, only that is told', { minutes: 4, during: ({ trip }) => trip(SMOKE, false), told: [OVER] }],
  [
    'and it is seen and ends, nothing is told',
    { minutes: 4, during: ({ see, trip }) => see().then(() => trip(SMOKE, false)), told: [] }
  ]
])('while the ways are cut %s', async (_name, { minutes, during, told }) => {
  let isCut = true;
  let tries = 0;
  const cut = () => {
    tries += 1;
    return isCut ? FAILED : TOLD;
  };
  const of = await world({ answers: { ntfy: cut } });
  of.trip(SMOKE);
  await of.clock.advance(30_000);
  expect(tries, 'after 0, 1, 3, 7 and 15 s').toBe(5);
  expect(of.delivery.last('box', 'ntfy')?.failure).toBe('refused');
  expect(of.on('webhook'), 'the other way goes on').toEqual([BEGUN]);
  await during?.(of);
  await of.clock.advance(minutes * MINUTE);
  isCut = false;
  await of.clock.advance(5 * MINUTE);
  expect(of.on('ntfy')).toEqual(told);
});

it('a way that hangs holds no other, nor is anything sent twice there', async () => {
  const { trip, clock, on } = await world({ answers: { ntfy: () => new Promise(() => undefined) } });
  trip(SMOKE);
  await clock.advance(MINUTE);
  trip(LEAK);
  await clock.advance(MINUTE);
  expect([on('ntfy'), on('webhook').length]).toEqual([[], 2]);
});

it('a way that throws is tried again', async () => {
  let tries = 0;
  const { trip, clock, on } = await world({
    answers: {
      ntfy: () => {
        if (tries++ === 0) throw new Error('A defect.');
        return TOLD;
      }
    }
  });
  trip(SMOKE);
  await clock.advance(5000);
  expect([on('ntfy'), tries]).toEqual([[BEGUN], 2]);
});

it('killed at any moment between the trip and the answer, it tells at least once, at most twice, with one tag', async () => {
  for (let ms = 0; ms < 400; ms += 20) {
    let answer = () => {};
    const slow = () => new Promise<Sent>((resolve) => (answer = () => resolve(TOLD)));
    const first = await world({ answers: { ntfy: slow, webhook: () => FAILED } });
    first.trip(SMOKE);
    await first.clock.advance(Math.min(ms, 200));
    if (ms > 200) answer();
    // A killed program writes nothing more.
    const file = memoryFile<StoredAlarms>(structuredClone(await first.file.read()));
    first.stop();
    const again = await world({ file, clock: first.clock });
    again.trip(SMOKE);
    await again.clock.advance(5 * MINUTE);
    const tags = [...first.got, ...again.got].map(([, { tag }]) => tag);
    const onNtfy = [...first.on('ntfy'), ...again.on('ntfy')].length;
    expect([new Set(tags).size, again.on('webhook')], `${ms} ms`).toEqual([1, [BEGUN]]);
    expect(onNtfy === 1 || onNtfy === 2, `${ms} ms`).toBe(true);
  }
});

it('more than 20 messages in an hour are one that says so, and nothing is lost after that', async () => {
  const { trip, clock, on, see } = await world();
  for (let n = 0; n < 30; n += 1) {
    trip(100 + n);
    await clock.advance(10_000);
  }
  const kinds = () => on('ntfy').map(([kind]) => kind);
  expect([kinds().length, kinds().at(-1)]).toEqual([21, 'many']);
  await clock.advance(30 * MINUTE);
  expect(kinds()).toHaveLength(21);
  await clock.advance(27 * MINUTE);
  expect(kinds().filter((kind) => kind === 'smoke').length, 'those that still stand').toBe(30);
  await see();
});

const everything = { rooms: null };
const cellar = { rooms: [2], commands: false };

it.each([
  ['smoke', SMOKE, {}, ['all', 'cellar', 'kitchen']],
  ['a leak', LEAK, {}, ['all', 'cellar', 'kitchen']],
  ['an armed door, only of its room', DOOR, { Armed: true }, ['all', 'cellar']],
  ['no other door', DOOR, {}, []]
] as const)('a limited phone hears %s', async (_name, device, params, heard) => {
  const phones = { all: everything, cellar, kitchen: { rooms: [1] } };
  const { trip, clock, got } = await world({ phones });
  trip(device, true, params);
  await clock.advance(5000);
  expect(got.flatMap(([way]) => (way in phones ? [way] : []))).toEqual(heard);
});

it('a controller that is not reached for 5 min is told once, and to no limited phone', async () => {
  const { home, clock, on } = await world({ phones: { all: everything, cellar } });
  home.markLost('unreachable');
  await clock.advance(20 * MINUTE);
  home.applySnapshot(HOME, clock.monotonic());
  await clock.advance(5 * MINUTE);
  const blind = [
    ['blind', null, false],
    ['blind', null, true]
  ];
  expect([on('ntfy'), on('all'), on('cellar')]).toEqual([blind, blind, []]);
});

it.each([
  [true, 14, []],
  [true, 17, [false, true]],
  [false, 17, []]
])('a door left open is told if chosen (%s), after %i min', async (isLeftOpenTold, minutes, overs) => {
  const { trip, clock, on, messages } = await world();
  await messages.change('box', { isLeftOpenTold });
  trip(DOOR, true, { lasttrip: clock.now() / 1000 });
  await clock.advance(minutes * MINUTE);
  trip(DOOR, false);
  await clock.advance(5 * MINUTE);
  expect(on('ntfy')).toEqual(overs.map((isOver) => ['left-open', 'Cellar', isOver]));
});

it('a door that is left open is not said to be over while the controller is not reached', async () => {
  const { trip, clock, on, messages, home } = await world();
  await messages.change('box', { isLeftOpenTold: true });
  trip(DOOR, true, { lasttrip: clock.now() / 1000 });
  await clock.advance(17 * MINUTE);
  home.markLost('unreachable');
  await clock.advance(10 * MINUTE);
  expect(on('ntfy').filter(([kind]) => kind === 'left-open')).toEqual([['left-open', 'Cellar', false]]);
});

it('a phone whose service says that it has gone, gets nothing more', async () => {
  const { trip, clock, messages } = await world({
    phones: { all: everything, old: everything },
    answers: { old: () => fail('gone', 'answered 410') }
  });
  trip(SMOKE);
  await clock.advance(5000);
  await settle();
  expect(Object.keys(messages.of('box').phones)).toEqual(['all']);
});
