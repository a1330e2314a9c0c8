import { mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAX_PHOTO_BYTES, MAX_PHOTOS, Photos } from '../../../../proxy/server/photos/photos';
import { temporaryFolder } from '../../../support/temporary-folder';
import { refusal, testProxy } from '../../../support/test-proxy';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.from('a picture')]);
const WEBP = Buffer.from('RIFF\0\0\0\0WEBPVP8 ');
const AVIF = Buffer.from('\0\0\0\x1cftypavif\0\0\0\0');

/** A data folder with photos, by their names. */
async function photosOf(files: Readonly<Record<string, Buffer>>) {
  const dataDir = await temporaryFolder();
  const folder = join(dataDir, 'photos');
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return { dataDir, folder, photos: new Photos(dataDir) };
}

async function typeOf(photos: Photos, id: string | undefined) {
  const photo = await photos.open(id ?? '');
  await photo?.file.close();
  return photo?.type;
}

it.each([
  ['a.jpg', JPEG, 'image/jpeg'],
  ['a.JPEG', JPEG, 'image/jpeg'],
  ['a.webp', WEBP, 'image/webp'],
  ['a.avif', AVIF, 'image/avif'],
  ['page.jpg', Buffer.from('<html><script>'), undefined],
  ['a.jpg', WEBP, undefined],
  ['empty.jpg', Buffer.alloc(0), undefined]
])('%s is of the type that its ending and its first bytes say', async (name, content, type) => {
  const { photos } = await photosOf({ [name]: content });
  const [id] = await photos.list();
  expect(await typeOf(photos, id)).toBe(type);
});

it('photos are regular files of their folder: no link, no other ending, none that is too large, and 500 at most', async () => {
  const { dataDir, folder, photos } = await photosOf({ 'a.jpg': JPEG, 'notes.txt': JPEG, 'large.jpg': JPEG });
  await truncate(join(folder, 'large.jpg'), MAX_PHOTO_BYTES + 1);
  await writeFile(join(dataDir, 'secret.jpg'), JPEG);
  await symlink(join(dataDir, 'secret.jpg'), join(folder, 'link.jpg'));
  await mkdir(join(folder, 'more.jpg'));
  const ids = await photos.list();
  expect(ids).toHaveLength(1);
  for (const id of ['a.jpg', '../secret.jpg', 'link.jpg', ''])
    expect(await typeOf(photos, id)).toBeUndefined();

  // What has become a link since is not followed, and a changed photo has another id.
  await writeFile(join(folder, 'a.jpg'), Buffer.concat([JPEG, JPEG]));
  expect(await photos.list()).not.toEqual(ids);
  for (let at = 0; at < MAX_PHOTOS; at += 1) await writeFile(join(folder, `b${at}.jpg`), JPEG);
  expect(await photos.list()).toHaveLength(MAX_PHOTOS);
  await rename(folder, join(dataDir, 'elsewhere'));
  expect(await photos.list()).toEqual([]);
  await symlink(join(dataDir, 'elsewhere'), folder);
  expect(await photos.list()).toEqual([]);
});

it('a photo is served as it is to a screen that is signed in, and to nobody else', async () => {
  const { dataDir } = await photosOf({ 'a.jpg': JPEG });
  const { ask, cookie } = await testProxy({ dataDir });
  const headers = { cookie: await cookie() };
  const { json } = await ask('/own/photos', { headers });
  expect(json).toEqual({ photos: [expect.stringMatching(/^[0-9a-f]{32}$/)] });
  const path = `/own/photos/${/[0-9a-f]{32}/.exec(JSON.stringify(json))?.[0] ?? ''}`;
  const served = await ask(path, { headers });
  expect(served).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/jpeg',
      'content-length': String(JPEG.length),
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff'
    }
  });
  expect(served.text).toContain('a picture');
  for (const each of ['/own/photos', path])
    expect(await ask(each)).toMatchObject(refusal(401, 'not-signed-in'));
  for (const id of ['0'.repeat(32), 'a.jpg', '..%2Fkey', '%2e%2e%2fkey'])
    expect((await ask(`/own/photos/${id}`, { headers })).status, id).toBe(404);
});
