import type { FastifyInstance } from 'fastify';
import { hasRepeats, REPEATED } from '#shared/commands/limits';
import { fail, succeed, type Result } from '#shared/errors';
import { modelOf } from '#shared/model';
import type { ReadBody } from '#shared/routes';
import { MAX_CLOCK_DIFFERENCE_MS, MAX_TIMER_MS } from '#shared/timers';
import { type HomeViewer, viewerOf } from '../../home/live/viewer';
import { screenOf } from '../../household/requests';
import { changeLimit } from '../../household/screens/change-limit';
import { serve } from '../../http/serve';
import type { InboxHousehold } from '../command-inbox';
import { MAY_ONLY_LOOK, planAll, UNREACHABLE } from '../plan';
import type { Timers } from './timers';

/** Registers the routes that list, set and cancel timers. */
export function registerTimers(app: FastifyInstance, house: InboxHousehold & { readonly timers: Timers }) {
  const { timers, homes, touch, clock } = house;
  const countChange = changeLimit(clock, 'many timers');

  serve(app, 'GET /api/controllers/:id/timers', async (request) => {
    const viewer = await viewerOf(request, house);
    return viewer.ok ? { timers: timers.seenBy(viewer.value) } : viewer;
  });

  serve(app, 'POST /api/controllers/:id/timers', async (request, body, reply) => {
    const inMs = delayOf(body, clock.now());
    if (!inMs.ok) return inMs;
    const read = await viewerOf(request, house);
    if (!read.ok) return read;
    const viewer = read.value;
    const { screen, device } = viewer;
    if (!screen.rights.commands) return MAY_ONLY_LOOK;
    if (homes.find(screen.controller)?.watcher.home.status?.state !== 'online') return UNREACHABLE;
    const planned = planAll('room' in body ? body.commands : [body], viewer, touch);
    if (!planned.ok) return planned;
    const commands = planned.value.flatMap((each) => {
      const of = device(each.device);
      return of && (!('room' in body) || of.room_id === body.room) ? [{ ...each, model: modelOf(of) }] : [];
    });
    if (commands.length < planned.value.length) return OTHER_ROOM;
    if (hasRepeats(planned.value)) return REPEATED;
    const counted = countChange(screen.id);
    if (!counted.ok) return counted;
    const room = 'room' in body ? body.room : null;
    const label = labelOf(room, commands[0]?.device, viewer);
    const set = await timers.set({ screen, room, label, commands, inMs: inMs.value });
    if (!set.ok) return set;
    return reply.code(201).send({ timer: timers.one(set.value, viewer) });
  });

  serve(app, 'DELETE /api/controllers/:id/timers/:timer', async (request) => {
    if (!screenOf(request).rights.commands) return MAY_ONLY_LOOK;
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    const { screen, device } = viewer.value;
    const timer = timers.list.of(screen.controller).find(({ id }) => id === request.params.timer);
    if (!timer || !timers.one(timer, viewer.value)) return NO_TIMER;
    const counted = countChange(screen.id);
    if (!counted.ok) return counted;
    // A screen that sees the whole home may also remove a device that has gone.
    const isMeant = (id: number) => device(id) !== undefined || screen.rights.rooms === null;
    return timers.cancel(timer, isMeant, screen);
  });
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
function labelOf(room: number | null, first = -1, { home, device }: HomeViewer): string {
  const named = room === null ? device(first) : home.rooms.find(({ id }) => id === room);
  return named?.name ?? '';
}

const OTHER_ROOM = fail('bad-request', 'A device is not in this room.');
const NO_TIMER = fail('not-found', 'There is no such timer.');
