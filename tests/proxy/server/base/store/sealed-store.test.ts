import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../../../proxy/server/base/platform/log';
import { LOCKS } from '../../../../../proxy/server/base/store/folder-lock';
import { damagedName } from '../../../../../proxy/server/base/store/sealed-file';
import { SealedStore } from '../../../../../proxy/server/base/store/sealed-store';
import { FakeClock } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';
import { openStore } from '../../../../support/sealed-folder';
import { temporaryFolder } from '../../../../support/temporary-folder';

/** Writes names until it is killed. */
const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));

const namesSchema = v.array(v.string());
const NOBODY: string[] = [];

const running = new Map<string, SealedStore>();

/** Opens a folder like the next run of the program, after the previous one has ended. */
async function runOn(folder: string) {
  const log = new LogCapture();
  await running.get(folder)?.close();
  const store = await openStore(folder, log);
  running.set(folder, store);
  return { store, log, names: store.file('names', namesSchema, NOBODY) };
}

/** Stores a value in a new folder. Returns its path. */
async function folderWith(value: string[]) {
  const folder = join(await temporaryFolder(), 'data');
  const { store, names } = await runOn(folder);
  names.write(value);
  await store.close();
  return { folder, path: join(folder, 'names') };
}

afterEach(async () => {
  for (const store of running.values()) await store.close();
  running.clear();
});

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

it('a sealed store returns in the next run what was written in this one', async () => {
  const { folder } = await folderWith(['Ганна', 'Bob']);
  const { names } = await runOn(folder);
  expect(await names.read()).toEqual(['Ганна', 'Bob']);
});

it('a sealed store returns what was just written, before it is on the disk', async () => {
  const { names } = await runOn(join(await temporaryFolder(), 'data'));
  names.write(['Ann']);
  expect(await names.read()).toEqual(['Ann']);
  await names.flush();
});

it('a sealed store is empty if nothing was written', async () => {
  const { names, log } = await runOn(join(await temporaryFolder(), 'data'));
  expect(await names.read()).toEqual([]);
  expect(log.entries).toEqual([]);
});

it('a sealed store writes nothing readable to the disk', async () => {
  const { folder } = await folderWith(['a very private name']);
  const files = (await readdir(folder)).filter((name) => name !== LOCKS);
  expect(files).toHaveLength(3);
  for (const name of files) expect((await readFile(join(folder, name))).includes('private')).toBe(false);
});

it('a sealed store leaves the last of a thousand writes, and no unfinished file', async () => {
  const folder = join(await temporaryFolder(), 'data');
  const { names, store } = await runOn(folder);
  for (let n = 0; n < 1_000; n++) names.write([`name ${n}`]);
  await store.flush();
  await writeFile(join(folder, 'names.0123.new'), 'of a killed process');
  expect(await (await runOn(folder)).names.read()).toEqual(['name 999']);
  expect((await readdir(folder)).sort()).toEqual(['format', 'key', 'locks', 'names']);
});

it('a sealed store is accessible only to its owner, with any umask', async () => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const { folder } = await folderWith(['Ann']);
  expect(await modeOf(folder)).toBe('700');
  expect(await modeOf(join(folder, 'names'))).toBe('600');
  expect(await modeOf(join(folder, 'key'))).toBe('600');
});

it('a sealed store makes its folder private again after somebody opened it to others', async () => {
  const { folder } = await folderWith(['Ann']);
  await chmod(folder, 0o755);
  await chmod(join(folder, 'key'), 0o644);
  await runOn(folder);
  expect(await modeOf(folder)).toBe('700');
  expect(await modeOf(join(folder, 'key'))).toBe('600');
});

const spoilt: [string, (content: Buffer) => Buffer][] = [
  ['has a flipped bit in its content', (content) => flip(content, content.length - 1)],
  ['has a flipped bit in its tag', (content) => flip(content, 13)],
  ['has a flipped bit in its nonce', (content) => flip(content, 1)],
  ['has another first byte', (content) => Buffer.concat([Buffer.of(0), content.subarray(1)])],
  ['is cut short', (content) => content.subarray(0, content.length - 4)],
  ['has lost all but its first byte', (content) => content.subarray(0, 1)],
  ['is empty', () => Buffer.alloc(0)]
];
it.each(spoilt)('a file is set aside, reported and replaced if it %s', async (_what, spoil) => {
  const { folder, path } = await folderWith(['Ann']);
  const broken = spoil(await readFile(path));
  await writeFile(path, broken);

  const { names, log, store } = await runOn(folder);
  expect(await names.read()).toEqual([]);
  const [aside] = (await readdir(folder)).filter((name) => name.startsWith('names.broken-'));
  expect(await readFile(join(folder, aside ?? ''))).toEqual(broken);
  expect(log.entries).toMatchObject([{ level: 'warn', file: 'names', aside }]);

  names.write(['Bob']);
  await store.flush();
  expect(await (await runOn(folder)).names.read()).toEqual(['Bob']);
});

