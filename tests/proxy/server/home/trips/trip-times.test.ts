import { expect, it, vi } from 'vitest';
import { EMPTY_HOME, type Device } from '#shared/home';
import { decodeDevice } from '#shared/home-schema';
import { decodePollReply } from '../../../../../proxy/server/home/live/poll-reply';
import { WatchedHome } from '../../../../../proxy/server/home/live/watched-home';
import { storedTripsSchema } from '../../../../../proxy/server/home/trips/stored-trips';
import { TripTimes } from '../../../../../proxy/server/home/trips/trip-times';
import { aSensor } from '../../../../features/bulk-actions/test-devices';
import { FakeClock } from '../../../../support/fake-clock';
import { filesNamed, openStore, sealedFolder, unsealFile } from '../../../../support/sealed-folder';

const MINUTE = 60_000;
const DOOR = 1;
const door = (Tripped: boolean, params = {}, role = 'BinaryDoorSensor') =>
  aSensor(DOOR, role, Tripped, { params: { Tripped, ...params } });

/** A program with one home, which can be ended and started again, also after a start of the machine. */
async function aProgram() {
  const clock = new FakeClock();
  const folder = await sealedFolder({});
  let booted = { id: 'boot 1', at: 0 };
  const open = async () => {
    const store = await openStore(folder, undefined, clock);
    const { id, at } = booted;
    const boot = { id, now: () => clock.monotonic() - at };
    const trips = new TripTimes({ clock, boot, files: store.files('trips', storedTripsSchema) });
    await trips.load();
    const times = trips.of('box');
    const home = new WatchedHome(clock, undefined, undefined, times);
    times.onClockSet(() => home.renewTimes());
    const stop = trips.start();
    return { store, trips, home, stop };
  };
  let now = await open();
  const end = async () => {
    now.stop();
    await now.store.close();
  };
  const sensor = (): Device => now.home.journal.device(DOOR) ?? expect.fail();
  return {
    clock,
    folder,
    end,
    trips: () => now.trips,
    store: () => now.store,
    home: () => now.home,
    read: (device: Device) => now.home.applySnapshot({ ...EMPTY_HOME, devices: [device] }, clock.monotonic()),
    report: (params: object) => now.home.append([{ device: DOOR, params: { ...params } }]),
    async restart({ offMs = MINUTE, isBoot = false } = {}) {
      await end();
      clock.pass(offMs);
      if (isBoot) booted = { id: 'boot 2', at: clock.monotonic() };
      now = await open();
    },
    /** Minutes since it was last seen to trip, and to stop; as it is if that is none. */
    ages: () =>
      [sensor().trippedAt, sensor().calmAt].map((at) =>
        typeof at === 'number' ? Math.round((clock.now() - at) / MINUTE) : at
      )
  };
}
type Program = Awaited<ReturnType<typeof aProgram>>;

const NEVER = undefined;
const UNKNOWN = null;

it.each<[string, (program: Program) => unknown, readonly unknown[]]>([
  ['that is found tripped', ({ read }) => read(door(true)), [NEVER, NEVER]],
  ['that is reported to trip', ({ report }) => report({ Tripped: true }), [0, NEVER]],
  [
    'that trips twice',
    ({ report, clock }) => {
      for (const Tripped of [true, false, true, true]) {
        report({ Tripped });
        clock.pass(MINUTE);
      }
    },
    [2, 3]
  ],
  ['that is read to be tripped between two comparisons', ({ read }) => read(door(true)), [0, NEVER]],
  ['that is read alone', ({ home }) => home().applyDevice(door(true)), [0, NEVER]],
  [
    'that is as before after an outage',
    ({ report, home, clock, read }) => {
      report({ Tripped: true });
      home().markLost('unreachable');
      clock.pass(MINUTE);
      read(door(true));
    },
    [1, NEVER]
  ],
  [
    'that tripped in an outage',
    ({ home, read }) => {
      home().markLost('unreachable');
      read(door(true));
    },
    [UNKNOWN, NEVER]
  ],
  [
    'that is as before after a restart',
    async ({ report, restart, read }) => {
      report({ Tripped: true });
      await restart();
      read(door(true));
    },
    [1, NEVER]
  ],
  [
    'that changed during a restart',
    async ({ report, restart, read }) => {
      report({ Tripped: true });
      await restart();
      read(door(false));
    },
    [1, UNKNOWN]
  ],
  [
    'that is as before after a start of the machine',
    async ({ report, restart, read }) => {
      report({ Tripped: true });
      await restart({ isBoot: true, offMs: 3 * MINUTE });
      read(door(true));
    },
    [3, NEVER]
  ],
  [
    'whose id another device has after a restart',
    async ({ report, restart, read }) => {
      report({ Tripped: true });
      await restart();
      read(door(true, {}, 'BinarySmokeSensor'));
    },
    [NEVER, NEVER]
  ],
  [
    'that is tripped while the clock is set',
    async ({ report, clock }) => {
      report({ Tripped: true });
      clock.pass(MINUTE);
      clock.jump(180 * MINUTE);
      clock.pass(MINUTE);
    },
    [2, NEVER]
  ],
  [
    'that trips right after the clock was set',
    ({ report, clock }) => {
      clock.jump(180 * MINUTE);
      report({ Tripped: true });
    },
    [0, NEVER]
  ],
  [
    'that was tripped before the clock was set, after a restart',
    async ({ report, clock, restart, read }) => {
      report({ Tripped: true });
      clock.jump(-180 * MINUTE);
      await restart();
      read(door(true));
    },
    [1, NEVER]
  ]
])('the times of a sensor %s are those that Mantel saw', async (title, happens, expected) => {
  const program = await aProgram();
  if (!title.includes('found')) program.read(door(false));
  await happens(program);
  expect(program.ages()).toEqual(expected);
  await program.end();
});

