import { expect, it, onTestFinished } from 'vitest';
import { MAX_ALARMS, type Alarm } from '#shared/alarms';
import type { Device, Params } from '#shared/home';
import { EMPTY_LAYOUT } from '#shared/layout';
import { FULL_RIGHTS } from '#shared/rights';
import { Alarms } from '../../../../../proxy/server/home/alarms/alarms';
import {
  FLAP_MS,
  NO_ALARMS,
  stands,
  type StoredAlarms
} from '../../../../../proxy/server/home/alarms/stored-alarms';
import type { HomeViewer } from '../../../../../proxy/server/home/live/viewer';
import { WatchedHome } from '../../../../../proxy/server/home/live/watched-home';
import { startTrips } from '../../../../../proxy/sources/virtual/dynamics/trips';
import { furnish } from '../../../../../proxy/sources/virtual/home/furnish';
import { LivingHome } from '../../../../../proxy/sources/virtual/home/living-home';
import { HOUSE } from '../../../../../proxy/sources/virtual/house/house';
import { aSensor } from '../../../../features/bulk-actions/test-devices';
import { aHome } from '../../../../lib/kinds/test-home';
import { FakeClock } from '../../../../support/fake-clock';
import { memoryFile } from '../../../../support/memory-file';

const sensor = (id: number, role: string, room_id: number | null, params: Params = { Tripped: true }) =>
  aSensor(id, role, true, { name: `Secret ${id}`, room_id, params, hidden: id % 2 === 0 });
const smoke = (params?: Params) => sensor(1, 'BinarySmokeSensor', 2, params);
const trips = (Tripped: boolean) => [{ device: 1, params: { Tripped } }];

const SEEN_ROOM = 1;
/** What the household calls a room that a limited screen does not see. */
const LAYOUT = { ...EMPTY_LAYOUT, rooms: { '3': { name: 'Mum’s cellar' } } };
const MINUTE = 60_000;

/** The alarms of a home with these devices, and what a screen of some rooms is told. */
async function alarmsOf(
  devices: readonly Device[],
  { file = memoryFile<StoredAlarms>(NO_ALARMS), clock = new FakeClock() } = {}
) {
  const boot = { id: 'boot', now: () => clock.monotonic() };
  const alarms = new Alarms({ clock, boot, layouts: { get: () => LAYOUT }, file });
  await alarms.load();
  onTestFinished(alarms.start());
  const own: WatchedHome = new WatchedHome(clock, (event) =>
    alarms.receive({ ...event, controller: 'box', home: own })
  );
  const stop = () => alarms.receive({ type: 'unwatched', controller: 'box', home: own });
  let count = 0;
  onTestFinished(alarms.onChange(() => (count += 1)));
  const messages = () => count;
  const rooms = [
    { id: SEEN_ROOM, name: 'Guest room' },
    { id: 2, name: 'Cellar' },
    { id: 3, name: 'Cellar' },
    { id: 4, name: 'NAME_ROOM_NONE' },
    { id: 5, name: ' ' }
  ];
  const snapshot = (all: readonly Device[]) => aHome({ rooms, devices: [...all] });
  own.applySnapshot(snapshot(devices), clock.monotonic());
  const viewer = (limit: readonly number[] | null): HomeViewer => ({
    home: own.journal.home,
    screen: {
      controller: 'box',
      id: limit === null ? 'phone' : 'guest',
      name: limit === null ? 'Ann’s phone' : 'Guest',
      rights: { ...FULL_RIGHTS, rooms: limit }
    } as never,
    device: (id) => {
      const device = own.journal.device(id);
      return limit === null || limit.includes(device?.room_id ?? -1) ? device : undefined;
    }
  });
  const told = (limit: readonly number[] | null = [SEEN_ROOM]): readonly Alarm[] =>
    alarms
      .whole(viewer(limit))
      .flatMap((message) => (JSON.parse(message.toString()) as { alarms: Alarm[] }).alarms);
  /** The tags of all alarms since the start, and whether each stands. */
  const ids = () => alarms.of('box').map((alarm) => [alarm.id, alarm.kind, stands(alarm)]);
  return { alarms, clock, file, home: own, told, stop, viewer, snapshot, ids, messages };
}

type TestAlarms = Awaited<ReturnType<typeof alarmsOf>>;

