import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import type { Happening } from '#shared/happenings';
import type { Recorded } from '#shared/record';
import { FULL_RIGHTS } from '#shared/rights';
import type { SeenEvent } from '../../../../proxy/server/home/live/home-listener';
import { writeLargeRows } from '../../../../tools/support/large-rows';
import { besideLamps, GUEST, level } from '../../../support/lamp-upstream';
import { slowness } from '../../../support/yardstick';

const DAY_MS = 86_400_000;
const MANAGING = { ...FULL_RIGHTS, manages: true };

/** Lamps that are watched and recorded, with a screen that manages. */
async function recordedLamps(count: number) {
  const beside = await besideLamps(count);
  await beside.client().next('timers');
  const manager = beside.addScreen(MANAGING);
  expect((await manager.send('PUT', '/record', { isWanted: true })).status).toBe(204);
  const { clock } = beside;
  /** What the record says of the last day. */
  const readers = ({ send }: Pick<typeof manager, 'send'>) => ({
    async values(devices: string, name: string, count = 1, until = clock.now()) {
      const query = `?devices=${devices}&name=${name}&from=${until - DAY_MS}&until=${until}&count=${count}`;
      return (await send('GET', `/record/values${query}`)).json as Recorded;
    },
    async recorded(more = '') {
      const now = clock.now();
      const answer = await send('GET', `/record/happened?since=${now - DAY_MS}&until=${now}${more}`);
      return (answer.json as { happenings: Happening[] }).happenings;
    }
  });
  return { ...beside, manager, ...readers(manager), readers };
}

it('a record has what the lamps did, and who sent what', async () => {
  const { post, house, pass, recorded, happened } = await recordedLamps(3);
  await post({ id: 'dim', commands: [level(1, 7)] });
  await pass(4_000);
  house.set(2, { Status: true, Level: 30 });
  await pass(500);
  const seen = await recorded();
  expect(seen).toMatchObject((await happened()).happenings);
  expect(seen).toMatchObject([
    { kind: 'commanded', id: 'dim' },
    { kind: 'changed', device: 2 }
  ]);
});

it('a record has which alarms were seen and on which screen, whatever its name and their number, and a guest gets those of its room', async () => {
  const { addScreen, recorded, readers, upstream, pass, happened } = await recordedLamps(4);
  const { id } = upstream.screen;
  const seen = (alarms: readonly SeenEvent['alarms'][number][], name: string) =>
    upstream.homes.emit({
      type: 'seen',
      controller: upstream.controller,
      screen: { id, name },
      alarms
    });
  const many = Array.from({ length: 40 }, (_, at) => at % 4);
  seen(
    many.map((at) => ({ kind: 'armed', device: at + 1, room: 1 + (at % 2) })),
    '€'.repeat(100)
  );
  await pass(200);
  seen([{ kind: 'drill', device: null, room: null }], 'Phone');
  await pass(200);
  const all = await recorded();
  expect(all).toEqual((await happened()).happenings.map((each) => ({ ...each, way: 'phone' })));
  expect(all).toMatchObject([
    { kind: 'seen', more: 10, by: { name: '€'.repeat(100) } },
    { kind: 'seen', by: { name: 'Phone' } }
  ]);
  const [own, drill] = await readers(addScreen(GUEST)).recorded();
  const devices = own?.kind === 'seen' ? own.alarms.map(({ device }) => device) : [];
  expect({ own, devices: [...new Set(devices)], drill }).toMatchObject({
    own: { by: { name: '€'.repeat(100) } },
    devices: [1, 3],
    drill: { kind: 'seen', by: null }
  });
});

it('a guest gets the values of its own room alone, from the time in which the device was there', async () => {
  const { addScreen, clock, house, pass, readers } = await recordedLamps(4);
  house.set(2, { Status: true, Level: 30 });
  await pass(60_000);
  house.move(2, 1);
  house.set(2, { Status: true, Level: 70 });
  await pass(60_000);
  const guest = readers(addScreen(GUEST));
  const { devices } = await guest.values('1,2,4', 'Level', 1, clock.now());
  expect(devices).toEqual({ 1: { Level: [[40, 40, 40]] }, 2: { Level: [[70, 70, 70]] } });
  expect(await guest.recorded()).toMatchObject([{ kind: 'changed', device: 2, params: { Level: 70 } }]);
});

