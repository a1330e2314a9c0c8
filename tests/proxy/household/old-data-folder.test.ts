import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { FULL_RIGHTS } from '#shared/rights';
import { FILE_NAME } from '../../../proxy/backup/archive';
import { LAYOUT_VERSION, storedLayoutSchema } from '../../../proxy/layouts/stored-layouts';
import { createAuthority, issueLeaf } from '../../../proxy/tls/authority';
import { filesNamed, openStore, sealedFolder, sealFile, unsealFile } from '../../support/sealed-folder';
import { BUILT_AT, testProxy } from '../../support/test-proxy';

const BOX = '02005e100001';
const DAY_MS = 24 * 60 * 60 * 1000;
const LAYOUT: Layout = {
  favourites: [3, 1],
  devices: { '21': { name: 'Читальна лампа', isHidden: true } },
  rooms: { '11': { name: 'Parlour' } }
};
const OTHER: Layout = { ...EMPTY_LAYOUT, rooms: { '11': { name: 'Salon' } } };

const cookieOf = (user: string) => `cookie-of-${user}`.padEnd(43, 'x');
const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

/** A data folder from before files had versions, with two users of one controller. */
async function folderOfBefore(more: Readonly<Record<string, unknown>> = {}) {
  const screen = (user: string) => ({
    ...{ id: `screen-of-${user}`, hash: hashOf(cookieOf(user)), name: 'Hall', controller: BOX, user },
    ...{ lastSeen: 1, kept: true, rights: FULL_RIGHTS },
    ...{ idleLeft: DAY_MS, absoluteLeft: DAY_MS, untilLeft: null }
  });
  const account = (user: string) => ({ controller: BOX, user, access: 'a', refresh: null });
  const authority = createAuthority(BUILT_AT);
  return sealedFolder({
    controllers: [
      {
        ...{ id: BOX, name: 'Home', address: '127.0.0.9', lastSeen: 5, isContested: false },
        ...{ identity: { mac: BOX, id: 'box-1' }, verifiedAddress: '127.0.0.9' }
      }
    ],
    accounts: { clientId: 'us', accounts: [account('ann'), account('bob')] },
    screens: [screen('ann'), screen('bob')],
    layouts: [
      { controller: BOX, user: 'ann', layout: LAYOUT },
      { controller: BOX, user: 'bob', layout: OTHER }
    ],
    tls: { authority, leaf: issueLeaf(authority, { names: ['localhost'], at: BUILT_AT }) },
    ...more
  });
}

