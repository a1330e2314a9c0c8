import * as v from 'valibot';
import type { Activity } from '#shared/household';
import { activitySeenSchema, routes } from '#shared/wire';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../http/errors';
import type { ActivityLog } from './activity';
import { screenOf } from '../access-control';
import type { HouseholdGate } from '../household-gate';
import { NOT_MANAGING } from '../screens/screen-refusals';
import type { Screens } from '../screens/screens';
import type { UnseenActivity } from './unseen-activity';

/** What the routes of the activity depend on. */
interface ActivityRouteDeps {
  readonly activity: Pick<ActivityLog, 'list'>;
  readonly unseen: Pick<UnseenActivity, 'saw'>;
  readonly gate: Pick<HouseholdGate, 'manages'>;
  readonly screens: Pick<Screens, 'saved'>;
}

/** Routes by which a managing screen reads the household's activity, and reports how much of it was seen. */
export function registerActivity(
  app: FastifyInstance,
  { activity, unseen, gate, screens }: ActivityRouteDeps
) {
  const access = { config: { access: 'signed-in' } } as const;

  app.get(routes.activity, access, (request, reply) => {
    if (!gate.manages(screenOf(request))) return refuse(reply, NOT_MANAGING);
    return reply.send({ activities: activity.list() } satisfies { activities: Activity[] });
  });

  app.post(routes.activitySeen, access, async (request, reply) => {
    const screen = screenOf(request);
    if (!gate.manages(screen)) return refuse(reply, NOT_MANAGING);
    const read = v.safeParse(activitySeenSchema, request.body);
    if (!read.success)
      return refuse(reply, { code: 'bad-request', message: 'What was seen is `{upTo}`, a seq.' });
    unseen.saw(screen.id, read.output.upTo);
    await screens.saved();
    return reply.code(204).send();
  });
}
