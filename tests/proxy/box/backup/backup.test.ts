import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readArchive } from '../../../../proxy/box/backup/archive';
import { seal } from '../../../../proxy/server/base/store/seal';
import { temporaryFolder } from '../../../support/temporary-folder';
import { testProxy } from '../../../support/test-proxy';
import { plainBackUp, restorePlain } from './plain';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** A data folder of a proxy that ran with a signed-in screen, and paths for its backup and its copy. */
async function lived() {
  const proxy = await testProxy();
  const cookie = await proxy.cookie();
  const layout = { favourites: [24], devices: {}, rooms: {} };
  await proxy.call(cookie, 'PUT', `/api/controllers/${proxy.id}/layout`, layout);
  const folder = await temporaryFolder();
  return { proxy, cookie, layout, file: join(folder, 'home.backup'), copy: join(folder, 'copy') };
}

it('a backup of a running program, restored into a new folder, keeps all screens signed in and the layout', async () => {
  const { proxy, cookie, layout, file, copy } = await lived();
  await proxy.signIn();
  expect(await plainBackUp(proxy.dataDir, file)).toMatchObject({ value: { leftOut: [] } });
  await proxy.stop();
  expect(await restorePlain(file, copy)).toMatchObject({ ok: true });

  const again = await testProxy({ dataDir: copy, controller: proxy.controller });
  expect((await again.ask('/api/me', { headers: { cookie } })).status).toBe(200);
  const restoredLayout = await again.ask(`/api/controllers/${again.id}/layout`, { headers: { cookie } });
  expect(restoredLayout.json).toEqual(layout);
});

it('a backup is readable only by its owner, and so is what is restored, with any umask', async () => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const { proxy, file, copy } = await lived();
  await proxy.stop();
  await plainBackUp(proxy.dataDir, file);
  await restorePlain(file, copy);
  expect([await modeOf(file), await modeOf(copy)]).toEqual(['600', '700']);
  for (const name of (await readdir(copy)).filter((each) => each !== 'locks'))
    expect({ name, mode: await modeOf(join(copy, name)) }).toEqual({ name, mode: '600' });
  expect((await readdir(copy)).sort()).toEqual(
    expect.arrayContaining(['accounts', 'key', expect.stringMatching(/^layout-/), 'screens'])
  );
});

it('a backup has the record if it is asked for, as it is while the program writes it, and leaves it where it is', async () => {
  const { proxy, file, copy } = await lived();
  const folder = join(proxy.dataDir, 'record');
  const contents = { '0123456789ab.db': randomBytes(100), '0123456789ab.db-wal': randomBytes(10) };
  await mkdir(folder);
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  await writeFile(join(folder, '0123456789ab.db-shm'), '');
  expect(await plainBackUp(proxy.dataDir, file)).toMatchObject({ ok: true });
  expect(await plainBackUp(proxy.dataDir, `${file}.whole`, true)).toMatchObject({ ok: true });
  await restorePlain(file, copy);
  expect(await readdir(copy)).not.toContain('record');
  await restorePlain(`${file}.whole`, `${copy}.whole`);
  expect((await readdir(join(`${copy}.whole`, 'record'))).sort()).toEqual(Object.keys(contents));
  for (const [name, content] of Object.entries(contents))
    expect(await readFile(join(`${copy}.whole`, 'record', name))).toEqual(content);
});

it('a backup overwrites no file, and cannot be in the data folder itself', async () => {
  const { proxy, file } = await lived();
  await writeFile(file, 'dear to me');
  expect(await plainBackUp(proxy.dataDir, file)).toMatchObject({ error: { code: 'no-backup' } });
  expect(await readFile(file, 'utf8')).toBe('dear to me');
  const link = join(await temporaryFolder(), 'link');
  await symlink(proxy.dataDir, link);
  for (const folder of [proxy.dataDir, link])
    expect(await plainBackUp(proxy.dataDir, join(folder, 'copy'))).toMatchObject({
      error: { message: expect.stringContaining('in the data folder itself') as unknown }
    });
  expect(await plainBackUp(await temporaryFolder(), `${file}2`)).toMatchObject({ ok: false });
});

