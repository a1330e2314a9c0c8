import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Device } from '#shared/home';
import { readNumbers } from '#shared/read';
import { significantValues } from '../../../../proxy/server/chronicle/significant';
import type { HouseRecord } from '../../../../proxy/server/record/house-record';
import { randomOf } from '../../../../proxy/sources/virtual/random';
import { aDevice } from '../../../lib/kinds/test-home';
import { recordedHouse } from '../../../support/recorded-house';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const thermometer = aDevice({
  id: 1,
  type: 'DevTemperature',
  interfaces: ['SensorMultilevel'],
  room_id: 1,
  params: { Value: 20, sensorType: 'Temperature', valueUnit: '°C' }
});
const lamp = aDevice({
  id: 2,
  type: 'DevDimmer',
  interfaces: ['SwitchMultilevel', 'SwitchBinary'],
  room_id: 1,
  params: { Level: 0, Status: false }
});
const thermostat = aDevice({
  id: 3,
  type: 'DevThermostat',
  interfaces: ['ThermostatMode', 'ThermostatSetpoint'],
  room_id: 2,
  params: { currentMode: 'Heat', currentSetpoints: { Heat: 21, Cool: 25 } }
});

/** The values that are compared: a device, a series, and how one reads it. */
const SERIES: readonly (readonly [id: number, name: string, valueOf: (device: Device) => unknown])[] = [
  [1, 'Value °C', ({ params }) => params['Value']],
  [2, 'Level', ({ params }) => params['Level']],
  [2, 'Status', ({ params }) => params['Status']],
  [3, 'currentMode', ({ params }) => params['currentMode']],
  [3, 'currentSetpoints.Cool', ({ params }) => readNumbers(params['currentSetpoints'])['Cool']]
];

it('a recorded week is what devices reported, through restarts, gaps and a clock that was wrong', async () => {
  const random = randomOf(7, 'week');
  const house = await recordedHouse();
  const { clock } = house;
  const begin = clock.now();
  clock.jump(-2 * DAY_MS);
  let { record } = await house.open();
  let devices = [thermometer, lamp, thermostat];
  let isWatched = true;
  /** When what was known, by a clock that is right. */
  const truth: { readonly at: number; readonly devices: readonly Device[] | null }[] = [];
  const note = () => {
    record.noteWatched(isWatched);
    if (isWatched) for (const device of devices) record.noteDevice(device);
    truth.push({ at: begin + clock.monotonic() - 1_000, devices: isWatched ? devices : null });
  };
  note();
  const set = (id: number, params: Device['params']) => {
    devices = devices.map((each) =>
      each.id === id ? { ...each, params: { ...each.params, ...params } } : each
    );
  };
  while (clock.monotonic() < 7 * DAY_MS) {
    await clock.advance(Math.round(random.between(1, 25) * MINUTE_MS));
    if (clock.monotonic() > HOUR_MS && clock.now() < begin) clock.jump(2 * DAY_MS);
    const level = Math.round(random.between(0, 100));
    set(1, { Value: Math.round(random.between(150, 250)) / 10 });
    if (level < 50) set(2, { Level: level, Status: level > 0 });
    if (level < 10)
      set(3, { currentMode: level < 5 ? 'Cool' : 'Heat', currentSetpoints: { Heat: 21, Cool: 20 + level } });
    if (level > 95 || !isWatched) isWatched = !isWatched;
    note();
    if (level !== 77) continue;
    await record.close();
    truth.push({ at: begin + clock.monotonic() - 1_000, devices: null });
    await clock.advance(10 * MINUTE_MS);
    house.reboot();
    ({ record } = await house.open());
    note();
  }

  for (let count = 0; count < 200; count++) {
    const at = Math.round(begin + random.between(0, 7 * DAY_MS - HOUR_MS));
    const then = truth.findLast((each) => each.at <= at)?.devices;
    for (const [id, name, valueOf] of SERIES) {
      const device = devices.find((each) => each.id === id) ?? thermometer;
      const own = then?.find((each) => each.id === id);
      const value = own && valueOf(own);
      const read = await house.read(record, device, name, { from: at, until: at + 1 });
      const known = typeof value === 'number' ? [value, value, value] : { [JSON.stringify(value)]: 1 };
      expect([at - begin, name, read]).toEqual([at - begin, name, [own ? known : null]]);
    }
  }
});

