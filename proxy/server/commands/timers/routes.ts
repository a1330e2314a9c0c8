import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, succeed, type Failure, type Result } from '#shared/errors';
import { hasRepeats, REPEATED } from '#shared/commands/limits';
import { modelOf } from '#shared/model';
import { MAX_CLOCK_DIFFERENCE_MS, MAX_TIMER_MS } from '#shared/timers';
import type { ReadBody } from '#shared/routes';
import { screenOf } from '../../household/access-control';
import { NOT_KEPT } from '../../household/screens/screen';
import type { InboxHousehold } from '../command-inbox';
import { MAY_ONLY_LOOK, planAll, UNREACHABLE } from '../plan';
import { refuseCall } from '../../controllers/failure';
import { refuse, tooManyAttempts } from '../../http/errors';
import { serve } from '../../http/serve';
import { type HomeViewer, viewerOf } from '../../home/live/viewer';
import { SlidingWindow } from '../../base/platform/sliding-window';
import type { Timers } from './timers';

/** Changes that a screen makes within `CHANGES_WINDOW_MS`: each one is written to the disk. */
const MAX_CHANGES = 10;
const CHANGES_WINDOW_MS = 60_000;

/** Registers the routes that list, set and cancel timers. */
export function registerTimers(app: FastifyInstance, house: InboxHousehold & { readonly timers: Timers }) {
  const { timers, homes, touch, clock } = house;
  const changes = new SlidingWindow(clock, { max: MAX_CHANGES, windowMs: CHANGES_WINDOW_MS });
  /** Counts a change of a screen's timers. Returns why it makes none now. */
  const refuseChange = (screen: string): Failure | undefined => {
    const waitMs = changes.delay(screen);
    if (waitMs > 0) return tooManyAttempts('This screen has changed many timers', waitMs).error;
    changes.add(screen);
    return undefined;
  };

  serve(app, 'GET /api/controllers/:id/timers', async (request, reply) => {
    const viewer = await viewerOf(request, house);
    return viewer.ok ? { timers: timers.seenBy(viewer.value) } : refuseCall(reply, viewer.error);
  });

  serve(app, 'POST /api/controllers/:id/timers', async (request, reply, body) => {
    const inMs = delayOf(body, clock.now());
    if (!inMs.ok) return refuse(reply, inMs.error);
    const read = await viewerOf(request, house);
    if (!read.ok) return refuseCall(reply, read.error);
    const viewer = read.value;
    const { screen, device } = viewer;
    if (!screen.rights.commands) return refuse(reply, MAY_ONLY_LOOK.error);
    if (homes.find(screen.controller, screen.user)?.watcher.home.status?.state !== 'online')
      return refuse(reply, UNREACHABLE.error);
    const planned = planAll('room' in body ? body.commands : [body], viewer, touch);
    if (!planned.ok) return refuse(reply, planned.error);
    const commands = planned.value.flatMap((each) => {
      const of = device(each.device);
      return of && (!('room' in body) || of.room_id === body.room) ? [{ ...each, model: modelOf(of) }] : [];
    });
    if (commands.length < planned.value.length) return refuse(reply, OTHER_ROOM.error);
    if (hasRepeats(planned.value)) return refuse(reply, REPEATED.error);
    const refused = refuseChange(screen.id);
    if (refused) return refuse(reply, refused);
    const room = 'room' in body ? body.room : null;
    const label = labelOf(room, commands, viewer);
    const set = await timers.set({ screen, room, label, commands, inMs: inMs.value });
    if (!set.ok) return refuse(reply, set.error);
    return reply.code(201).send({ timer: timers.one(set.value, viewer) });
  });

  serve(
    app,
    'DELETE /api/controllers/:id/timers/:timer',
    async (request: FastifyRequest<{ Params: { timer: string } }>, reply) => {
      if (!screenOf(request).rights.commands) return refuse(reply, MAY_ONLY_LOOK.error);
      const viewer = await viewerOf(request, house);
      if (!viewer.ok) return refuseCall(reply, viewer.error);
      const { screen, device } = viewer.value;
      const timer = timers.list.of(screen.controller).find(({ id }) => id === request.params.timer);
      if (!timer || !timers.one(timer, viewer.value)) return refuse(reply, NO_TIMER.error);
      const refused = refuseChange(screen.id);
      if (refused) return refuse(reply, refused);
      // A device that has gone is its user's: who sees all of that home may remove it.
      const isOwn = timer.user === screen.user && screen.rights.rooms === null;
      const isMeant = (id: number) => device(id) !== undefined || isOwn;
      const isKept = await timers.cancel(timer, isMeant, screen);
      return isKept ? reply.code(204).send() : refuse(reply, NOT_KEPT.error);
    }
  );
}

/** Milliseconds until a timer is due. An instant counts from the page's clock, which must be about right. */
function delayOf(body: ReadBody<'POST /api/controllers/:id/timers'>, now: number): Result<number> {
  if ('inMs' in body) return succeed(body.inMs);
  if (Math.abs(body.now - now) > MAX_CLOCK_DIFFERENCE_MS)
    return fail('clock-differs', 'The clocks of the page and of the proxy differ by more than a minute.');
  const inMs = body.at - now;
  return inMs > 0 && inMs <= MAX_TIMER_MS ? succeed(inMs) : fail('bad-request', 'This is not within a day.');
}

/** What a timer is for, in words of the household: the name of its room or of its device. */
function labelOf(
  room: number | null,
  [first]: readonly { readonly device: number }[],
  { home, device }: HomeViewer
): string {
  const name =
    room === null ? device(first?.device ?? -1)?.name : home.rooms.find(({ id }) => id === room)?.name;
  return name ?? '';
}

const OTHER_ROOM = fail('bad-request', 'A device is not in this room.');
const NO_TIMER = fail('not-found', 'There is no such timer.');
