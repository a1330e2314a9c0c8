import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '#shared/errors';
import { WAYS, type Way } from '#shared/messages';
import { isFull } from '#shared/rights';
import type { Outgoing } from '../base/net/outgoing';
import { viewerOf } from '../home/live/viewer';
import { screenOf } from '../household/requests';
import { changeLimit } from '../household/screens/change-limit';
import type { Screen } from '../household/screens/screen';
import { serve } from '../http/serve';
import type { Delivery } from './delivery';
import { sceneAtHazard } from './hazard-scene';
import type { PushKeys } from './senders';
import type { MessagesHouse } from './targets';

/** What the routes of messages depend on. */
export interface MessageRoutesHouse extends MessagesHouse {
  readonly outgoing: Outgoing;
  readonly pushKeys: PushKeys;
  readonly delivery: Delivery;
}

/** Registers the routes of alarms and of the messages that leave the house. */
export function registerMessages(app: FastifyInstance, house: MessageRoutesHouse) {
  const { messages, gate, outgoing, delivery, clock } = house;

  const countChange = changeLimit(clock, 'much');

  serve(app, 'POST /api/controllers/:id/alarms/seen', async (request, { alarms: ids, at, isQuiet }) => {
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    const isForAll = maySeeForAll(viewer.value.screen, at, house);
    // No PIN can be entered in a notice: it opens the page.
    if (at === 'notice' && !isForAll) return { isForAll };
    const isKept = await house.alarms.seen(viewer.value, ids, isForAll ? 'all' : 'told', isQuiet);
    return isKept && { isForAll };
  });

  serve(app, 'GET /api/controllers/:id/messages', (request) => {
    const screen = screenOf(request);
    const { controller } = screen;
    const { isPushOn, phones, ways, isLeftOpenTold, webhookRepeats, scene } = messages.of(controller);
    const own = { isPushOn, pushKey: house.pushKeys.publicKey, isSubscribed: screen.id in phones };
    if (!gate.manages(screen)) return own;
    const shown = (way: Way) => {
      const last = delivery.last(controller, way);
      return ways[way] && { url: ways[way].url, ...(last && { last }) };
    };
    const chosen = scene && {
      id: scene.id,
      by: house.screens.current(scene.screen)?.name ?? scene.screenName,
      canRun: sceneAtHazard(controller, house) !== undefined
    };
    const all = { ntfy: shown('ntfy'), webhook: shown('webhook'), heartbeat: shown('heartbeat') };
    return {
      ...own,
      chosen: { ways: all, isLeftOpenTold, webhookRepeats, scene: chosen, phones: Object.keys(phones).length }
    };
  });

  serve(app, 'PATCH /api/controllers/:id/messages', (request, body) => {
    const screen = screenOf(request);
    const counted = countChange(screen.id);
    if (!counted.ok) return counted;
    for (const url of WAYS.flatMap((way) => body[way] ?? [])) {
      const checked = outgoing.check(url, 'owner');
      if (!checked.ok) return checked;
    }
    const { controller, id, name: screenName } = screen;
    const before = messages.of(controller);
    const { isPushOn, isLeftOpenTold, webhookRepeats, scene, language, timeZone } = { ...before, ...body };
    const addressOf = (way: Way) => {
      const url = body[way];
      if (url === undefined) return before.ways[way];
      return url === null ? null : { url, language, timeZone, origin: originOf(request) };
    };
    return messages.change(controller, {
      isPushOn,
      isLeftOpenTold,
      webhookRepeats,
      scene: typeof scene === 'string' ? { id: scene, screen: id, screenName } : scene,
      ways: { ntfy: addressOf('ntfy'), webhook: addressOf('webhook'), heartbeat: addressOf('heartbeat') }
    });
  });

  serve(app, 'PUT /api/controllers/:id/messages/phone', async (request, body) => {
    const screen = screenOf(request);
    if (!messages.of(screen.controller).isPushOn) return PUSH_OFF;
    const checked = outgoing.check(body.endpoint, 'push');
    if (!checked.ok) return checked;
    const counted = countChange(screen.id);
    if (!counted.ok) return counted;
    return messages.setPhone(screen, { ...body, origin: originOf(request) });
  });

  serve(app, 'DELETE /api/controllers/:id/messages/phone', (request) =>
    messages.setPhone(screenOf(request), null)
  );

  serve(app, 'POST /api/controllers/:id/messages/drill', async (request) => {
    const screen = screenOf(request);
    const counted = countChange(screen.id);
    return counted.ok ? { results: await delivery.drill(screen.controller) } : counted;
  });
}

/**
 * Whether somebody who has seen an alarm at a screen ends it for all: at one with the whole home that is no wall, or where the PIN was
 * entered in the last minutes.
 */
function maySeeForAll(
  screen: Screen,
  at: 'wall' | 'notice' | undefined,
  { screens, pins }: MessagesHouse
): boolean {
  if (!isFull(screen.rights)) return false;
  if (screen.pin !== null) return at !== 'notice' && !pins.isLocked(screen);
  return at !== 'wall' && screens.soundOf(screen.id) === undefined;
}

/** The origin of the page that sent a request, as access control has read it. */
const originOf = ({ headers }: FastifyRequest): string => headers.origin ?? '';

const PUSH_OFF = fail('forbidden', 'This household sends no messages to phones.');
