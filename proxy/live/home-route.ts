import type { FastifyInstance } from 'fastify';
import { routes } from '#shared/wire';
import { screenOf } from '../access/access-control';
import type { Screens } from '../access/screens/screens';
import { inSlices } from '../http/in-slices';
import { refuseCall } from '../controllers/refuse-call';
import { refuse } from '../http/errors';
import { NO_ANSWER, type Homes } from './homes';

/** `GET /api/controllers/:id/home`: the whole home, with its revision as ETag. It may be stale: `controller.state` says so. */
export function registerHome(
  app: FastifyInstance,
  { homes, screens }: { homes: Homes; screens: Pick<Screens, 'admit'> }
) {
  app.get(
    routes.home(':id'),
    { config: { access: 'grant', enforcesRights: true, withoutPin: true } },
    async (request, reply) => {
      const { id, controller, user } = screenOf(request);
      const home = await homes.read(controller, user);
      // It may have been ended, locked or limited while it waited.
      const screen = screens.admit(id);
      if (!screen.ok) return refuse(reply, screen.error);

      if (!home.ok) return refuseCall(reply, home.error);

      const { watched, release } = homes.lease(controller, user);
      const seen = watched.views.lease(screen.value.rights.rooms);
      const body = seen.view.text.body();
      const etag = `"${seen.view.home.journal.revision}"`;
      seen.release();
      release();
      if (!body) return refuseCall(reply, NO_ANSWER);
      reply.header('etag', etag);
      if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
      reply.header('content-length', body.length);
      return reply.type('application/json; charset=utf-8').send(inSlices(body));
    }
  );
}

/** Whether `If-None-Match` (RFC 9110 §13.1.2) names this revision. */
const holds = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
