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
const SMOKE = 1;
const LEAK = 2;
const DOOR = 3;
/** The first of 40 doors. */
const DOORS = 100;
/** A sensor of each kind of hazard, in the cellar, and the first of 70 of smoke. */
const HAZARDS = { smoke: 201, co: 202, co2: 203, gas: 204, heat: 205, leak: 206 };
const SMOKES = 300;
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
    contact(HAZARDS.smoke, 'BinarySmokeSensor', 2),
    contact(HAZARDS.co, 'BinaryCOSensor', 2),
    contact(HAZARDS.co2, 'BinaryCO2Sensor', 2),
    contact(HAZARDS.gas, 'BinaryGasSensor', 2),
    contact(HAZARDS.heat, 'BinaryHeatSensor', 2),
    contact(HAZARDS.leak, 'BinaryLeakingSensor', 2),
    ...Array.from({ length: 40 }, (_, n) => contact(DOORS + n, 'BinaryDoorSensor', 1)),
    ...Array.from({ length: 70 }, (_, n) => contact(SMOKES + n, 'BinarySmokeSensor', 1))
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

type Step = (of: Household) => unknown;
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

type Household = Awaited<ReturnType<typeof world>>;

/** Trips some doors that are armed, one after the other. */
async function tripArmed({ trip, clock }: Household, count: number) {
  for (let n = 0; n < count; n += 1) {
    trip(DOORS + n, true, { Armed: true });
    await clock.advance(10_000);
  }
}

/** A sensor that trips again and again, each time later than its alarm before may continue. */
async function flap({ trip, clock }: Household, device: number, count: number, params: object = {}) {
  for (let n = 0; n < count; n += 1) {
    trip(device, true, params);
    await clock.advance(10_000);
    trip(device, false);
    await clock.advance(125_000);
  }
}

it('more than 20 messages in an hour that are no hazards are one that says so, and nothing is lost after that', async () => {
  const of = await world();
  const kinds = () => of.on('ntfy').map(([kind]) => kind);
  await tripArmed(of, 30);
  expect(kinds()).toEqual([...Array.from({ length: 20 }, () => 'armed'), 'many']);
  await of.clock.advance(30 * MINUTE);
  expect(kinds()).toHaveLength(21);
  await of.clock.advance(27 * MINUTE);
  expect(kinds().filter((kind) => kind === 'armed').length, 'those that still stand').toBe(30);
  await of.see();
});

it.each<[string, (of: Household) => Promise<unknown>]>([
  ['22 armed sensors that trip', (of) => tripArmed(of, 22)],
  ['an armed sensor that trips again and again', (of) => flap(of, DOOR, 22, { Armed: true })],
  [
    '22 doors that are left open',
    async ({ trip, clock, messages }) => {
      await messages.change('box', { isLeftOpenTold: true });
      for (let n = 0; n < 22; n += 1) trip(DOORS + n, true, { lasttrip: clock.now() / 1000 });
      await clock.advance(17 * MINUTE);
    }
  ],
  ['a smoke sensor that trips again and again', (of) => flap(of, SMOKE, 32)],
  [
    '70 smoke sensors that trip',
    async ({ trip, clock }) => {
      for (let n = 0; n < 70; n += 1) trip(SMOKES + n);
      await clock.advance(MINUTE);
    }
  ]
])('after %s, each hazard is told by each way within 2 s', async (_name, fill) => {
  const of = await world({ phones: { phone: everything } });
  await fill(of);
  expect(of.on('ntfy').length, 'messages before').toBeGreaterThan(20);
  const ways = ['ntfy', 'webhook', 'phone'];
  for (const [kind, device] of Object.entries(HAZARDS)) {
    of.trip(device);
    await of.clock.advance(2000);
    for (const way of ways) expect(of.on(way).at(-1), `${kind} on ${way}`).toEqual([kind, 'Cellar', false]);
  }
});

it('a sensor that trips again after more than 10 min is told at once, whatever others have told meanwhile', async () => {
  const of = await world();
  of.trip(SMOKE);
  await of.clock.advance(10_000);
  of.trip(SMOKE, false);
  for (let round = 0; round < 17; round += 1) {
    for (const sensor of [LEAK, HAZARDS.leak]) of.trip(sensor);
    await of.clock.advance(10_000);
    for (const sensor of [LEAK, HAZARDS.leak]) of.trip(sensor, false);
    await of.clock.advance(125_000);
  }
  expect(of.on('ntfy').length, 'messages before').toBeGreaterThan(60);
  of.trip(SMOKE);
  await of.clock.advance(2000);
  expect(of.on('ntfy').at(-1)).toEqual(BEGUN);
});

it('hazards that come and go are at most 60 messages in an hour and one of each sensor in 10 min, and one that says so', async () => {
  const { trip, clock, on } = await world();
  const sensors = [SMOKE, ...Object.values(HAZARDS)];
  for (let rounds = 0; rounds < 24; rounds += 1) {
    for (const sensor of sensors) trip(sensor);
    await clock.advance(10_000);
    for (const sensor of sensors) trip(sensor, false);
    await clock.advance(125_000);
  }
  const kinds = on('ntfy').map(([kind]) => kind);
  expect(kinds.filter((kind) => kind !== 'many').length).toBeLessThanOrEqual(60 + 6 * sensors.length);
  expect(kinds.filter((kind) => kind === 'many')).toHaveLength(1);
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
