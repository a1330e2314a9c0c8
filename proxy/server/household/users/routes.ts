import type { FastifyInstance } from 'fastify';
import { fail } from '#shared/errors';
import type { UserEntry } from '#shared/household';
import { serve } from '../../http/serve';
import { screenOf } from '../access-control';
import type { Household } from '../household';
import { isOf, NOT_MANAGING, PASSWORD_NEEDED } from '../screens/screen';

/**
 * Routes by which a managing screen lists the users of all controllers, and removes one, or all of another controller. A 204 means that nothing of the user is on the
 * disk any more.
 */
export function registerUsers(app: FastifyInstance, household: Household) {
  const { users, known, gate, typedPasswords, activity } = household;

  serve(app, 'GET /api/controllers/:id/users', (request) => {
    const asking = screenOf(request);
    if (!gate.manages(asking)) return NOT_MANAGING;
    const entries = users
      .list()
      .map((each) => ({ ...each, current: isOf(asking, each.controller.id, each.user) }));
    return { users: entries } satisfies { users: UserEntry[] };
  });

  serve(app, 'POST /api/controllers/:id/users/remove', async (request, { controller, user }) => {
    const by = screenOf(request);
    if (!gate.manages(by)) return NOT_MANAGING;
    if (isOf(by, controller, user)) return OWN_USER;
    const meant = users.of(controller).filter((each) => user === undefined || each === user);
    if (known.get(controller)?.source !== 'known' || meant.length === 0) return NO_USER;
    if (!typedPasswords.isFresh(by.id)) return PASSWORD_NEEDED;
    const isController = meant.length === users.of(controller).length;
    for (const each of meant) {
      activity.note({ kind: 'user-removed', controller: known.get(controller), user: each, by });
      users.remove({ controller, user: each }, isController);
    }
    return household.saved();
  });
}

const OWN_USER = fail('bad-request', 'A screen cannot remove its own user.');
const NO_USER = fail('not-found', 'The household has no such user.');
