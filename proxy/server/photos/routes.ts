import type { FastifyInstance } from 'fastify';
import { fail } from '#shared/errors';
import { serve } from '../http/serve';
import type { Photos } from './photos';

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
