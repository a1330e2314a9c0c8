import type { FastifyInstance } from 'fastify';
import { fail } from '#shared/errors';
import type { UserEntry } from '#shared/household';
import { serve } from '../../http/serve';
import type { Household } from '../household';
import { screenOf } from '../requests';
import { PASSWORD_NEEDED } from '../screens/screen';

/**
 * Routes by which a managing screen lists the users of its home, and removes one. A 204 means that nothing of the user is on the disk any
 * more.
 */
export function registerUsers(app: FastifyInstance, household: Household) {
  const { users, known, typedPasswords, activity } = household;

  serve(app, 'GET /api/controllers/:id/users', (request) => {
    const { controller, user } = screenOf(request);
    const entries = users.list(controller).map((each) => ({ ...each, current: each.user === user }));
    return { users: entries } satisfies { users: UserEntry[] };
  });

  serve(app, 'POST /api/controllers/:id/users/remove', async (request, { user }) => {
    const by = screenOf(request);
    const { controller } = by;
    if (user === by.user) return OWN_USER;
    if (!users.of(controller).includes(user)) return NO_USER;
    if (!typedPasswords.isFresh(by.id)) return PASSWORD_NEEDED;
    activity.note({ kind: 'user-removed', controller: known.get(controller), user, by });
    users.remove({ controller, user });
    return household.saved();
  });
}

const OWN_USER = fail('bad-request', 'A screen cannot remove its own user.');
const NO_USER = fail('not-found', 'The home has no such user.');