it.each([
  ['no devices', '/record/values?devices=&name=Level&from=1&until=2&count=1', 400],
  ['a time that is none', '/record/values?devices=1&name=Level&from=x&until=2&count=1', 400],
  ['an end before the begin', '/record/values?devices=1&name=Level&from=2&until=1&count=1', 400],
  ['too long a span', '/record/values?devices=1&name=Level&from=1&until=9000000000&count=1', 400],
  ['too many buckets', '/record/values?devices=1&name=Level&from=1&until=2&count=401', 400],
  ['more than a day', '/record/happened?since=1&until=90000002', 400],
  ['an unknown device', '/record/values?devices=99&name=Level&from=1&until=2&count=1', 200]
])('a record answers a request for %s', async (_what, path, status) => {
  const { manager } = await recordedLamps(1);
  expect((await manager.send('GET', path)).status).toBe(status);
});

it('only a screen that manages begins, ends or deletes a record; all that was recorded is gone then', async () => {
  const { addScreen, house, manager, pass, recorded } = await recordedLamps(1);
  house.set(1, { Status: true, Level: 30 });
  await pass(1_000);
  const other = addScreen();
  for (const method of ['PUT', 'DELETE'])
    expect((await other.send(method, '/record', { isWanted: false })).status).toBe(403);
  expect(await recorded()).toHaveLength(1);
  expect((await manager.send('DELETE', '/record')).status).toBe(204);
  expect(await recorded()).toEqual([]);
  house.set(1, { Status: true, Level: 20 });
  await pass(1_000);
  expect(await recorded()).toHaveLength(1);
  await manager.send('PUT', '/record', { isWanted: false });
  expect((await manager.send('GET', '/record/happened?since=1&until=2')).status).toBe(404);
  expect((await manager.send('GET', '/record')).json).toEqual({ isWanted: false, state: 'off' });
});

it('nothing of a record is on the disk once its home was forgotten, and it does not begin again', async () => {
  const { house, pass, upstream } = await recordedLamps(1);
  const { controller, folder, recorder } = upstream;
  house.set(1, { Status: true, Level: 30 });
  const forgotten = recorder.forget(controller);
  house.set(1, { Status: true, Level: 20 });
  expect(await forgotten).toBe(true);
  await pass(60_000);
  expect(await readdir(join(folder, 'record'))).toEqual([]);
  expect({ record: recorder.recordOf(controller), isWanted: recorder.isWanted(controller) }).toEqual({
    record: undefined,
    isWanted: null
  });
});

it('a record whose file cannot be opened stops alone, is told, and goes on by itself', async () => {
  const { addScreen, clock, happened, house, pass, upstream } = await besideLamps(1);
  const manager = addScreen(MANAGING);
  const state = async () => (await manager.send('GET', '/record')).json;
  const path = join(upstream.folder, 'record', `${upstream.controller}.db`);
  await mkdir(path, { recursive: true });
  expect((await manager.send('PUT', '/record', { isWanted: true })).status).toBe(204);
  expect({ state: await state(), hasFailed: upstream.recorder.hasFailed(upstream.controller) }).toEqual({
    state: { isWanted: true, state: 'failed' },
    hasFailed: true
  });
  await manager.client().next('timers');
  house.set(1, { Status: true, Level: 30 });
  await pass(500);
  expect((await happened()).happenings).toHaveLength(1);
  await rmdir(path);
  await clock.advance(10 * 60_000);
  await vi.waitFor(async () => expect(await state()).toEqual({ isWanted: true, state: 'on' }));
  expect(upstream.recorder.hasFailed(upstream.controller)).toBe(false);
});