it('a limited screen is told the hazards of rooms that it does not see, once a room, and all of its own rooms', async () => {
  const { home, told } = await alarmsOf([
    sensor(1, 'BinaryLeakingSensor', 2),
    sensor(2, 'BinaryCOSensor', 2),
    sensor(3, 'BinaryCOSensor', 3),
    sensor(4, 'BinaryHeatSensor', null),
    sensor(5, 'BinarySmokeSensor', 4),
    sensor(8, 'BinarySmokeSensor', 5),
    sensor(6, 'BinarySmokeSensor', SEEN_ROOM),
    sensor(7, 'BinaryDoorSensor', 2, { Tripped: false, Armed: true })
  ]);
  home.append([{ device: 7, params: { Tripped: true } }]);
  const facts = (limit?: null) => told(limit).map(({ kind, room, device }) => [kind, room, device]);
  expect(facts()).toEqual([
    ['co', 'Cellar', undefined],
    ['co', 'Mum’s cellar', undefined],
    ['smoke', null, undefined],
    ['smoke', 'Guest room', 6],
    ['heat', null, undefined],
    ['leak', 'Cellar', undefined]
  ]);
  expect(JSON.stringify(told())).not.toContain('Secret');
  expect(facts(null).map(([kind, , device]) => [kind, device])).toEqual([
    ['co', 2],
    ['co', 3],
    ['smoke', 5],
    ['smoke', 8],
    ['smoke', 6],
    ['heat', 4],
    ['leak', 1],
    ['armed', 7]
  ]);
});

it('an alarm has the time for which it lasts, by the corrected clock of the controller', async () => {
  const { home, clock, told } = await alarmsOf([smoke({ Tripped: false })]);
  home.setClockOffset(3_600_000);
  const lasttrip = (clock.now() + 3_600_000 - MINUTE) / 1000;
  home.append([{ device: 1, params: { Tripped: true, lasttrip } }]);
  expect(told()).toMatchObject([{ kind: 'smoke', forMs: expect.closeTo(MINUTE, -3) as number }]);
  home.setClockOffset(null);
  home.append(trips(false));
  await clock.advance(FLAP_MS + 1000);
  home.append(trips(true));
  expect(told(), 'a clock that nobody knows').toMatchObject([{ forMs: 0 }]);
});

it('alarms are told soon after a change, and once for many', async () => {
  const { home, clock, told, messages } = await alarmsOf([smoke({})]);
  await clock.advance(1000);
  const before = messages();
  for (let n = 0; n < 50; n += 1) home.append(trips(n % 2 === 0));
  home.append(trips(true));
  await clock.advance(200);
  expect({ newMessages: messages() - before, told: told() }).toMatchObject({
    newMessages: 1,
    told: [{ kind: 'smoke', room: 'Cellar' }]
  });
  await clock.advance(1000);
  home.append([{ device: 1, params: { batteryLevel: 3, Tripped: false } }]);
  await clock.advance(200);
  expect({ newMessages: messages() - before, told: told() }).toEqual({ newMessages: 2, told: [] });
});

it('a sensor that flaps is one alarm, which stays seen; later it has to be seen anew', async () => {
  const { home, clock, told, alarms, viewer, ids } = await alarmsOf([smoke()]);
  const [first] = told(null);
  await alarms.seen(viewer([SEEN_ROOM]), [first?.id ?? ''], 'told');
  const [other] = told(null);
  expect(other, 'a screen that does not see the room silences itself alone').not.toHaveProperty('isSilent');
  expect(other).not.toHaveProperty('seen');
  expect(told(), 'it').toMatchObject([{ isSilent: true }]);
  await alarms.seen(viewer(null), [first?.id ?? ''], 'all');
  expect(told(null)).toMatchObject([{ isSilent: true, seen: { by: 'Ann’s phone', forMs: 0 } }]);
  expect(told()[0]?.seen, 'who does not see the room').toEqual({ forMs: 0 });
  for (let n = 0; n < 20; n += 1) {
    home.append(trips(n % 2 === 1));
    await clock.advance(MINUTE);
  }
  expect(told(null)).toMatchObject([{ id: first?.id, isSilent: true }]);
  expect(ids()).toHaveLength(1);
  home.append(trips(false));
  await clock.advance(FLAP_MS + 1000);
  home.append(trips(true));
  const [later] = told(null);
  expect({ isSilent: later?.isSilent, alarmCount: ids().length }).toEqual({ alarmCount: 1 });
});

it('a limited screen is silent for all alarms of a kind in a room that it does not see, and for no other room', async () => {
  const { alarms, told, viewer } = await alarmsOf([
    sensor(1, 'BinarySmokeSensor', 2),
    sensor(2, 'BinarySmokeSensor', 2),
    sensor(3, 'BinarySmokeSensor', 3)
  ]);
  const [cellar] = told().filter(({ room }) => room === 'Cellar');
  await alarms.seen(viewer([SEEN_ROOM]), [cellar?.id ?? ''], 'told');
  expect(told().map(({ room, isSilent }) => [room, isSilent])).toEqual([
    ['Cellar', true],
    ['Mum’s cellar', undefined]
  ]);
  expect(alarms.of('box').every(({ seen }) => seen.every(({ reach }) => reach === 'here'))).toBe(true);
});

