import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Home } from '#shared/home';
import { routes } from '#shared/wire';
import { screenOf } from '../access/access-control';
import type { Screens } from '../access/screens/screens';
import type { Clock } from '#shared/clock';
import type { CallFailure, CallResult } from '../controllers/failure';
import { inSlices, SLICE_BYTES } from '../http/in-slices';
import { refuseCall } from '../controllers/refuse-call';
import { refuse } from '../http/errors';
import type { HomeSlots } from './home-slots';
import type { Watcher } from './watcher';
import type { WatcherRegistry } from './watcher-registry';

/** Timeout of a request for a home that was never read, in ms. */
const FIRST_READ_TIMEOUT_MS = 10_000;

/** Error if the first read takes longer. */
const NO_ANSWER: CallFailure = {
  code: 'controller-unreachable',
  message: 'It has not told its home in time.'
};

/** `GET /api/controllers/:id/home`: the whole home, with its revision as ETag. It may be stale: `controller.state` says so. */
export function registerHome(
  app: FastifyInstance,
  {
    watchers,
    screens,
    slots,
    clock
  }: { watchers: WatcherRegistry; screens: Pick<Screens, 'admit'>; slots: HomeSlots; clock: Clock }
) {
  app.get(
    routes.home(':id'),
    { config: { access: 'grant', enforcesRights: true, withoutPin: true } },
    async (request, reply) => {
      const { id, controller, user } = screenOf(request);
      const { watched, release } = watchers.lease(controller, user);
      await firstRead(watched.watcher, clock);
      release();
      // It may have been ended, locked or limited while it waited.
      const screen = screens.admit(id);
      if (!screen.ok) return refuse(reply, screen.error);

      const seen = watched.views.lease(screen.value.rights.rooms);
      const body = seen.view.text.body();
      const etag = `"${seen.view.home.journal.revision}"`;
      seen.release();
      if (!body) return refuseCall(reply, watched.watcher.failure ?? NO_ANSWER);
      reply.header('etag', etag);
      if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
      if (body.length > SLICE_BYTES) await turnOf(reply, slots, id);
      reply.header('content-length', body.length);
      return reply.type('application/json; charset=utf-8').send(inSlices(body));
    }
  );
}

/** Resolves when there is a slot for a long answer. The slot is released once the answer was sent. */
async function turnOf({ raw }: FastifyReply, slots: HomeSlots, screen: string) {
  await new Promise<void>((resolve) => {
    const leave = slots.enter(screen, resolve);
    raw.once('close', () => {
      leave();
      resolve();
    });
  });
}

/** A user's whole home as it is known now. If it was never read, waits for the first reading. */
export async function currentHome(
  { watchers, clock }: { watchers: WatcherRegistry; clock: Clock },
  controller: string,
  user: string
): Promise<CallResult<Home>> {
  const { watched, release } = watchers.lease(controller, user);
  await firstRead(watched.watcher, clock);
  release();
  const { journal } = watched.watcher.home;
  return journal.isRead
    ? { ok: true, value: journal.home }
    : { ok: false, error: watched.watcher.failure ?? NO_ANSWER };
}

/** Resolves when there is a home, when it is known that there will be none, or after the timeout. */
async function firstRead(watcher: Watcher, clock: Clock) {
  const { journal, status } = watcher.home;
  if (journal.isRead || status?.state === 'signed-out') return;
  watcher.wake();
  await new Promise<void>((resolve) => {
    const end = () => {
      cancel();
      unsubscribe();
      resolve();
    };
    const cancel = clock.after(FIRST_READ_TIMEOUT_MS, end);
    const unsubscribe = watcher.home.subscribe(end);
  });
}

/** Whether `If-None-Match` (RFC 9110 §13.1.2) names this revision. */
const holds = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
