import type { FastifyInstance } from 'fastify';
import type { Activity } from '#shared/household';
import { serve } from '../http/serve';
import type { Household } from './household';
import { registerForgetting } from './leaving/routes';
import { registerPairing } from './pairing/routes';
import { screenOf } from './requests';
import { registerScreens } from './screens/routes';
import { registerSearch } from './search/routes';
import { registerAccount } from './sign-in/account-routes';
import { registerRecovery } from './sign-in/recovery-routes';
import { registerSignIn } from './sign-in/routes';

/** All routes by which people enter and keep the household. */
export function registerAccess(app: FastifyInstance, household: Household) {
  const rooms = [
    registerSearch,
    registerSignIn,
    registerPairing,
    registerActivity,
    registerScreens,
    registerAccount,
    registerRecovery,
    registerForgetting
  ];
  for (const register of rooms) register(app, household);
}

/** Routes by which a managing screen reads the activity of its home, and reports how much of it was seen. */
function registerActivity(app: FastifyInstance, { activity, unseen, screens }: Household) {
  serve(app, 'GET /api/controllers/:id/activity', (request) => {
    const { controller } = screenOf(request);
    return { activities: activity.list(controller) } satisfies { activities: Activity[] };
  });

  serve(app, 'POST /api/controllers/:id/activity/seen', async (request, { upTo }) => {
    unseen.noteSeen(screenOf(request).id, upTo);
    await screens.saved();
    return true;
  });
}