const motion = aDevice({
  id: 4,
  type: 'DevMotion',
  interfaces: ['SensorBinary'],
  room_id: 1,
  params: { Tripped: false }
});
const door = aDevice({ ...motion, id: 5, type: 'DevDoor' });

const command = (record: HouseRecord, screen: string, at: number) =>
  record.noteHappening(
    {
      happening: { kind: 'commanded', at, id: screen, commands: [], by: { id: screen, name: 'Ada' } },
      rooms: new Map([[lamp.id, 1]]),
      sender: screen
    },
    screen
  );

it('names of screens and motion are gone after two days, and values after 90', async () => {
  const house = await recordedHouse();
  const { clock } = house;
  const { record } = await house.open();
  const begin = clock.now();
  const report = (Tripped: boolean, Value: number) => {
    const devices = [motion, door].map((each) => ({ ...each, params: { Tripped } }));
    for (const device of [...devices, { ...thermometer, params: { ...thermometer.params, Value } }])
      record.noteChange(device, significantValues(device), []);
  };
  const read = async (from: number) => {
    const rows = await record.happened({
      from,
      first: from,
      until: clock.now() + 1,
      devices: [lamp.id, motion.id, door.id],
      rooms: null,
      now: clock.now()
    });
    return {
      ways: new Set(
        rows.commanded.map(({ text }) => {
          const { happening, sender } = JSON.parse(text) as {
            happening: { by: object; way: string };
            sender?: object;
          };
          return [happening.way, happening.by, sender];
        })
      ),
      changed: rows.changed.map(({ device }) => device).sort()
    };
  };
  record.noteWatched(true);
  report(true, 20);
  command(record, 'wall', clock.now());
  expect(await read(begin)).toEqual({
    ways: new Set([['wall', { id: 'wall', name: 'Ada' }, 'wall']]),
    changed: [4, 5]
  });
  await clock.advance(2 * DAY_MS + HOUR_MS);
  report(false, 21);
  command(record, 'other', clock.now());
  expect(await read(begin)).toEqual({
    ways: new Set([
      ['wall', null, undefined],
      ['phone', { id: 'other', name: 'Ada' }, 'other']
    ]),
    changed: [4, 5, 5]
  });
  await clock.advance(91 * DAY_MS);
  report(true, 22);
  await record.write();
  expect(
    await house.read(record, thermometer, 'Value °C', { from: begin, until: begin + 2 * DAY_MS })
  ).toEqual([null]);
  // What held then is known still.
  const day = { from: clock.now() - 3 * DAY_MS, until: clock.now() - 2 * DAY_MS };
  expect(await house.read(record, thermometer, 'Value °C', day)).toEqual([[21, 21, 21]]);
});

it('who has seen an alarm is gone from the record after two days, and that it was seen is not', async () => {
  const house = await recordedHouse();
  const { clock } = house;
  const { record } = await house.open();
  const begin = clock.now();
  record.noteHappening(
    {
      happening: {
        kind: 'seen',
        at: begin,
        alarms: [{ kind: 'armed', device: door.id }],
        by: { name: 'Ada' }
      },
      rooms: new Map([[door.id, 1]]),
      sender: 'wall'
    },
    'seen'
  );
  const read = async () => {
    const query = { from: begin, first: begin, until: clock.now() + 1, now: clock.now() };
    const { commanded } = await record.happened({ ...query, devices: [door.id], rooms: null });
    return commanded.map(({ text }) => JSON.parse(text) as object);
  };
  expect(await read()).toMatchObject([{ happening: { kind: 'seen', by: { name: 'Ada' }, way: 'wall' } }]);
  await clock.advance(2 * DAY_MS + HOUR_MS);
  // Old rows are looked for at a write.
  command(record, 'other', clock.now());
  const [seen] = await read();
  expect(seen).toMatchObject({ happening: { kind: 'seen', by: null, way: 'wall' } });
  expect(seen).not.toHaveProperty('sender');
});