/** A run of the current program on a data folder, as its users see it. */
async function run(dataDir: string) {
  const proxy = await testProxy({ dataDir });
  const path = `/api/controllers/${BOX}/layout`;
  const call = (user: string, ...asked: [method: string, path: string, body?: unknown]) =>
    proxy.call(`mantel=${cookieOf(user)}`, ...asked);
  return {
    ...proxy,
    warnings: () => proxy.log.lines.filter((line) => /"level":"?(?:warn|error|40|50)/.test(line)),
    me: (user: string) => call(user, 'GET', '/api/me'),
    get: async (user: string) => (await call(user, 'GET', path)).json,
    put: async (user: string, body: unknown) => (await call(user, 'PUT', path, body)).status
  };
}

/** The current file of each kind, which changes with each write. */
async function versionsOf(dataDir: string, beginning: string) {
  const names = await filesNamed(dataDir, beginning);
  const entries = names.map(async (name) => [name, (await stat(join(dataDir, name))).ino] as const);
  return new Map(await Promise.all(entries));
}

it('an old data folder opens completely: nobody is signed out, no layout and no CA is lost, nothing is set aside', async () => {
  const dataDir = await folderOfBefore();
  const authority = await unsealFile(dataDir, 'tls');
  const { me, get, warnings, stop } = await run(dataDir);
  expect((await me('ann')).json).toMatchObject({ user: 'ann', controller: { id: BOX, name: 'Home' } });
  expect([await get('ann'), await get('bob')]).toEqual([LAYOUT, OTHER]);
  await stop();
  expect(warnings()).toEqual([]);
  expect(await unsealFile(dataDir, 'tls')).toMatchObject({
    authority: Reflect.get(Object(authority), 'authority') as unknown
  });
});

it('an old data folder can be opened by the old program again, with the layouts that it wrote', async () => {
  const dataDir = await folderOfBefore();
  const left = await readFile(join(dataDir, 'layouts'));
  const { put, stop } = await run(dataDir);
  expect(await put('ann', OTHER)).toBe(204);
  await stop();
  expect(await readFile(join(dataDir, 'layouts'))).toEqual(left);
  expect(await unsealFile(dataDir, 'controllers')).toBeInstanceOf(Array);
  expect(await unsealFile(dataDir, 'screens')).toBeInstanceOf(Array);
  expect(await unsealFile(dataDir, 'accounts')).toMatchObject({ clientId: 'us' });
});

const scenes = { '1': { name: 'Evening' } };

/** Changes a layout of Ann with the current program, then writes all layouts with the old one. */
async function after(written: unknown) {
  const dataDir = await folderOfBefore();
  const { put, stop } = await run(dataDir);
  await put('ann', { rooms: { '11': { name: 'Atelier' } }, scenes });
  await stop();
  const bobs = { controller: BOX, user: 'bob', layout: OTHER };
  await sealFile(dataDir, 'layouts', [{ controller: BOX, user: 'ann', layout: written }, bobs]);
  return run(dataDir);
}
const mine = { ...LAYOUT, rooms: { '11': { name: 'Atelier' } }, scenes };

it('changes of the old program are imported, together with data that only the current one knows', async () => {
  const { get, put } = await after(OTHER);
  expect([await get('ann'), await get('bob')]).toEqual([{ ...OTHER, scenes }, OTHER]);
  expect(await put('ann', { favourites: [1] })).toBe(204);
});

it('changes of the old program are imported once: later changes here stay', async () => {
  const { put, stop, dataDir } = await after(OTHER);
  await put('ann', { favourites: [1] });
  await stop();
  expect(await (await run(dataDir)).get('ann')).toEqual({ ...OTHER, favourites: [1], scenes });
});

it.each<[string, unknown]>([
  ['what it had read', LAYOUT],
  ['an empty one, in the place of one that it could not read', EMPTY_LAYOUT]
])('a file of the old program is ignored if it is %s', async (_, written) => {
  const { get } = await after(written);
  expect(await get('ann')).toEqual(mine);
});

it('layouts have a file each, whose name does not reveal the user, and backups include them', async () => {
  const dataDir = await folderOfBefore();
  const { put } = await run(dataDir);
  await put('ann', LAYOUT);
  await put('bob', LAYOUT);
  const names = await filesNamed(dataDir, 'layout-');
  expect(names).toHaveLength(2);
  for (const name of names) expect(name).toMatch(FILE_NAME);
  expect(names.join()).not.toMatch(/ann|bob|02005e/);
});

it('a layout is not written together with another user’s', async () => {
  const dataDir = await folderOfBefore();
  const { put } = await run(dataDir);
  await put('ann', LAYOUT);
  await put('bob', LAYOUT);
  const before = await versionsOf(dataDir, '');
  await put('bob', OTHER);
  const changed = [...(await versionsOf(dataDir, ''))].filter(([name, ino]) => before.get(name) !== ino);
  expect(changed).toEqual([[expect.stringMatching(/^layout-/), expect.any(Number)]]);
});

it('a layout in a newer format survives an older program unchanged', async () => {
  const dataDir = await folderOfBefore();
  const first = await run(dataDir);
  await first.put('ann', LAYOUT);
  await first.stop();
  const [name = ''] = await filesNamed(dataDir, 'layout-');
  const newer = { controller: BOX, user: 'ann', layout: { ...OTHER, scenes: {} }, rest: [1] };
  await sealFile(dataDir, name, { schema: LAYOUT_VERSION + 1, value: newer });

  const older = await run(dataDir);
  expect(await older.get('bob')).toEqual(OTHER);
  expect(older.warnings().join()).toContain('newer version');
  await older.stop();
  expect(await filesNamed(dataDir, name)).toEqual([expect.stringMatching(/\.newer-\d+$/)]);

  const store = await openStore(dataDir);
  expect(await store.files('layout', storedLayoutSchema, LAYOUT_VERSION + 1).readAll()).toEqual([newer]);
  await store.close();
});

it("a controllers' file of a newer version leaves the household closed", async () => {
  const dataDir = await sealedFolder({ controllers: { schema: 2, value: [] } });
  const { ask, log } = await testProxy({ dataDir });
  expect((await ask('/api/controllers')).json).toMatchObject({ mayAdd: false });
  expect(log.lines.join()).toContain('newer version');
  expect(await filesNamed(dataDir, 'controllers')).toEqual([
    expect.stringMatching(/^controllers\.newer-\d+$/)
  ]);
});
