import * as v from 'valibot';
import { routes, screenEditSchema, type ScreenEntry } from '#shared/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock';
import { refuse } from '../refusal';
import { screenOf } from './admission';
import { arePast } from './rights';
import { NOT_KEPT } from './screen-refusals';
import type { Screen, Screens } from './screens';

type OfScreen = FastifyRequest<{ Params: { screen: string } }>;

const NOT_FOUND = { code: 'not-found', message: 'No screen of yours has this id.' } as const;

/**
 * Routes by which a user sees which screens are signed in as them, names them, limits them, and ends them: a lost phone, a sold
 * tablet. What is answered with 204 lies on the disk: no power cut lets the lost phone in again. Only a screen of all rights has them.
 */
export function registerScreens(
  app: FastifyInstance,
  { screens, clock }: { screens: Screens; clock: Clock }
) {
  const access = { config: { access: 'signed-in' } } as const;
  const path = routes.screen(':screen');
  const listOf = ({ controller, user }: Screen) => screens.list(controller, user);
  const find = (request: OfScreen) =>
    listOf(screenOf(request)).find(({ id }) => id === request.params.screen);

  app.get(routes.screens, access, (request) => {
    const asking = screenOf(request);
    const entries = listOf(asking).map(({ id, name, lastSeen, rights }): ScreenEntry => ({
      id,
      name,
      lastSeen,
      rights,
      current: id === asking.id
    }));
    return { screens: entries };
  });

  app.patch(path, access, async (request: OfScreen, reply) => {
    const edited = find(request);
    if (!edited) return refuse(reply, NOT_FOUND);
    const read = v.safeParse(screenEditSchema, request.body);
    if (!read.success)
      return refuse(reply, { code: 'bad-request', message: 'A screen has a name and rights.' });
    const { rights } = read.output;
    if (rights && edited.id === screenOf(request).id)
      return refuse(reply, { code: 'bad-request', message: 'A screen does not limit itself.' });
    if (rights && arePast(rights, clock.now()))
      return refuse(reply, { code: 'bad-request', message: 'The hour at which it ends is over.' });
    screens.change(edited.id, read.output);
    return answerKept(reply, await screens.saved(edited.id));
  });

  app.delete(path, access, async (request: OfScreen, reply) => {
    const ended = find(request);
    if (!ended) return refuse(reply, NOT_FOUND);
    screens.end(ended.id);
    return answerKept(reply, await screens.saved(ended.id));
  });

  app.delete(routes.screens, access, async (request, reply) => {
    const asking = screenOf(request);
    const others = listOf(asking)
      .map(({ id }) => id)
      .filter((id) => id !== asking.id);
    for (const id of others) screens.end(id);
    return answerKept(reply, await screens.saved(...others));
  });
}

const answerKept = (reply: FastifyReply, isKept: boolean) =>
  isKept ? reply.code(204).send() : refuse(reply, NOT_KEPT);
