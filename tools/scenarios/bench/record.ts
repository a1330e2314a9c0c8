import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Clock } from '#shared/clock';
import type { Device } from '#shared/home';
import { modelOf } from '#shared/model';
import { significantValues } from '../../../proxy/server/chronicle/significant';
import { HouseRecord } from '../../../proxy/server/record/house-record';
import { RecordClient } from '../../../proxy/server/record/record-client';
import { startVirtual } from '../../../proxy/sources/virtual/start';
import { atMost, median, type Finding } from '../../support/figures';
import { FIRST_DEVICE, hotelOf } from '../../support/house';
import { join } from '../../support/join';
import { openWorld } from '../../support/world';
import type { Scenario, ScenarioOptions } from '../scenario';
import { compare, inTurn } from './comparison';

const DEVICES = 500;
const MINUTE_MS = 60_000;
const MONTH_MS = 30 * 24 * 60 * MINUTE_MS;
/** Changes of a device in an hour, in the month; and of all devices in a second, under load. */
const CHANGES_AN_HOUR = 4;
const CHANGES_A_SECOND = 500;
const LOAD_MS = 8_000;
/** A month that is drawn has so many parts. */
const PARTS = 360;
const IDLE_MS = 10_000;
const THREAD = new URL('../../../dist/record-thread.mjs', import.meta.url);

/** Records a month of a large house, and compares a program that records with itself while it does not. */
export const record: Scenario = {
  about: 'records a month of 500 devices, and 500 changes a second beside a program without a record',
  run: async (options) => [...(await measureMonth()), ...(await measureProgram(options))]
};

const sensor = (id: number, value: number): Device => ({
  id,
  name: `Sensor ${id}`,
  room_id: id % 20,
  type: 'DevTemperature',
  role: '',
  icon: '',
  order: 0,
  hidden: false,
  interfaces: ['SensorMultilevel'],
  note_text: '',
  note_image: null,
  alive: true,
  last_online: null,
  favorite: false,
  params: { Value: value, sensorType: 'Temperature', valueUnit: '°C' }
});

/** The size of a month, and the time to read it. */
async function measureMonth(): Promise<readonly Finding[]> {
  const folder = await mkdtemp(joinPath(tmpdir(), 'mantel-bench-'));
  const path = joinPath(folder, 'house.db');
  let passed = 0;
  const begin = Date.UTC(2026, 0, 1);
  const clock: Clock = { now: () => begin + passed, monotonic: () => passed, after: () => () => undefined };
  const client = new RecordClient(() => new Worker(THREAD));
  const boot = { id: 'bench', now: () => passed };
  const onFailed = (cause: unknown) => {
    throw new Error('The record failed.', { cause });
  };
  const { record: house } = await HouseRecord.open({
    clock,
    boot,
    client,
    path,
    isWall: () => false,
    onFailed
  });
  house.noteWatched(true);
  const perMinute = (DEVICES * CHANGES_AN_HOUR) / 60;
  for (let change = 0; passed < MONTH_MS; passed += MINUTE_MS) {
    for (const end = (passed / MINUTE_MS + 1) * perMinute; change < end; change++) {
      const device = sensor((change * 7919) % DEVICES, Math.round(200 + 50 * Math.sin(change / 5_000)) / 10);
      house.noteChange(device, significantValues(device), []);
    }
    await house.write();
  }
  const series = [{ device: 7, model: modelOf(sensor(7, 0)), name: 'Value °C' }];
  const span = { from: begin, until: begin + MONTH_MS, now: clock.now() };
  const times: number[] = [];
  for (let reading = 0; reading < 5; reading++) {
    const started = performance.now();
    await house.buckets({ series, ...span, count: PARTS, rooms: null });
    times.push(performance.now() - started);
  }
  await house.close();
  await client.stop();
  const { size } = await stat(path);
  await rm(folder, { recursive: true });
  return [
    atMost(60, 'month of 500 devices: size of the record', size / 1e6, 'MB'),
    atMost(75, 'month of a device: read', median(times), 'ms')
  ];
}

/** CPU under load and memory at rest, with a record and without one in turn. */
async function measureProgram({ rounds }: ScenarioOptions): Promise<readonly Finding[]> {
  const world = await openWorld(await startVirtual({ house: hotelOf(DEVICES), isLiving: false }));
  const { controller, program } = world;
  try {
    const grant = await join(program.url);
    async function keep(isWanted: boolean) {
      const path = `${program.url}/api/controllers/${grant.controller}/record`;
      const headers = { cookie: grant.cookie, origin: program.url, 'content-type': 'application/json' };
      const reply = await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ isWanted }) });
      if (!reply.ok) throw new Error(`The record was not changed: ${await reply.text()}`);
    }
    let change = 0;
    async function load(isRecorded: boolean) {
      await keep(isRecorded);
      const before = await world.vitals();
      const begun = performance.now();
      for (let due = 0; due < LOAD_MS; due += 50) {
        for (let each = 0; each < CHANGES_A_SECOND / 20; each++, change++) {
          const params = { Value: 15 + (change % 97) / 10 };
          controller.setDevice(FIRST_DEVICE + ((change * 7) % DEVICES), { params });
        }
        await sleep(Math.max(0, begun + due + 50 - performance.now()));
      }
      return (await world.vitals()).cpu - before.cpu;
    }
    const cpu = await inTurn(rounds, { ours: () => load(true), theirs: () => load(false) });
    async function idle(isRecorded: boolean) {
      await keep(isRecorded);
      await program.stop();
      await program.start();
      await sleep(IDLE_MS);
      return (await world.vitals()).memory;
    }
    const off = await idle(false);
    const on = await idle(true);
    return [
      compare('500 changes a second: CPU with a record', 'ms', cpu, (ms) => ms, { most: 1.15 }),
      {
        ...atMost(29.4, 'at rest: memory that a record takes', on - off, 'MB'),
        detail: `${on} and ${off} MB`
      }
    ];
  } finally {
    await world.stop();
  }
}
