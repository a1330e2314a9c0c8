import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, type Failure } from '#shared/errors';
import { WAYS, type MessagesEdit, type Way } from '#shared/messages';
import type { Outgoing } from '../base/net/outgoing';
import { SlidingWindow } from '../base/platform/sliding-window';
import { screenOf } from '../household/access-control';
import { NOT_KEPT, NOT_MANAGING } from '../household/screens/screen';
import { refuse, tooManyAttempts } from '../http/errors';
import { serve } from '../http/serve';
import type { Delivery } from './delivery';
import { runDrill } from './drill';
import { sceneAtHazard, type HazardSceneHouse } from './hazard-scene';
import type { PushKeys, Senders } from './senders';

/** What messages depend on. */
export interface MessagesHouse extends HazardSceneHouse {
  readonly senders: Senders;
  readonly outgoing: Outgoing;
  readonly pushKeys: PushKeys;
  readonly delivery: Delivery;
}

/** Maximum number of changes and drills of a screen in `CHANGES_WINDOW_MS`: each is written to the disk. */
const MAX_CHANGES = 10;
const CHANGES_WINDOW_MS = 60_000;
/** Registers the routes of the messages that leave the house. */
export function registerMessages(app: FastifyInstance, house: MessagesHouse) {
  const { messages, gate, outgoing, delivery, clock } = house;

  const changes = new SlidingWindow(clock, { max: MAX_CHANGES, windowMs: CHANGES_WINDOW_MS });
  /** Counts a change of a screen. Returns why it makes none now. */
  const refuseChange = (screen: string): Failure | undefined => {
    const waitMs = changes.delay(screen);
    if (waitMs > 0) return tooManyAttempts('This screen has changed much', waitMs).error;
    changes.add(screen);
    return undefined;
  };

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

  serve(app, 'PATCH /api/controllers/:id/messages', async (request, reply, body) => {
    const screen = screenOf(request);
    if (!gate.manages(screen)) return refuse(reply, NOT_MANAGING.error);
    const { controller, id, name } = screen;
    const refused = refuseChange(id);
    if (refused) return refuse(reply, refused);
    for (const url of WAYS.flatMap((way) => body[way] ?? [])) {
      const checked = outgoing.check(url, 'owner');
      if (!checked.ok) return refuse(reply, checked.error);
    }
    const { isPushOn, isLeftOpenTold, scene } = body;
    const kept = [
      messages.change(controller, {
        ...(isPushOn !== undefined && { isPushOn }),
        ...(isLeftOpenTold !== undefined && { isLeftOpenTold }),
        ...(scene !== undefined && {
          scene: scene === null ? null : { id: scene, screen: id, screenName: name }
        })
      }),
      ...WAYS.flatMap((way) => {
        const address = addressOf(way, body, originOf(request));
        return address === undefined ? [] : [messages.setWay(controller, way, address)];
      })
    ];
    const areKept = (await Promise.all(kept)).every(Boolean);
    return areKept ? reply.code(204).send() : refuse(reply, NOT_KEPT.error);
  });

  serve(app, 'PUT /api/controllers/:id/messages/phone', async (request, reply, body) => {
    const screen = screenOf(request);
    if (!messages.of(screen.controller).isPushOn) return refuse(reply, PUSH_OFF.error);
    const checked = outgoing.check(body.endpoint, 'push');
    if (!checked.ok) return refuse(reply, checked.error);
    const refused = refuseChange(screen.id);
    if (refused) return refuse(reply, refused);
    const isKept = await messages.setPhone(screen, { ...body, origin: originOf(request) });
    return isKept ? reply.code(204).send() : refuse(reply, NOT_KEPT.error);
  });

  serve(app, 'DELETE /api/controllers/:id/messages/phone', async (request, reply) => {
    const isKept = await messages.setPhone(screenOf(request), null);
    return isKept ? reply.code(204).send() : refuse(reply, NOT_KEPT.error);
  });

  serve(app, 'POST /api/controllers/:id/messages/drill', async (request, reply) => {
    const screen = screenOf(request);
    if (!gate.manages(screen)) return refuse(reply, NOT_MANAGING.error);
    const refused = refuseChange(screen.id);
    if (refused) return refuse(reply, refused);
    return { results: await runDrill(screen.controller, house) };
  });
}

/** The origin of the page that sent a request, as access control has read it. */
const originOf = ({ headers }: FastifyRequest): string => headers.origin ?? '';

/** What an edit makes of a way: another address, null for none, or undefined if it stays. */
function addressOf(way: Way, body: MessagesEdit, origin: string) {
  const { language, timeZone } = body;
  const url = body[way];
  return url === undefined || url === null ? url : { url, language, timeZone, origin };
}

const PUSH_OFF = fail('forbidden', 'This household sends no messages to phones.');