/** A part of what happened. */
interface Part {
  readonly happenings: readonly Happening[];
  readonly next?: number;
}

/** Two lamps with a day on the disk: so many rows of commands for one of them, of 52 kB each, from before rows were limited. */
async function withLargeRows(count: number, device = 1) {
  const beside = await besideLamps(2);
  await beside.client().next('timers');
  const { clock, upstream } = beside;
  const since = clock.now() - count * 1_000 - 60_000;
  const path = join(upstream.folder, 'record', `${upstream.controller}.db`);
  await writeLargeRows(path, { begin: since, count, device, room: device });
  const manager = beside.addScreen(MANAGING);
  await manager.send('PUT', '/record', { isWanted: true });
  await vi.waitFor(() => expect(upstream.recorder.recordOf(upstream.controller)).toBeDefined());
  /** Reads a part of that day. */
  async function readPart({ send }: Pick<typeof manager, 'send'>, from: number, more = ''): Promise<Part> {
    const query = `since=${since}&until=${clock.now()}&from=${from}${more}`;
    const { status, json } = await send('GET', `/record/happened?${query}`);
    expect(status).toBe(200);
    return json as Part;
  }
  return { ...beside, manager, readPart };
}

it('a day of large rows is read in parts of at most 256 kB, each row once, in order, with the number of its commands', async () => {
  const { addScreen, manager, readPart } = await withLargeRows(300);
  const parts: Part[] = [];
  for (let from: number | undefined = 0; from !== undefined; from = parts.at(-1)?.next)
    parts.push(await readPart(manager, from));
  expect(parts.length).toBeGreaterThan(3);
  const sizes = parts.map((part) => Buffer.byteLength(JSON.stringify(part)));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
  const happenings = parts.flatMap((part) => part.happenings);
  expect(happenings.flatMap((each) => (each.kind === 'commanded' ? [each.id] : []))).toEqual(
    Array.from({ length: 300 }, (_, index) => `large-${index}`)
  );
  for (const each of happenings)
    if (each.kind === 'commanded') expect(each.commands.length + (each.more ?? 0)).toBe(600);
  expect(
    happenings.filter(({ kind }) => kind === 'gap'),
    'nobody watched then'
  ).toHaveLength(1);
  // What is not told may be of rooms that a guest does not see.
  const { happenings: guests } = await readPart(addScreen(GUEST), 0);
  expect(guests.find(({ kind }) => kind === 'commanded')).not.toHaveProperty('more');
});

it('a part says nothing of devices that its reader does not see, nor does where it ends', async () => {
  const { addScreen, clock, manager, readPart } = await withLargeRows(300, 2);
  expect((await readPart(manager, 0)).next).toBeGreaterThan(0);
  const guest = addScreen(GUEST);
  for (const [from, more] of [
    [0, ''],
    [0, '&device=2'],
    [0, '&device=1'],
    [0, '&device=99'],
    [clock.now() - 200_000, '']
  ] as const) {
    const { happenings, ...rest } = await readPart(guest, from, more);
    expect(
      happenings.filter(({ kind }) => kind !== 'gap'),
      `${from}${more}`
    ).toEqual([]);
    expect(rest, `${from}${more}`).not.toHaveProperty('next');
  }
});

it('eight readers of 1,990 rows of 52 kB take less than 120 MB, and block the event loop for less than 250 ms', async () => {
  const { addScreen, readPart } = await withLargeRows(1_990);
  const readers = Array.from({ length: 8 }, () => addScreen());
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await Promise.all(
    readers.map(async (reader) => {
      for (let from = 0, count = 0; count < 5; count++) {
        const { happenings, next = 0 } = await readPart(reader, from);
        expect(happenings.length).toBeGreaterThan(20);
        expect(next).toBeGreaterThan(from);
        from = next;
      }
    })
  );
  delay.disable();
  clearInterval(look);
  expect((most - before) / 1e6, 'MB').toBeLessThan(120);
  expect(delay.max / 1e6 / slowness(), 'ms').toBeLessThan(250);
});
