import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { fail } from '#shared/errors';
import { ifThere } from '../base/store/errors';
import { serve } from '../http/serve';

/** The maximum number of photos, and of bytes of one. */
export const MAX_PHOTOS = 500;
export const MAX_PHOTO_BYTES = 8 * 1024 * 1024;

/** The folder within the data folder into which the owner puts photos. */
export const PHOTOS_FOLDER = 'photos';

const spells = (head: Buffer, at: number, text: string) =>
  head.toString('latin1', at, at + text.length) === text;
const JPEG = { type: 'image/jpeg', isAt: (head: Buffer) => head.readUIntBE(0, 3) === 0xffd8ff };

/** Types by the endings of names, and whether the first bytes of a file are those of its type. */
const TYPES: Readonly<Record<string, typeof JPEG>> = {
  '.jpg': JPEG,
  '.jpeg': JPEG,
  '.webp': { type: 'image/webp', isAt: (head) => spells(head, 0, 'RIFF') && spells(head, 8, 'WEBP') },
  '.avif': { type: 'image/avif', isAt: (head) => spells(head, 4, 'ftypavif') }
};
const HEAD_BYTES = 12;

/** Neither a link nor a pipe is waited for. */
const UNLINKED = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The photos that the owner has put into a folder. They are only read: the names of files never come from a request. */
export class Photos {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, PHOTOS_FOLDER);
  }

  /** The ids of the photos, in the order of their names. A changed file has another id. */
  async list(): Promise<readonly string[]> {
    return [...(await this.#names()).keys()];
  }

  /** Opens a photo, for a caller who closes it; undefined if there is none with this id, or if it is no picture of its type. */
  async open(id: string) {
    const name = (await this.#names()).get(id);
    const kind = TYPES[extname(name ?? '').toLowerCase()];
    if (name === undefined || kind === undefined) return undefined;
    const file = await open(join(this.#folder, name), UNLINKED).catch(() => undefined);
    if (!file) return undefined;
    const stat = await file.stat();
    const head = Buffer.alloc(HEAD_BYTES);
    if (stat.isFile() && stat.size <= MAX_PHOTO_BYTES) await file.read(head, 0, HEAD_BYTES, 0);
    if (kind.isAt(head)) return { file, type: kind.type, size: stat.size };
    await file.close();
    return undefined;
  }

  /** The names of the photos by id: regular files that are not too large. No link is followed, not even to the folder. */
  async #names(): Promise<ReadonlyMap<string, string>> {
    const folder = await ifThere(lstat(this.#folder));
    if (folder?.isDirectory() !== true) return new Map();
    const names = (await readdir(this.#folder, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && extname(entry.name).toLowerCase() in TYPES)
      .map(({ name }) => name)
      .sort();
    const photos = new Map<string, string>();
    for (const name of names) {
      const stat = await ifThere(lstat(join(this.#folder, name)));
      if (!stat?.isFile() || stat.size > MAX_PHOTO_BYTES || photos.size === MAX_PHOTOS) continue;
      const { size, mtimeMs } = stat;
      const digest = createHash('sha256').update(`${name}\0${size}\0${mtimeMs}`).digest('hex');
      photos.set(digest.slice(0, 32), name);
    }
    return photos;
  }
}

/** A day: a changed photo has another address. */
const CACHE_CONTROL = 'private, max-age=86400, immutable';

/** Registers the routes of the photos for the screensaver of wall tablets. */
export function registerPhotos(app: FastifyInstance, { photos }: { readonly photos: Photos }) {
  serve(app, 'GET /api/controllers/:id/photos', async () => ({ photos: await photos.list() }));
  serve(app, 'GET /api/controllers/:id/photos/:photo', async ({ params }, _body, reply) => {
    const photo = await photos.open(params.photo);
    if (!photo) return fail('not-found', 'There is no such photo.');
    const { file, type, size } = photo;
    reply.headers({ 'content-type': type, 'content-length': size, 'cache-control': CACHE_CONTROL });
    return reply.send(file.createReadStream({ start: 0, end: Math.max(0, size - 1) }));
  });
}
