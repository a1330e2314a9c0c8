import * as v from 'valibot';
import type { Result } from '#shared/errors';
import { routes, signInRequestSchema } from '#shared/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../controllers/accounts';
import { isCallFailure } from '../controllers/failure';
import type { KnownControllers } from '../controllers/known';
import { refuseCall } from '../controllers/refuse-call';
import { goneSignal } from '../gone-signal';
import type { Log } from '../log';
import { refuse } from '../refusal';
import { screenOf } from './admission';
import { clientAddress } from './client-address';
import type { Screens } from './screens';
import { dropCookie, openSession, renewCookie, sessionOf } from './session';
import type { Attempt, SignInLimits } from './sign-in-limits';
import { refuseAttempt } from './refuse-attempt';

/** What signing in and out stands on. */
export interface SignInParts {
  readonly accounts: Pick<Accounts, 'signIn'>;
  readonly known: Pick<KnownControllers, 'get' | 'at'>;
  readonly screens: Screens;
  readonly limits: SignInLimits;
  readonly trustedProxies: readonly string[];
  readonly log: Log;
}

/** Routes by which a screen comes to be signed in, learns who it is, and is signed out. */
export function registerSignIn(app: FastifyInstance, parts: SignInParts) {
  const { known, screens } = parts;

  app.post(routes.signIn, { config: { access: 'public' } }, (request, reply) =>
    signIn(request, reply, parts)
  );

  app.post(routes.signOut, { config: { access: 'signed-in', heedsRights: true } }, async (request, reply) => {
    screens.end(screenOf(request).id);
    await screens.saved();
    return dropCookie(request, reply).code(204).send();
  });

  app.get(routes.me, { config: { access: 'signed-in', heedsRights: true } }, (request, reply) => {
    const screen = screenOf(request);
    const controller = known.get(screen.controller);
    if (!controller) {
      // Its controller was lost with a broken file: only a new sign-in brings it back.
      screens.end(screen.id);
      return refuse(reply, { code: 'not-signed-in', message: 'The controller is not known any more.' });
    }
    renewCookie(request, reply, screen);
    return reply.send(sessionOf(controller, screen));
  });
}

async function signIn(request: FastifyRequest, reply: FastifyReply, parts: SignInParts) {
  const { known, screens, limits, trustedProxies, log } = parts;
  const read = v.safeParse(signInRequestSchema, request.body);
  if (!read.success) return refuse(reply, { code: 'bad-request', message: 'This is no sign-in.' });
  const { controller, address, username, screen: name, remember } = read.output;
  const client = clientAddress(request.raw, trustedProxies);
  const account = {
    controller: controller ?? known.at(address ?? '')?.id ?? address ?? '',
    user: username
  };

  const attempt = await limits.begin({ client, account });
  if (!attempt.ok) {
    log.warn({ client }, 'Too many failed sign-ins.');
    return refuseAttempt(reply, attempt.error);
  }
  const signedIn = await tryOnce(attempt.value, () => parts.accounts.signIn(read.output, goneSignal(reply)));
  if (!signedIn.ok) {
    const { error } = signedIn;
    log.info({ client, code: error.code }, 'A sign-in failed.');
    return isCallFailure(error) ? refuseCall(reply, error) : refuse(reply, error);
  }

  const made = { name, controller: signedIn.value.controller.id, user: signedIn.value.user, kept: remember };
  const screen = await openSession(screens.add(made), { request, reply, screens });
  return reply.send(sessionOf(signedIn.value.controller, screen));
}

/** Carries out an attempt and ends it, whatever becomes of it. */
async function tryOnce<T>(attempt: Attempt, run: () => Promise<Result<T>>): Promise<Result<T>> {
  let isWrongPassword = false;
  try {
    const result = await run();
    isWrongPassword = !result.ok && result.error.code === 'wrong-credentials';
    return result;
  } finally {
    attempt.end(isWrongPassword);
  }
}
