import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';
import { openStore } from '../../../../support/sealed-folder';
import { temporaryFolder } from '../../../../support/temporary-folder';

const RETRY_MS = 60_000;

/** Sealed files of lists in a new folder. `names`: those of the files that are there. */
async function listFiles() {
  const folder = join(await temporaryFolder(), 'data');
  const clock = new FakeClock();
  const log = new LogCapture();
  const store = await openStore(folder, log, clock);
  onTestFinished(() => store.close());
  const files = store.files('list', v.array(v.string()));
  const names = async () => (await readdir(folder)).filter((name) => name.startsWith('list-'));
  return { folder, clock, log, store, files, names };
}

/** The same with a written file. `path`: that of the file. */
async function writtenFile() {
  const made = await listFiles();
  made.files.file('home').write(['Ann']);
  await made.store.flush();
  const [name = ''] = await made.names();
  return { ...made, name, path: join(made.folder, name) };
}

it('a removed value and what was set aside of it are gone from the disk, and no other value is', async () => {
  const { folder, files, names, name, store } = await writtenFile();
  await writeFile(join(folder, `${name}.broken-17`), 'damaged');
  files.file('other').write(['Bob']);
  await store.flush();
  expect(store.damaged).toBe(1);
  expect(await files.remove('home')).toBe(true);
  expect(await names()).toHaveLength(1);
  expect({ damaged: store.damaged, left: await files.readAll() }).toEqual({ damaged: 0, left: [['Bob']] });
  expect(await files.file('home').read()).toBeNull();
});

it('a value that was never read or written can be removed', async () => {
  const { files } = await listFiles();
  expect(await files.remove('home')).toBe(true);
});

it('a write in progress does not bring a removed value back', async () => {
  const { files, names, store } = await writtenFile();
  for (let turns = 0; turns < 40; turns += 1) {
    files.file('home').write([`${turns}`]);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    expect(await files.remove('home')).toBe(true);
    expect(await names()).toEqual([]);
  }
  await store.flush();
  expect(await names()).toEqual([]);
});

it('a write that failed is not tried again once its value was removed', async () => {
  const { clock, files, names, store, path } = await listFiles().then(async (made) => {
    made.files.file('home').write([]);
    await made.store.flush();
    const [name = ''] = await made.names();
    await made.files.remove('home');
    return { ...made, path: join(made.folder, name) };
  });
  await mkdir(path);
  files.file('home').write(['Ann']);
  expect(await files.file('home').flush()).toBe(false);
  await rmdir(path);
  expect(await files.remove('home')).toBe(true);
  await clock.advance(RETRY_MS);
  await store.flush();
  expect(await names()).toEqual([]);
  expect({ unwritten: store.unwritten, timers: clock.waiting }).toEqual({ unwritten: 0, timers: 0 });
});

it('a removal that fails is said and logged, and tried again', async () => {
  const { clock, files, folder, log, names, name, store } = await writtenFile();
  const inTheWay = join(folder, `${name}.broken-17`);
  await mkdir(inTheWay);
  expect(await files.remove('home')).toBe(false);
  expect(store.unwritten).toBe(1);
  expect(log.entries).toMatchObject([{ level: 'error', file: name }]);
  await rmdir(inTheWay);
  await clock.advance(RETRY_MS);
  await store.flush();
  expect({ names: await names(), unwritten: store.unwritten }).toEqual({ names: [], unwritten: 0 });
});

it('a value that is written while it is removed stays', async () => {
  const { files, store } = await writtenFile();
  const removed = files.remove('home');
  files.file('home').write(['Bob']);
  await removed;
  await store.flush();
  expect(await files.readAll()).toEqual([['Bob']]);
});