it('commands are read in their order, also one whose clock was set back while it was under way', async () => {
  const house = await recordedHouse();
  const { clock } = house;
  const begin = clock.now();
  let { record } = await house.open();
  clock.jump(3 * HOUR_MS);
  const ahead = clock.now();
  command(record, 'under-way', ahead);
  clock.jump(-3 * HOUR_MS);
  await clock.advance(1_000);
  command(record, 'under-way', ahead);
  await record.close();
  house.reboot();
  await clock.advance(MINUTE_MS);
  ({ record } = await house.open());
  const later = ['one', 'two', 'three'];
  for (const name of later) {
    command(record, name, clock.now());
    await clock.advance(1_000);
  }
  const { commanded } = await record.happened({
    from: begin,
    first: begin,
    until: clock.now() + 1,
    devices: [lamp.id],
    rooms: null,
    now: clock.now()
  });
  expect(commanded.map(({ key }) => key)).toEqual(['under-way', ...later]);
  await record.close();
});

it('a clock that has jumped by years deletes nothing', async () => {
  const house = await recordedHouse();
  const { clock } = house;
  let { record } = await house.open();
  record.noteWatched(true);
  record.noteDevice(thermometer);
  await clock.advance(HOUR_MS);
  await record.close();
  house.reboot();
  clock.jump(800 * DAY_MS);
  ({ record } = await house.open());
  record.noteWatched(true);
  record.noteDevice({ ...thermometer, params: { ...thermometer.params, Value: 25 } });
  await clock.advance(2 * HOUR_MS);
  await record.write();
  clock.jump(-800 * DAY_MS);
  record.noteDevice(thermometer);
  await record.write();
  const now = clock.now();
  expect(
    await house.read(record, thermometer, 'Value °C', { from: now - 3 * HOUR_MS, until: now, count: 3 })
  ).toEqual([
    [20, 20, 20],
    [25, 25, 25],
    [25, 25, 25]
  ]);
});

it.each([
  ['is no database', () => 'x'.repeat(9_000)],
  ['was cut off', (content: Buffer) => content.subarray(0, 5_000)],
  [
    'is of a newer program',
    (content: Buffer) =>
      Buffer.concat([content.subarray(0, 60), Buffer.from([0, 0, 0, 9]), content.subarray(64)])
  ]
])('a record that %s is set aside, and a new one begins', async (_what, damage) => {
  const house = await recordedHouse();
  const { record } = await house.open();
  record.noteDevice(thermometer);
  await record.close();
  await writeFile(house.path, damage(await readFile(house.path)));
  const again = await house.open();
  expect(again.setAside).toBe(`house.db.broken-${house.clock.now()}`);
  again.record.noteWatched(true);
  again.record.noteDevice(thermometer);
  await house.clock.advance(HOUR_MS);
  const span = { from: house.clock.now() - MINUTE_MS, until: house.clock.now() };
  expect(await house.read(again.record, thermometer, 'Value °C', span)).toEqual([[20, 20, 20]]);
});

it('changes are written after a minute, commands at once, and nothing while nothing changes', async () => {
  const house = await recordedHouse();
  const { clock } = house;
  const { record } = await house.open();
  const written = async () => (await stat(`${house.path}-wal`)).mtimeMs;
  const opened = await written();
  record.noteWatched(true);
  record.noteDevice(thermometer);
  await clock.advance(MINUTE_MS - 1_000);
  expect(await written()).toBe(opened);
  await clock.advance(1_000);
  await record.write();
  const changed = await written();
  expect(changed).toBeGreaterThan(opened);
  for (let count = 0; count < 100; count++) record.noteDevice(thermometer);
  await clock.advance(2 * HOUR_MS);
  expect({ timers: clock.waiting, written: await written() }).toEqual({ timers: 0, written: changed });
  command(record, 'phone', clock.now());
  await record.write();
  expect(await written()).toBeGreaterThan(changed);
  expect(clock.waiting).toBe(0);
});
