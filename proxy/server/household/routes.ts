import type { FastifyInstance } from 'fastify';
import type { Activity } from '#shared/household';
import { serve } from '../http/serve';
import { screenOf } from './access-control';
import type { Household } from './household';
import { registerPairing } from './pairing/routes';
import { registerScreens } from './screens/routes';
import { NOT_MANAGING } from './screens/screen';
import { registerSearch } from './search/routes';
import { registerSignIn } from './sign-in/routes';
import { registerUsers } from './users/routes';

/** All routes by which people enter and keep the household. */
export function registerAccess(app: FastifyInstance, household: Household) {
  const rooms = [
    registerSearch,
    registerSignIn,
    registerPairing,
    registerActivity,
    registerScreens,
    registerUsers
  ];
  for (const register of rooms) register(app, household);
}

/** Routes by which a managing screen reads the household's activity, and reports how much of it was seen. */
function registerActivity(app: FastifyInstance, { activity, unseen, gate, screens }: Household) {
  serve(app, 'GET /api/controllers/:id/activity', (request) => {
    if (!gate.manages(screenOf(request))) return NOT_MANAGING;
    return { activities: activity.list() } satisfies { activities: Activity[] };
  });

  serve(app, 'POST /api/controllers/:id/activity/seen', async (request, { upTo }) => {
    const screen = screenOf(request);
    if (!gate.manages(screen)) return NOT_MANAGING;
    unseen.noteSeen(screen.id, upTo);
    await screens.saved();
    return true;
  });
}