it('a controller sets no time, and the page gets those of Mantel as fields of the change', async () => {
  const { home, read, report, clock, end } = await aProgram();
  read(door(false));
  const { revision } = home().journal;
  report({ Tripped: true, trippedAt: 1 });
  expect(home().journal.since(revision)).toEqual([
    { device: DOOR, params: { Tripped: true, trippedAt: 1 }, fields: { trippedAt: clock.now() } }
  ]);
  await end();
});

it('what a controller says of these times counts for nothing', () => {
  const said = { trippedAt: 1, calmAt: 2 };
  expect(decodeDevice({ ...door(true), ...said })).toEqual(door(true));
  const reply = decodePollReply({ last: 2, events: [{ type: 'DeviceChanged', device_id: DOOR, ...said }] });
  expect(reply).toMatchObject({ value: { changes: [] } });
});

it.each([
  ['at once if it is armed and calm', { Armed: true, Tripped: false }, 0],
  ['at once if it is armed and trips', { Armed: true, Tripped: true }, 0],
  ['at once if it warns of a hazard and trips', { Tripped: true, isSmoke: true }, 0],
  ['with others of 10 s if it is motion', { Tripped: true }, 10_000],
  ['with others of 10 s if smoke is over', { Tripped: false, isSmoke: true }, 10_000]
])(
  'what was seen of a sensor is written %s',
  async (_, { isSmoke, ...params }: Record<string, boolean>, ms) => {
    const { folder, clock, read, report, store, end } = await aProgram();
    const isBefore = params['Tripped'] === false && params['Armed'] !== true;
    read(door(isBefore, {}, isSmoke ? 'BinarySmokeSensor' : 'BinaryMotionSensor'));
    await clock.advance(30_000);
    await store().flush();
    const [file = ''] = await filesNamed(folder, 'trips-');
    const written = () => unsealFile(folder, file);
    const before = await written();
    report(params);
    await clock.advance(Math.max(0, ms - 1));
    await store().flush();
    if (ms > 0) expect(await written()).toEqual(before);
    await clock.advance(1);
    await store().flush();
    expect(await written()).toMatchObject({ sensors: { [DOOR]: { isTripped: params['Tripped'] } } });
    await end();
  }
);

it.each([
  ['at once, one a second, if it has done so for a few seconds', 5, 5],
  ['twenty times in ten minutes at once, and each 10 s then, if it never stops', 600, 20 + 58]
])('what an armed sensor that flaps reports is written %s', async (_, seconds, expected) => {
  const { clock, home, end, trips } = await aProgram();
  home().applySnapshot({ ...EMPTY_HOME, devices: [door(false, { Armed: true })] }, clock.monotonic());
  await clock.advance(30_000);
  const write = vi.spyOn(trips().of('box'), 'stored');
  for (let second = 0; second < seconds; second++) {
    home().append([true, false].map((Tripped) => ({ device: DOOR, params: { Tripped } })));
    await clock.advance(1_000);
  }
  expect(Math.abs(write.mock.calls.length - expected)).toBeLessThanOrEqual(1);
  await end();
});

it('a file that is full keeps the armed sensors, then those that changed last', async () => {
  const { folder, clock, home, end } = await aProgram();
  const devices = Array.from({ length: 6_000 }, (_, id) =>
    aSensor(id, 'BinaryDoorSensor', false, { params: { Tripped: false, Armed: id < 100 } })
  );
  home().applySnapshot({ ...EMPTY_HOME, devices }, clock.monotonic());
  clock.pass(MINUTE);
  const last = devices.slice(-50).map(({ id }) => id);
  home().append(last.map((device) => ({ device, params: { Tripped: true } })));
  await end();
  const [file = ''] = await filesNamed(folder, 'trips-');
  const stored = await unsealFile(folder, file);
  expect(JSON.stringify(stored).length).toBeLessThanOrEqual(256_000);
  const ids = Object.keys((stored as { sensors: object }).sensors).map(Number);
  expect(ids.length).toBeGreaterThan(2_000);
  for (const id of [...devices.slice(0, 100).map((each) => each.id), ...last]) expect(ids).toContain(id);
});
