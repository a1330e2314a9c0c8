import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, succeed, type Result } from '#shared/errors';
import type { Home } from '#shared/home';
import { modelOf } from '#shared/model';
import { MAX_CLOCK_DIFFERENCE_MS, MAX_TIMER_MS } from '#shared/timers';
import type { Clock } from '#shared/clock';
import type { ReadBody } from '#shared/routes';
import { screenOf } from '../access/access-control';
import { limitHome } from '../access/rights';
import { NOT_KEPT } from '../access/screens/screen';
import type { Screens } from '../access/screens/screens';
import { planAll } from '../commands/plan';
import { refuseCall } from '../controllers/failure';
import { refuse } from '../http/errors';
import { serve } from '../http/serve';
import type { CommandViewer } from '../live/command-messages';
import type { Homes } from '../live/homes';
import type { Timers } from './timers';
import type { VisibleTimers } from './visible-timers';

/** What the routes of timers depend on. */
interface TimerRouteDeps {
  readonly timers: Timers;
  readonly view: VisibleTimers;
  readonly screens: Pick<Screens, 'admit'>;
  readonly homes: Pick<Homes, 'read' | 'find'>;
  readonly clock: Clock;
}

/** Registers the routes that list, set and cancel timers. */
export function registerTimers(
  app: FastifyInstance,
  { timers, view, screens, homes, clock }: TimerRouteDeps
) {
  /** The screen of a request as it is once its home was read, and that home as it may see it. */
  const viewerOf = async (request: FastifyRequest): Promise<Result<CommandViewer & { home: Home }>> => {
    const { id, controller, user } = screenOf(request);
    const home = await homes.read(controller, user);
    const screen = screens.admit(id);
    if (!screen.ok) return screen;
    if (!home.ok) return home;
    const seen = limitHome(home.value, screen.value.rights.rooms);
    const byId = new Map(seen.devices.map((device) => [device.id, device]));
    return succeed({ screen: screen.value, home: seen, device: (of: number) => byId.get(of) });
  };

  serve(app, 'GET /api/controllers/:id/timers', async (request, reply) => {
    const viewer = await viewerOf(request);
    return viewer.ok ? { timers: view.list(viewer.value) } : refuseCall(reply, viewer.error);
  });

  serve(app, 'POST /api/controllers/:id/timers', async (request, reply, body) => {
    const inMs = delayOf(body, clock.now());
    if (!inMs.ok) return refuse(reply, inMs.error);
    const read = await viewerOf(request);
    if (!read.ok) return refuseCall(reply, read.error);
    const viewer = read.value;
    const { screen, device } = viewer;
    if (!screen.rights.commands) return refuse(reply, MAY_ONLY_LOOK.error);
    if (homes.find(screen.controller, screen.user)?.watcher.home.status?.state !== 'online')
      return refuse(reply, UNREACHABLE.error);
    const planned = planAll('room' in body ? body.commands : [body], viewer);
    if (!planned.ok) return refuse(reply, planned.error);
    const commands = planned.value.flatMap((each) => {
      const of = device(each.device);
      return of && (!('room' in body) || of.room_id === body.room) ? [{ ...each, model: modelOf(of) }] : [];
    });
    if (commands.length < planned.value.length) return refuse(reply, OTHER_ROOM.error);
    const room = 'room' in body ? body.room : null;
    const label = labelOf(room, commands, viewer);
    const set = await timers.set({ screen, room, label, commands, inMs: inMs.value });
    if (!set.ok) return refuse(reply, set.error);
    return reply.code(201).send({ timer: view.one(set.value, viewer) });
  });

  serve(
    app,
    'DELETE /api/controllers/:id/timers/:timer',
    async (request: FastifyRequest<{ Params: { timer: string } }>, reply) => {
      if (!screenOf(request).rights.commands) return refuse(reply, MAY_ONLY_LOOK.error);
      const viewer = await viewerOf(request);
      if (!viewer.ok) return refuseCall(reply, viewer.error);
      const { screen, device } = viewer.value;
      const timer = timers.find(screen.controller, request.params.timer);
      if (!timer || !view.one(timer, viewer.value)) return refuse(reply, NO_TIMER.error);
      // A device that has gone is nobody's: who sees the whole home may remove it.
      const isMeant = (id: number) => device(id) !== undefined || screen.rights.rooms === null;
      return (await timers.cancel(timer, isMeant)) ? reply.code(204).send() : refuse(reply, NOT_KEPT.error);
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
  { home, device }: Pick<CommandViewer, 'device'> & { readonly home: Home }
): string {
  const name =
    room === null ? device(first?.device ?? -1)?.name : home.rooms.find(({ id }) => id === room)?.name;
  return name ?? '';
}

const MAY_ONLY_LOOK = fail('limited-screen', 'This screen may only look.');
const UNREACHABLE = fail('controller-unreachable', 'The controller is not online.');
const OTHER_ROOM = fail('bad-request', 'A device is not in this room.');
const NO_TIMER = fail('not-found', 'There is no such timer.');
