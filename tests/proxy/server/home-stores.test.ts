import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../proxy/server/base/platform/log';
import { LOCKS } from '../../../proxy/server/base/store/folder-lock';
import { RECORD_FOLDER } from '../../../proxy/server/record/recorder';
import { openHomeStores } from '../../../proxy/server/start';
import { FakeClock } from '../../support/fake-clock';
import { recordThread } from '../../support/recorded-house';
import { openStore, sealedFolder, unsealFile } from '../../support/sealed-folder';

const LEAVING = 'aaaaaaaaaaaa';
const STAYING = 'bbbbbbbbbbbb';
const HOMES = [LEAVING, STAYING];

const layoutOf = (controller: string) => ({
  controller,
  layout: { favourites: [1], devices: {}, rooms: {} }
});
const scenesOf = (controller: string) => ({ controller, scenes: [] });
const touchOf = (controller: string) => ({ controller, devices: { 1: { touch: 'ask', model: '0123abcd' } } });
const tripsOf = (controller: string) => ({ controller, seen: { boot: '', at: 0, clock: 0 }, sensors: {} });
const messagesOf = (controller: string) => ({
  controller,
  isPushOn: true,
  ways: { ntfy: null, webhook: null, heartbeat: null },
  isLeftOpenTold: false,
  webhookRepeats: false,
  scene: null,
  phones: {}
});
const recordOf = (controller: string) => ({ controller, isKept: true });

/** An alarm that stands. */
const alarmOf = (controller: string) => ({
  id: `alarm of ${controller}`,
  controller,
  kind: 'smoke',
  device: 1,
  room: null,
  roomName: null,
  episode: `episode of ${controller}`,
  trip: 1,
  first: 1,
  begun: 1,
  noted: 1,
  seen: []
});
const episodeOf = (controller: string) => ({
  id: `episode of ${controller}`,
  controller,
  weight: 'life',
  begun: 1,
  trips: 1,
  told: {}
});
/** A timer that was missed: its screen may have ended long ago. */
const timerOf = (controller: string) => ({
  id: `timer of ${controller}`,
  controller,
  screen: 'phone',
  screenName: 'Phone',
  room: null,
  label: 'Lamp',
  commands: [
    { device: 1, method: 'setStatus', params: { status: true }, model: '0123abcd', sets: ['Status'] }
  ],
  due: 1,
  at: 1,
  hasGap: false,
  reached: [],
  state: 'missed',
  missed: 'reboot'
});

/** Opens the stores of two homes of which everything is stored. */
async function twoHomes() {
  const folder = await sealedFolder({
    alarms: {
      seen: { boot: '', at: 0, clock: 0 },
      alarms: HOMES.map(alarmOf),
      episodes: HOMES.map(episodeOf),
      guarded: Object.fromEntries(HOMES.map((id) => [id, [2]]))
    },
    timers: { folder: '', seen: { boot: '', at: 0 }, timers: HOMES.map(timerOf) }
  });
  const store = await openStore(folder);
  onTestFinished(() => store.close());
  for (const id of HOMES) {
    write('layout', id, layoutOf(id));
    write('scenes', id, scenesOf(id));
    write('touch', id, touchOf(id));
    write('trips', id, tripsOf(id));
    write('message', id, messagesOf(id));
    write('record', id, recordOf(id));
  }
  function write(kind: string, id: string, value: unknown) {
    store.files(kind, v.unknown()).file(id).write(value);
  }
  await store.flush();
  await mkdir(join(folder, RECORD_FOLDER));
  for (const id of HOMES)
    for (const end of ['.db', '.db-wal', '.db-shm', '.db.broken-17', '.db.broken-17-wal'])
      await writeFile(join(folder, RECORD_FOLDER, `${id}${end}`), '');
  const stores = await openHomeStores(store, folder, {
    clock: new FakeClock(),
    log: silentLog,
    recordThread
  });
  return { folder, store, stores };
}

/** The files of a data folder whose content or name has the id of a controller. */
async function filesWith(folder: string, id: string) {
  const sealed = (await readdir(folder)).filter(
    (name) => ![LOCKS, 'key', 'format', RECORD_FOLDER].includes(name)
  );
  const found: string[] = [];
  for (const name of sealed)
    if (JSON.stringify(await unsealFile(folder, name)).includes(id)) found.push(name.replace(/-.*/, ''));
  const records = (await readdir(join(folder, RECORD_FOLDER))).filter((name) => name.startsWith(id));
  return [...found, ...records].sort();
}

const EVERYTHING = ['alarms', 'layout', 'message', 'record', 'scenes', 'timers', 'touch', 'trips'];

/** The records of a controller. */
const recordsOf = (id: string) =>
  ['.db', '.db-shm', '.db-wal', '.db.broken-17', '.db.broken-17-wal'].map((end) => `${id}${end}`);

it('nothing of a home that was forgotten is on the disk, and all of another one is', async () => {
  const { folder, stores } = await twoHomes();
  const all = (id: string) => [...EVERYTHING, ...recordsOf(id)].sort();
  expect(await filesWith(folder, LEAVING)).toEqual(all(LEAVING));
  expect(await stores.forgetHome(LEAVING)).toBe(true);
  expect(await filesWith(folder, LEAVING)).toEqual([]);
  expect(await filesWith(folder, STAYING)).toEqual(all(STAYING));
  expect((await readdir(folder)).length).toBe(
    EVERYTHING.length + [LOCKS, 'key', 'format', RECORD_FOLDER].length
  );
});

it.each([
  ['before the timers were loaded', false],
  ['after they were', true]
])('the timers of a home are forgotten %s', async (_when, isLoaded) => {
  const { stores } = await twoHomes();
  if (isLoaded) await stores.timerList.load();
  expect(await stores.forgetHome(LEAVING)).toBe(true);
  if (!isLoaded) await stores.timerList.load();
  expect(stores.timerList.all).toMatchObject([{ controller: STAYING }]);
});

it('what could not be deleted of a home is said, and deleted when it is forgotten again', async () => {
  const { folder, stores } = await twoHomes();
  const inTheWay = join(folder, RECORD_FOLDER, `${LEAVING}.db-journal`);
  await mkdir(join(inTheWay, 'x'), { recursive: true });
  const [layout = ''] = (await readdir(folder)).filter((name) => name.startsWith('layout-'));
  const aside = join(folder, `${layout}.broken-17`);
  await mkdir(aside);
  const others = [STAYING, LEAVING];
  expect(await Promise.all(others.map((id) => stores.forgetHome(id)))).toContain(false);
  await rmdir(join(inTheWay, 'x'));
  await rmdir(inTheWay);
  await rmdir(aside);
  for (const id of others) expect(await stores.forgetHome(id)).toBe(true);
  for (const id of others) expect(await filesWith(folder, id)).toEqual([]);
});

/** Starts the recorder of a household that knows one home. Resolves with the records that are left. */
async function startedRecorder(hasUnreadable: boolean) {
  const { folder, stores } = await twoHomes();
  const known = { list: () => [{ id: STAYING, source: 'demo' }], onAdded: () => () => undefined };
  const stop = stores.recorder.start({ known } as never, { hasUnreadable });
  await stop();
  return readdir(join(folder, RECORD_FOLDER));
}

it('the record of a home that is not known is deleted at the start', async () => {
  expect(await startedRecorder(false)).toEqual(recordsOf(STAYING));
});

it('no record is deleted at the start while a file is unreadable, which may be the one with the homes', async () => {
  expect(await startedRecorder(true)).toEqual([...recordsOf(LEAVING), ...recordsOf(STAYING)]);
});
