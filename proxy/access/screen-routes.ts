import { routes, type ScreenEntry } from '#shared/wire';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../refusal';
import { screenOf } from './admission';
import type { Screens } from './screens';

/** Routes by which a user sees which screens are signed in as them, and ends one: a lost phone, a sold tablet. */
export function registerScreens(app: FastifyInstance, screens: Screens) {
  app.get(routes.screens, { config: { access: 'signed-in' } }, (request) => {
    const asking = screenOf(request);
    const entries = screens
      .list(asking.controller, asking.user)
      .map(({ id, name, lastSeen }): ScreenEntry => ({ id, name, lastSeen, current: id === asking.id }));
    return { screens: entries };
  });

  app.delete<{ Params: { screen: string } }>(
    routes.screen(':screen'),
    { config: { access: 'signed-in' } },
    (request, reply) => {
      const { controller, user } = screenOf(request);
      const ended = screens.list(controller, user).find(({ id }) => id === request.params.screen);
      if (!ended) return refuse(reply, { code: 'not-found', message: 'No screen of yours has this id.' });
      screens.end(ended.id);
      return reply.code(204).send();
    }
  );
}
