import { fail } from '#shared/errors';
import type { UserEntry } from '#shared/household';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve';
import { screenOf } from '../access-control';
import type { Household } from '../household';
import { isOf, NOT_MANAGING, PASSWORD_NEEDED } from '../screens/screen';

/**
 * Routes by which a managing screen lists the users of all controllers, and removes one. A 204 means that nothing of the user is on the
 * disk any more.
 */
export function registerUsers(app: FastifyInstance, household: Household) {
  const { users, known, gate, typedPasswords, activity } = household;

  serve(app, 'GET /api/users', (request) => {
    const asking = screenOf(request);
    if (!gate.manages(asking)) return NOT_MANAGING;
    const entries = users
      .list()
      .map((each) => ({ ...each, current: isOf(asking, each.controller.id, each.user) }));
    return { users: entries } satisfies { users: UserEntry[] };
  });

  serve(app, 'POST /api/users/remove', async (request, { controller, user }) => {
    const by = screenOf(request);
    if (!gate.manages(by)) return NOT_MANAGING;
    if (isOf(by, controller, user)) return OWN_USER;
    if (!users.list().some((each) => each.controller.id === controller && each.user === user)) return NO_USER;
    if (!typedPasswords.isFresh(by.id)) return PASSWORD_NEEDED;
    activity.note({ kind: 'user-removed', controller: known.get(controller), user, by });
    users.remove({ controller, user });
    return household.saved();
  });
}

const OWN_USER = fail('bad-request', 'A screen cannot remove its own user.');
const NO_USER = fail('not-found', 'The household has no such user.');