it.each([
  ['that is not reached', ({ home }: TestAlarms) => home.markLost('unreachable'), 1],
  ['that is not watched any more', ({ stop }: TestAlarms) => stop(), 1],
  [
    'that is reached again, and whose sensor has ended meanwhile',
    ({ home, snapshot }: TestAlarms) => {
      home.markLost('unreachable');
      home.applySnapshot(snapshot([smoke({ Tripped: false })]), Infinity);
    },
    0
  ],
  [
    'that does not have the device any more',
    ({ home, snapshot }: TestAlarms) => home.applySnapshot(snapshot([]), Infinity),
    0
  ]
])('an alarm of a home %s: see the last column', async (_what, happens, standing) => {
  const made = await alarmsOf([smoke()]);
  happens(made);
  expect(made.told(null)).toHaveLength(standing);
});

it('after a restart an alarm is the same, and ends if its sensor has ended', async () => {
  const { file, clock, ids } = await alarmsOf([smoke()]);
  await clock.advance(1000);
  const [before] = ids();
  const again = await alarmsOf([smoke()], { file, clock });
  expect(again.ids()).toEqual([before]);
  const ended = await alarmsOf([smoke({ Tripped: false })], { file, clock });
  expect(ended.ids()).toEqual([[before?.[0], 'smoke', false]]);
});

it('a controller that is not reached for 5 min is one alarm of its own, and no screen shows it', async () => {
  const { home, clock, ids, told, snapshot } = await alarmsOf([smoke({})]);
  home.markLost('unreachable');
  await clock.advance(5 * MINUTE - 1000);
  expect(ids()).toEqual([]);
  await clock.advance(10 * MINUTE);
  expect({ alarms: ids().map(([, ...rest]) => rest), told: told(null) }).toEqual({
    alarms: [['blind', true]],
    told: []
  });
  home.applySnapshot(snapshot([smoke({})]), clock.monotonic());
  expect(ids().map(([, ...rest]) => rest)).toEqual([['blind', false]]);
});

it('a drill is shown to all screens, and ends by itself', async () => {
  const { alarms, told, clock } = await alarmsOf([]);
  const first = alarms.drill('box');
  expect(alarms.drill('box')?.id, 'each press is a new one').not.toBe(first?.id);
  expect([told(), told(null)]).toMatchObject([[{ kind: 'drill' }], [{ kind: 'drill', room: null }]]);
  await clock.advance(2 * MINUTE);
  expect(told()).toEqual([]);
});

it('30 days of ordinary life in the virtual home raise no alarm', async () => {
  const { alarms, home, clock } = await alarmsOf([]);
  const began: string[] = [];
  onTestFinished(alarms.onBegan(({ alarm }) => void began.push(alarm.kind)));
  const living = new LivingHome(clock, () => undefined);
  living.add(furnish(HOUSE, clock.now()));
  home.applySnapshot(aHome({ devices: living.devices }), clock.monotonic());
  let trips = 0;
  living.onChange(({ after }) => {
    if (after.params['Tripped'] === true) trips += 1;
    home.append([{ device: after.id, params: after.params }]);
  });
  startTrips(living, clock, 1);
  clock.pass(30 * 24 * 60 * MINUTE);
  expect({ began, hasTrippedOften: trips > 10_000 }).toEqual({ began: [], hasTrippedOften: true });
});

it('a hostile home makes neither the message nor the file long, and an alarm keeps its place among many', async () => {
  const sensors = Array.from({ length: 10_000 }, (_, id) => sensor(id + 1, 'BinarySmokeSensor', 100 + id));
  const { home, told, file, clock, ids } = await alarmsOf(sensors);
  const rooms = sensors.map(({ room_id }) => ({ id: room_id, name: `${room_id} ${'x'.repeat(900)}` }));
  const [first] = ids();
  home.applySnapshot(aHome({ rooms, devices: sensors }), Infinity);
  await clock.advance(1000);
  expect(told(null)).toHaveLength(MAX_ALARMS);
  expect(JSON.stringify(told(null)).length).toBeLessThan(16_000);
  expect(JSON.stringify(await file.read()).length).toBeLessThan(100_000);
  expect(ids()[0]).toEqual(first);
});

it('nothing of a controller that was forgotten comes back, although its home is watched a little longer', async () => {
  const { alarms, file, home, snapshot, stop, clock } = await alarmsOf([
    smoke(),
    sensor(2, 'BinaryDoorSensor', 2, { Tripped: false, Armed: true })
  ]);
  await clock.advance(1_000);
  expect(JSON.stringify(await file.read())).toContain('box');
  expect(await alarms.forget('box')).toBe(true);
  home.append(trips(false));
  home.append(trips(true));
  home.applySnapshot(snapshot([smoke()]), clock.monotonic());
  alarms.drill('box');
  alarms.noteLeftOpen('box', new Map([[2, clock.now()]]));
  await clock.advance(10 * MINUTE);
  stop();
  await alarms.saved();
  expect({ left: alarms.controllers, stored: await file.read() }).toMatchObject({
    left: [],
    stored: { alarms: [], episodes: [], guarded: {} }
  });
});