it('a file with another file’s name in it is set aside', async () => {
  const { folder, path } = await folderWith(['Ann']);
  await writeFile(join(folder, 'others'), await readFile(path));
  const { store } = await runOn(folder);
  expect(await store.file('others', namesSchema, NOBODY).read()).toEqual([]);
});

it('a file sealed with another key is set aside', async () => {
  const { folder } = await folderWith(['Ann']);
  await writeFile(join(folder, 'key'), Buffer.alloc(32, 7));
  expect(await (await runOn(folder)).names.read()).toEqual([]);
});

it('a file with content of another shape is set aside', async () => {
  const { folder } = await folderWith(['Ann']);
  const { store } = await runOn(folder);
  expect(await store.file('names', v.array(v.number()), []).read()).toEqual([]);
});

it('a file that does not open is remembered, even if it could not be set aside', async () => {
  const { folder } = await folderWith(['Ann']);
  const intact = await runOn(folder);
  await intact.names.read();
  expect(intact.store.hasUnreadable).toBe(false);
  await intact.store.close();
  await writeFile(join(folder, 'names'), 'broken');
  const { names, store } = await runOn(folder);
  await names.read();
  for (const name of await readdir(folder)) if (damagedName(name) !== undefined) await rm(join(folder, name));
  expect(store.hasUnreadable).toBe(true);
});

it('a truncated key is set aside, and a new one is made', async () => {
  const { folder } = await folderWith(['Ann']);
  await writeFile(join(folder, 'key'), Buffer.alloc(5));
  const { names, store } = await runOn(folder);
  names.write(['Bob']);
  await store.flush();
  expect(await (await runOn(folder)).names.read()).toEqual(['Bob']);
});

/** The error for a folder that cannot be used. */
const errorOf = async (folder: string) => {
  const opened = await SealedStore.open(folder, { clock: new FakeClock(), log: new LogCapture() });
  return opened.ok ? undefined : opened.error;
};

it('a file cannot be used as a folder', async () => {
  const path = join(await temporaryFolder(), 'data');
  await writeFile(path, '');
  const message: unknown = expect.stringContaining(path);
  expect(await errorOf(path)).toMatchObject({ code: 'bad-data-dir', message });
});

it('a folder with other content that is open to others is refused and stays unchanged', async () => {
  const folder = join(await temporaryFolder(), 'home');
  await mkdir(folder);
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'letter.txt'), '');
  expect(await errorOf(folder)).toMatchObject({ code: 'bad-data-dir' });
  expect(await modeOf(folder)).toBe('755');
});

it('a folder that cannot be written to is refused', async () => {
  expect(await errorOf('/proc/mantel')).toMatchObject({ code: 'bad-data-dir' });
});

it('a store on a full disk goes on, reports it, and tries again with the next write', async () => {
  const folder = join(await temporaryFolder(), 'data');
  const { names, store, log } = await runOn(folder);
  await mkdir(join(folder, 'names'));
  names.write(['Ann']);
  await store.flush();
  expect(log.entries).toMatchObject([{ level: 'error', file: 'names' }]);
  expect(await names.read()).toEqual(['Ann']);

  await rmdir(join(folder, 'names'));
  names.write(['Bob']);
  await store.flush();
  expect(await (await runOn(folder)).names.read()).toEqual(['Bob']);
});

it('a closed store does not try a failed write again, because the folder may have another owner', async () => {
  const folder = join(await temporaryFolder(), 'data');
  const clock = new FakeClock();
  const store = await openStore(folder, silentLog, clock);
  await mkdir(join(folder, 'names'));
  store.file('names', namesSchema, NOBODY).write(['Ann']);
  await store.close();
  expect(clock.waiting).toBe(0);
});

/** A part of the soak's storm. */
const KILLS = 3;

it('no file is lost if the process is killed during a write', async () => {
  const { folder } = await folderWith(['before']);
  for (let kill = 0; kill < KILLS; kill++) {
    const writer = spawn(process.execPath, ['--import', 'tsx', WRITER, folder], {
      stdio: ['ignore', 'pipe', 'inherit']
    });
    await once(writer.stdout, 'data');
    await new Promise<void>((resolve) => setTimeout(resolve, 7 * kill));
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    const { names, log, store } = await runOn(folder);
    expect((await names.read())[0]).toMatch(/^written /);
    expect(log.entries).toEqual([]);
    await store.close();
  }
});

function flip(content: Buffer, at: number) {
  const flipped = Buffer.from(content);
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
  return flipped;
}
