import type { FastifyInstance } from 'fastify';
import { HAPPENINGS_TTL_MS, type Happening } from '#shared/happenings';
import type { HomeHousehold } from '../home/live/homes';
import { isInScope, knowsSender, viewerOf, type CommandViewer } from '../home/live/viewer';
import { serve } from '../http/serve';
import type { HappeningFeed } from './happening-feed';
import type { RecordedHappening } from './happening-memory';

/**
 * Registers the route that says what happened in a home. The query `since` (ms since the epoch) leaves out what was before, and `from` is
 * `next` of the part before.
 */
export function registerHappenings(
  app: FastifyInstance,
  house: HomeHousehold & { readonly happenings: HappeningFeed }
) {
  const { clock, happenings: feed } = house;
  serve(app, 'GET /api/controllers/:id/happened', async (request, _body, reply) => {
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    const { controller } = viewer.value.screen;
    const known = Math.max(feed.sinceOf(controller), clock.now() - HAPPENINGS_TTL_MS);
    const since = Math.max(known, wholeNumber(request.query.since));
    const { texts, next } = feed
      .of(controller)
      .read(since, wholeNumber(request.query.from), (happened) => seenBy(happened, viewer.value));
    const more = next === undefined ? '' : `,"next":${next}`;
    reply.type('application/json; charset=utf-8');
    return reply.send(`{"since":${since},"happenings":[${texts.join()}]${more}}`);
  });
}

function wholeNumber(text: string | undefined): number {
  const number = Number(text ?? 0);
  return Number.isSafeInteger(number) ? number : 0;
}

/**
 * A happening as a screen may know it: without the devices that the home does not have, or that were in rooms which it does not see. Only
 * screens without limits know who did it, and each knows what it did itself. Null for nothing.
 */
export function seenBy(happened: RecordedHappening, viewer: CommandViewer): Happening | null {
  const { happening, sender } = happened;
  if (happening.kind === 'gap') return happening;
  const { rooms } = viewer.screen.rights;
  const isSeen = (of: number) => {
    const room = happened.rooms.get(of) ?? null;
    return viewer.device(of) !== undefined && (rooms === null || (room !== null && rooms.includes(room)));
  };
  if (happening.kind === 'changed') return isSeen(happening.device) ? happening : null;
  const isSenderSeen = sender !== undefined && knowsSender(sender, viewer);
  if (happening.kind === 'seen')
    return seenAlarmsBy(happening, isSeen, { isSenderSeen, isWhole: rooms === null });
  const isEachSeen = happening.commands.every((command) => isSeen(command.device));
  // The commands that are not told may be of any room.
  const { more, ...rest } = happening;
  const isMoreSeen = more !== undefined && rooms === null;
  if (isSenderSeen && isEachSeen && (more === undefined || isMoreSeen)) return happening;
  if (!happening.commands.some((command) => isSeen(command.device))) return null;
  const by = isSenderSeen ? happening.by : null;
  const told = { ...rest, ...(isMoreSeen && { more }), by };
  if (told.kind === 'timer') {
    const isRoomSeen = told.room !== null && (rooms === null || rooms.includes(told.room));
    const commands = told.commands.filter((each) => isSeen(each.device));
    return { ...told, commands, room: isRoomSeen ? told.room : null };
  }
  const { scope, ...unscoped } = told;
  const commands = unscoped.commands.filter((each) => isSeen(each.device));
  return { ...unscoped, ...(scope !== undefined && isInScope(scope, viewer) && { scope }), commands };
}

/**
 * Seen alarms as a screen may know them: those of the devices that it sees, and drills. Who has seen an alarm concerns everybody in its room,
 * so the name is told, unlike that of who commands, to each screen that sees one of the devices: a limited one too.
 */
function seenAlarmsBy(
  happening: Extract<Happening, { kind: 'seen' }>,
  isSeen: (device: number) => boolean,
  { isSenderSeen, isWhole }: { readonly isSenderSeen: boolean; readonly isWhole: boolean }
): Happening | null {
  const { more, ...rest } = happening;
  const alarms = happening.alarms.filter(({ device }) => device === null || isSeen(device));
  if (alarms.length === 0) return null;
  const isNamed = isSenderSeen || alarms.some(({ device }) => device !== null);
  // The alarms that are not told may be of any room.
  return {
    ...rest,
    alarms,
    ...(more !== undefined && isWhole && { more }),
    by: isNamed ? happening.by : null
  };
}