it('a backup leaves out files that the key does not open, set-aside files, and other entries than files', async () => {
  const { proxy, file } = await lived();
  await proxy.stop();
  await writeFile(join(proxy.dataDir, 'layouts'), 'broken');
  await writeFile(join(proxy.dataDir, 'screens.broken-1'), 'old');
  await symlink('/etc/passwd', join(proxy.dataDir, 'passwd'));
  await mkdir(join(proxy.dataDir, 'photos'));
  await writeFile(join(proxy.dataDir, 'photos/format'), 'a photo');
  expect(await plainBackUp(proxy.dataDir, file)).toMatchObject({ value: { leftOut: ['layouts'] } });
  const read = readArchive(await readFile(file));
  expect(read.ok && [...read.value.keys()].sort()).toEqual(
    (await readdir(proxy.dataDir)).filter((name) => !/layouts|broken|passwd|lock|photos/.test(name)).sort()
  );
});

it('a backup of a folder whose number is damaged is refused, since no restore would take it', async () => {
  const { proxy, file } = await lived();
  await proxy.stop();
  await writeFile(join(proxy.dataDir, 'format'), 'broken');
  expect(await plainBackUp(proxy.dataDir, file)).toMatchObject({
    error: { code: 'no-backup', message: expect.stringContaining('has a damaged file, format') as unknown }
  });
});

it('a restore accepts an empty folder, and no other', async () => {
  const { proxy, file, copy } = await lived();
  await plainBackUp(proxy.dataDir, file);
  await mkdir(copy);
  expect((await restorePlain(file, copy)).ok).toBe(true);
  const before = await readdir(copy);
  for (const folder of [copy, proxy.dataDir]) {
    const refused = await restorePlain(file, folder);
    expect(refused).toMatchObject({ ok: false, error: { code: 'no-restore' } });
    expect(refused.ok ? '' : refused.error.message).toContain(`${folder} is not empty: move it away`);
  }
  expect(await readdir(copy)).toEqual(before);
});

it('a restore refuses an archive with a single changed byte, at any position', async () => {
  const { proxy, file, copy } = await lived();
  await plainBackUp(proxy.dataDir, file);
  const whole = await readFile(file);
  for (let at = 0; at < whole.length; at += 37) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(file, changed);
    expect([at, (await restorePlain(file, copy)).ok]).toEqual([at, false]);
  }
  await writeFile(file, whole.subarray(0, -20));
  expect((await restorePlain(file, copy)).ok).toBe(false);
  await expect(stat(copy)).rejects.toThrow('ENOENT');
});

const KEY = randomBytes(32);
/** An archive made by hand, with a valid digest. */
const forged = (files: Record<string, Buffer>, title = 'mantel backup 1') => {
  const body = JSON.stringify(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, content.toString('base64')]))
  );
  return Buffer.from(`${title}\n${createHash('sha256').update(body).digest('hex')}\n${body}\n`);
};

it.each([
  ['a name that leads elsewhere', forged({ key: KEY, '../evil': seal(KEY, '../evil', Buffer.from('{}')) })],
  ['an absolute name', forged({ key: KEY, '/etc/evil': seal(KEY, '/etc/evil', Buffer.from('{}')) })],
  ['a name with a dot', forged({ key: KEY, '.ssh': seal(KEY, '.ssh', Buffer.from('{}')) })],
  ['a prototype for a name', Buffer.from(forged({ key: KEY }).toString().replace('"key"', '"__proto__"'))],
  ['no key', forged({ screens: seal(KEY, 'screens', Buffer.from('[]')) })],
  ['a key cut short', forged({ key: KEY.subarray(1) })],
  ['a file that its key does not open', forged({ key: KEY, screens: Buffer.from('[]') })],
  ['a file under another’s name', forged({ key: KEY, screens: seal(KEY, 'layouts', Buffer.from('[]')) })],
  ['a newer version', forged({ key: KEY }, 'mantel backup 3')],
  ['a damaged format', forged({ key: KEY, format: Buffer.from('2') })],
  ['something else', Buffer.from('PK\u0003\u0004')],
  ['nothing', Buffer.alloc(0)]
])('a restore refuses an archive with %s', async (_what, archive) => {
  const folder = await temporaryFolder();
  const file = join(folder, 'forged');
  await writeFile(file, archive);
  expect(await restorePlain(file, join(folder, 'data'))).toMatchObject({ error: { code: 'no-restore' } });
  expect(await readdir(folder)).toEqual(['forged']);
});

it('a restore leaves nothing behind if it cannot be moved into place', async () => {
  const { proxy, file } = await lived();
  await plainBackUp(proxy.dataDir, file);
  expect(await restorePlain(`${file}.none`, `${file}.folder`)).toMatchObject({ ok: false });
  expect(await restorePlain(file, join(file, 'below-a-file'))).toMatchObject({ ok: false });
});
