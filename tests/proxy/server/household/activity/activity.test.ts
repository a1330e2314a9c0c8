import * as v from 'valibot';
import { expect, it } from 'vitest';
import { activitiesSchema } from '#shared/household';
import type { StoredFile } from '../../../../../proxy/server/base/store/sealed-file';
import {
  ActivityLog,
  MAX_ROWS,
  NO_ACTIVITY,
  type StoredActivity
} from '../../../../../proxy/server/household/activity/activity';
import { FakeClock } from '../../../../support/fake-clock';
import { memoryFile } from '../../../../support/memory-file';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOME = { id: '0123456789ab', name: 'Home', source: 'known' } as const;
const HALL = { id: 'screen-1', name: 'Hall' };
const PHONE = { id: 'screen-2', name: 'Phone' };

async function openLog(file: StoredFile<StoredActivity> = memoryFile(NO_ACTIVITY)) {
  const clock = new FakeClock();
  let writes = 0;
  const counted = {
    ...file,
    write(value: StoredActivity) {
      writes++;
      return file.write(value);
    }
  };
  const log = new ActivityLog(counted, clock);
  const stop = await log.start();
  return { log, stop, clock, file, writes: () => writes };
}

it('an event in the activity log is a row with ids and names only, newest first', async () => {
  const { log, clock } = await openLog();
  const at = clock.now();
  const controller = { ...HOME, address: '192.168.1.5', mac: '02005e100001' };
  const screen = { ...HALL, cookie: 'secret' };
  log.note({ kind: 'signed-in', controller, screen });
  await clock.advance(1);
  log.note({ kind: 'paired', controller: HOME, screen: PHONE, by: HALL });
  const home = { id: HOME.id, name: 'Home' };
  const signedIn = { seq: 1, at, count: 1, kind: 'signed-in', screen: HALL, controller: home };
  const paired = {
    seq: 2,
    at: at + 1,
    count: 1,
    kind: 'paired',
    controller: home,
    screen: PHONE,
    by: HALL
  };
  expect(log.list(HOME.id)).toEqual([paired, signedIn]);
  expect([log.after(HOME.id, 0), log.after(HOME.id, 1), log.after(HOME.id, 2)]).toEqual([
    [signedIn, paired],
    [paired],
    []
  ]);
  expect(v.is(activitiesSchema, { activities: log.list(HOME.id) })).toBe(true);
});

it('an event in the activity log is not recorded for the demo home', async () => {
  const { log, writes } = await openLog();
  log.note({ kind: 'signed-in', controller: { ...HOME, source: 'demo' }, screen: HALL });
  expect({ list: log.list(HOME.id), latestSeq: log.latestSeqOf(HOME.id), writes: writes() }).toEqual({
    list: [],
    latestSeq: 0,
    writes: 0
  });
});

it('an event in the activity log has shortened names without invisible characters', async () => {
  const { log } = await openLog();
  const name = `a\u0000b\u202ec\n${'x'.repeat(500)}`;
  const shown = `a b c ${'x'.repeat(58)}`;
  const screen = { id: 'new', name };
  const by = { id: 'old', name };
  log.note({ kind: 'paired', controller: { ...HOME, name }, screen, by });
  expect(log.list(HOME.id)).toMatchObject([
    { controller: { name: shown }, screen: { name: shown }, by: { name: shown } }
  ]);
});

it('an event in the activity log contains no address, even if the controller is named after it', async () => {
  const { log } = await openLog();
  log.note({ kind: 'moved', controller: { ...HOME, name: '192.168.1.5' } });
  expect(log.list(HOME.id)).toMatchObject([{ controller: { id: HOME.id, name: '' } }]);
});

it('the activity log keeps 500 rows, of which each sign-in is one, and drops the oldest', async () => {
  const { log, file } = await openLog();
  for (let n = 0; n < MAX_ROWS + 10; n++) log.note({ kind: 'signed-in', controller: HOME, screen: HALL });
  const seqs = log.list(HOME.id).map(({ seq }) => seq);
  expect({ count: seqs.length, newest: seqs[0], oldest: seqs.at(-1) }).toEqual({
    count: 500,
    newest: 510,
    oldest: 11
  });
  expect((await file.read()).rows).toHaveLength(500);
});

