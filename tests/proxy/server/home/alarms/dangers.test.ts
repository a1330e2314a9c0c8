import { expect, it, onTestFinished } from 'vitest';
import { MAX_DANGERS, type Danger } from '#shared/dangers';
import { EMPTY_LAYOUT } from '#shared/layout';
import { FULL_RIGHTS } from '#shared/rights';
import { Dangers } from '../../../../../proxy/server/home/alarms/dangers';
import type { HomeViewer } from '../../../../../proxy/server/home/live/viewer';
import { WatchedHome } from '../../../../../proxy/server/home/live/watched-home';
import { aHome } from '../../../../lib/kinds/test-home';
import { FakeClock } from '../../../../support/fake-clock';

const sensor = (id: number, role: string, room_id: number | null, params: object = { Tripped: true }) => ({
  ...{
    id,
    name: `Secret ${id}`,
    room_id,
    type: 'DevBinarySensor',
    role,
    interfaces: ['SensorBinary'],
    params
  },
  hidden: id % 2 === 0
});

const SEEN_ROOM = 1;

/** The dangers of a home, for a screen that sees room 1 of it. */
function dangersOf(...devices: readonly ReturnType<typeof sensor>[]) {
  const clock = new FakeClock();
  const dangers = new Dangers({ clock }, { get: () => EMPTY_LAYOUT });
  const of = { controller: 'box', user: 'ann' };
  const home: WatchedHome = new WatchedHome(clock, (event) => dangers.receive({ ...event, ...of, home }));
  const stop = () => dangers.receive({ type: 'unwatched', ...of, home });
  let messages = 0;
  onTestFinished(dangers.onChange(() => (messages += 1)));
  const rooms = [
    { id: SEEN_ROOM, name: 'Guest room' },
    { id: 2, name: 'Cellar' },
    { id: 3, name: 'Cellar' },
    { id: 4, name: 'NAME_ROOM_NONE' },
    { id: 5, name: ' ' }
  ];
  home.applySnapshot(aHome({ rooms, devices: [...devices] }), clock.monotonic());
  const viewer = (limit: readonly number[] | null): HomeViewer => ({
    home: home.journal.home,
    screen: { controller: 'box', user: 'ann', rights: { ...FULL_RIGHTS, rooms: limit } } as never,
    device: (id) => {
      const device = home.journal.device(id);
      return limit === null || limit.includes(device?.room_id ?? -1) ? device : undefined;
    }
  });
  const told = (limit: readonly number[] | null = [SEEN_ROOM]) =>
    dangers
      .whole(viewer(limit))
      .map((message) => (JSON.parse(message.toString()) as { dangers: Danger[] }).dangers);
  return { clock, home, told, stop, messages: () => messages };
}

it('a limited screen is told the hazards of rooms that it does not see, once a room, the most urgent first', () => {
  const { told } = dangersOf(
    sensor(1, 'BinaryLeakingSensor', 2),
    sensor(2, 'BinaryCOSensor', 2),
    sensor(3, 'BinaryCOSensor', 3),
    sensor(4, 'BinaryHeatSensor', null),
    sensor(5, 'BinarySmokeSensor', 4),
    sensor(8, 'BinarySmokeSensor', 5),
    sensor(6, 'BinarySmokeSensor', SEEN_ROOM),
    sensor(7, 'BinaryDoorSensor', 2, { Tripped: true, Armed: true })
  );
  expect(told()).toEqual([
    [
      { hazard: 'co', room: 'Cellar' },
      { hazard: 'smoke', room: null },
      { hazard: 'heat', room: null },
      { hazard: 'leak', room: 'Cellar' }
    ]
  ]);
  expect(JSON.stringify(told())).not.toContain('Secret');
});

it('a screen of the whole home gets no such message', () => {
  expect(dangersOf(sensor(1, 'BinarySmokeSensor', 2)).told(null)).toEqual([]);
});

it('a danger has the time for which it lasts, by the corrected clock of the controller', () => {
  const { home, clock, told } = dangersOf(sensor(1, 'BinarySmokeSensor', 2, { Tripped: false }));
  home.setClockOffset(3_600_000);
  const lasttrip = (clock.now() + 3_600_000 - 60_000) / 1000;
  home.append([{ device: 1, params: { Tripped: true, lasttrip } }]);
  expect(told()).toEqual([
    [{ hazard: 'smoke', room: 'Cellar', forMs: expect.closeTo(60_000, -3) as number }]
  ]);
  home.setClockOffset(null);
  expect(told(), 'a clock that nobody knows').toEqual([[{ hazard: 'smoke', room: 'Cellar' }]]);
});

it('dangers are told again soon after a change, and once for many', async () => {
  const { home, clock, told, messages, stop } = dangersOf(sensor(1, 'BinarySmokeSensor', 2, {}));
  await clock.advance(1000);
  const before = messages();
  for (let n = 0; n < 50; n += 1) home.append([{ device: 1, params: { Tripped: n % 2 === 0 } }]);
  home.append([{ device: 1, params: { Tripped: true } }]);
  await clock.advance(100);
  expect([messages() - before, told()]).toEqual([1, [[{ hazard: 'smoke', room: 'Cellar' }]]]);
  home.append([{ device: 1, params: { batteryLevel: 3, Tripped: false } }]);
  await clock.advance(100);
  expect([messages() - before, told()]).toEqual([2, [[]]]);
  home.append([{ device: 1, params: { Tripped: true } }]);
  stop();
  await clock.advance(1000);
  expect([messages() - before, told()]).toEqual([2, [[]]]);
});

it('a danger whose sensor has gone is told to be over', async () => {
  const { home, clock, told, messages } = dangersOf(sensor(1, 'BinarySmokeSensor', 2));
  await clock.advance(1000);
  const before = messages();
  home.applySnapshot(aHome({ devices: [sensor(2, 'BinaryDoorSensor', 2)] }), clock.monotonic());
  await clock.advance(100);
  expect([messages() - before, told()]).toEqual([1, [[]]]);
});

it('a hostile home cannot make the message long', () => {
  const sensors = Array.from({ length: 500 }, (_, id) => sensor(id + 1, 'BinarySmokeSensor', 100 + id));
  const { home, told } = dangersOf(...sensors);
  const rooms = sensors.map(({ room_id }) => ({ id: room_id, name: `${room_id} ${'x'.repeat(900)}` }));
  home.applySnapshot(aHome({ rooms, devices: sensors }), Infinity);
  expect(told()[0]).toHaveLength(MAX_DANGERS);
  expect(JSON.stringify(told()).length).toBeLessThan(16_000);
});
