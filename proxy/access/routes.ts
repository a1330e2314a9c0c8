import type { FastifyInstance } from 'fastify';
import { registerActivity } from './activity/routes';
import type { Household } from './household';
import { registerPairing } from './pairing/routes';
import { registerPins, registerScreens } from './screens/routes';
import { registerMoves, registerPassword } from './sign-in/member-routes';
import { registerSignIn } from './sign-in/routes';

/** All routes by which people enter and keep the household. */
export function registerAccess(app: FastifyInstance, household: Household) {
  for (const register of [
    registerSignIn,
    registerMoves,
    registerPairing,
    registerPassword,
    registerActivity,
    registerScreens,
    registerPins
  ])
    register(app, household);
}
