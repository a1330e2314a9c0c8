import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '#shared/errors';
import { WAYS, type MessagesEdit, type Way } from '#shared/messages';
import type { Outgoing } from '../base/net/outgoing';
import { screenOf } from '../household/access-control';
import { changeLimit } from '../household/screens/change-limit';
import { NOT_MANAGING } from '../household/screens/screen';
import { serve } from '../http/serve';
import type { Delivery } from './delivery';
import { runDrill } from './drill';
import type { Ways } from './messages';
import { sceneAtHazard, type HazardSceneHouse } from './hazard-scene';
import type { PushKeys, Senders } from './senders';

/** What messages depend on. */
export interface MessagesHouse extends HazardSceneHouse {
  readonly senders: Senders;
  readonly outgoing: Outgoing;
  readonly pushKeys: PushKeys;
  readonly delivery: Delivery;
}

/** Registers the routes of the messages that leave the house. */
export function registerMessages(app: FastifyInstance, house: MessagesHouse) {
  const { messages, gate, outgoing, delivery, clock } = house;

  const countChange = changeLimit(clock, 'much');

  serve(app, 'GET /api/controllers/:id/messages', (request) => {
    const screen = screenOf(request);
    const { controller } = screen;
    const { isPushOn, phones, ways, isLeftOpenTold, scene } = messages.of(controller);
    const own = { isPushOn, pushKey: house.pushKeys.publicKey, isSubscribed: screen.id in phones };
    if (!gate.manages(screen)) return own;
    const shown = (way: Way) => {
      const last = delivery.last(controller, way);
      return ways[way] ? { url: ways[way].url, ...(last && { last }) } : null;
    };
    const chosen = scene && {
      ...{ id: scene.id, by: house.screens.current(scene.screen)?.name ?? scene.screenName },
      canRun: sceneAtHazard(controller, house) !== undefined
    };
    return {
      ...own,
      chosen: {
        ways: Object.fromEntries(WAYS.map((way) => [way, shown(way)])),
        ...{ isLeftOpenTold, scene: chosen, phones: Object.keys(phones).length }
      }
    };
  });

  serve(app, 'PATCH /api/controllers/:id/messages', async (request, body) => {
    const screen = screenOf(request);
    if (!gate.manages(screen)) return NOT_MANAGING;
    const { controller, id, name } = screen;
    const counted = countChange(id);
    if (!counted.ok) return counted;
    for (const url of WAYS.flatMap((way) => body[way] ?? [])) {
      const checked = outgoing.check(url, 'owner');
      if (!checked.ok) return checked;
    }
    const { isPushOn, isLeftOpenTold, scene, ...chosen } = body;
    const before = messages.of(controller);
    return messages.change(controller, {
      isPushOn: isPushOn ?? before.isPushOn,
      isLeftOpenTold: isLeftOpenTold ?? before.isLeftOpenTold,
      scene:
        scene === undefined
          ? before.scene
          : scene === null
            ? null
            : { id: scene, screen: id, screenName: name },
      ways: waysOf(before.ways, chosen, originOf(request))
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

  serve(app, 'DELETE /api/controllers/:id/messages/phone', async (request) => {
    return messages.setPhone(screenOf(request), null);
  });

  serve(app, 'POST /api/controllers/:id/messages/drill', async (request) => {
    const screen = screenOf(request);
    if (!gate.manages(screen)) return NOT_MANAGING;
    const counted = countChange(screen.id);
    if (!counted.ok) return counted;
    return { results: await runDrill(screen.controller, house) };
  });
}

/** The ways after an edit: another address, null for none, or none if it stays. */
function waysOf(
  before: Ways,
  { language, timeZone, ...urls }: Omit<MessagesEdit, 'scene'>,
  origin: string
): Ways {
  const ways = { ...before };
  for (const way of WAYS) {
    const url = urls[way];
    if (url !== undefined) delete ways[way];
    if (url) ways[way] = { url, language, timeZone, origin };
  }
  return ways;
}

/** The origin of the page that sent a request, as access control has read it. */
const originOf = ({ headers }: FastifyRequest): string => headers.origin ?? '';

const PUSH_OFF = fail('forbidden', 'This household sends no messages to phones.');