it('the activity log cannot be flooded by one repeated event', async () => {
  const { log } = await openLog();
  log.note({ kind: 'moved', controller: HOME, by: PHONE });
  log.note({ kind: 'signed-in', controller: HOME, screen: PHONE });
  for (let n = 0; n < 2 * MAX_ROWS; n++) log.note({ kind: 'paired', controller: HOME, screen: HALL });
  const rows = log.list(HOME.id);
  expect(rows).toHaveLength(MAX_ROWS);
  const kinds = rows.map(({ kind }) => kind).filter((kind) => kind !== 'paired');
  expect(kinds).toEqual(['signed-in', 'moved']);
});

it('the activity log continues its numbers after a restart', async () => {
  const first = await openLog();
  first.log.note({ kind: 'signed-in', controller: HOME, screen: HALL });
  first.stop();
  const second = await openLog(first.file);
  expect(second.log.list(HOME.id)).toEqual(first.log.list(HOME.id));
  second.log.note({ kind: 'paired', controller: HOME, screen: PHONE });
  expect(second.log.list(HOME.id).map(({ seq }) => seq)).toEqual([2, 1]);
});

it.each(['setup-code-failed', 'move-refused'] as const)(
  'a flood of %s is one row with a count, which is updated each time and displaces nothing',
  async (kind) => {
    const { log, clock } = await openLog();
    log.note({ kind, controller: HOME });
    log.note({ kind: 'signed-in', controller: HOME, screen: HALL });
    for (let n = 1; n < 1_000; n++) log.note({ kind, controller: HOME });
    expect(log.list(HOME.id)).toMatchObject([
      { kind, count: 1_000, seq: 1_001, at: clock.now() },
      { kind: 'signed-in', count: 1, seq: 2 }
    ]);
  }
);

it('a flood is written at once, and then at most every ten seconds', async () => {
  const { log, clock, writes, file } = await openLog();
  for (let n = 0; n < 100; n++) log.note({ kind: 'setup-code-failed', controller: HOME });
  expect(writes()).toBe(1);
  await clock.advance(10_000);
  expect({ writes: writes(), rows: (await file.read()).rows }).toMatchObject({
    writes: 2,
    rows: [{ count: 100 }]
  });
  expect(clock.waiting).toBe(0);
});

it('a flood is written with the next event, and when the program stops', async () => {
  const { log, clock, stop, file } = await openLog();
  for (let n = 0; n < 3; n++) log.note({ kind: 'setup-code-failed', controller: HOME });
  log.note({ kind: 'signed-in', controller: HOME, screen: HALL });
  expect((await file.read()).rows).toMatchObject([{ count: 3 }, { kind: 'signed-in' }]);
  log.note({ kind: 'setup-code-failed', controller: HOME });
  stop();
  expect((await file.read()).rows).toMatchObject([{ kind: 'signed-in' }, { count: 4 }]);
  expect(clock.waiting).toBe(0);
});

it('an event of another screen or after a day is another row', async () => {
  const { log, clock } = await openLog();
  for (const more of [{}, { by: HALL }, { by: PHONE }])
    log.note({ kind: 'move-refused', controller: HOME, ...more });
  expect(log.list(HOME.id)).toHaveLength(3);
  await clock.advance(DAY_MS);
  log.note({ kind: 'move-refused', controller: HOME });
  expect(log.list(HOME.id)).toHaveLength(4);
  expect(log.list(HOME.id)[0]).toMatchObject({ count: 1 });
});

it('the rows of a home, their numbers and their share are not touched by what happens at another one', async () => {
  const { log } = await openLog();
  const other = { ...HOME, id: 'ba9876543210', name: 'Cottage' };
  log.note({ kind: 'signed-in', controller: HOME, screen: PHONE });
  for (let n = 0; n < 2 * MAX_ROWS; n++)
    log.note({ kind: n % 2 ? 'signed-in' : 'paired', controller: other, screen: HALL });
  log.note({ kind: 'moved', controller: HOME });
  expect(log.list(HOME.id)).toMatchObject([
    { kind: 'moved', seq: 2 },
    { kind: 'signed-in', seq: 1 }
  ]);
  expect(log.list(other.id)).toHaveLength(MAX_ROWS - 2);
  log.note({ kind: 'home-added', controller: HOME, home: other });
  log.forget(other.id);
  expect([log.list(other.id), log.list(HOME.id).length]).toEqual([[], 2]);
  expect(JSON.stringify(log.list(HOME.id)), 'its name neither').not.toContain('Cottage');
});
