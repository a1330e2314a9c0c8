import * as v from 'valibot';
import type { Result } from '#shared/errors';
import { routes, signInRequestSchema, type Session } from '#shared/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../controllers/accounts';
import { isCallFailure } from '../controllers/failure';
import type { KnownController, KnownControllers } from '../controllers/known';
import { refuseCall } from '../controllers/refuse-call';
import { goneSignal } from '../gone-signal';
import type { Log } from '../log';
import { refuse } from '../refusal';
import { screenOf } from './admission';
import { clientAddress } from './client-address';
import { cookieOf, noCookie, readCookie } from './cookies';
import { ABSOLUTE_MS, type Screen, type Screens } from './screens';
import type { Attempt, SignInLimits } from './sign-in-limits';

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

  app.post(routes.signOut, { config: { access: 'signed-in' } }, (request, reply) => {
    screens.end(screenOf(request).id);
    return reply
      .header('set-cookie', noCookie(doorOf(request)))
      .code(204)
      .send();
  });

  app.get(routes.me, { config: { access: 'signed-in' } }, (request, reply) => {
    const screen = screenOf(request);
    const controller = known.get(screen.controller);
    if (!controller) {
      // Its controller was lost with a broken file: only a new sign-in brings it back.
      screens.end(screen.id);
      return refuse(reply, { code: 'not-signed-in', message: 'The controller is not known any more.' });
    }
    const cookie = readCookie(request.headers.cookie, doorOf(request));
    if (screen.kept && cookie !== undefined) setCookie(request, reply, screen, cookie);
    return reply.send(sessionOf(controller, screen));
  });
}

async function signIn(request: FastifyRequest, reply: FastifyReply, parts: SignInParts) {
  const { known, screens, limits, trustedProxies, log } = parts;
  const read = v.safeParse(signInRequestSchema, request.body);
  if (!read.success) return refuse(reply, { code: 'bad-request', message: 'This is no sign-in.' });
  const { controller, address, username, screen: name, remember } = read.output;
  const client = clientAddress(request.raw, trustedProxies);
  const attempted = {
    client,
    controller: controller ?? known.at(address ?? '')?.id ?? address ?? '',
    user: username
  };

  const attempt = await limits.begin(attempted);
  if (!attempt.ok) {
    const { retryAfter, ...failure } = attempt.error;
    log.warn({ client }, 'Too many failed sign-ins.');
    return refuse(reply.header('retry-after', retryAfter), failure);
  }
  const signedIn = await tryOnce(attempt.value, () => parts.accounts.signIn(read.output, goneSignal(reply)));
  if (!signedIn.ok) {
    const { error } = signedIn;
    log.info({ client, code: error.code }, 'A sign-in failed.');
    return isCallFailure(error) ? refuseCall(reply, error) : refuse(reply, error);
  }

  const { user } = signedIn.value;
  const made = { name, controller: signedIn.value.controller.id, user, kept: remember };
  const { screen, cookie } = screens.add(made);
  if (request.screen) screens.end(request.screen.id);
  await screens.saved();
  setCookie(request, reply, screen, cookie);
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

function setCookie(request: FastifyRequest, reply: FastifyReply, { kept }: Screen, cookie: string) {
  const maxAge = kept ? null : ABSOLUTE_MS;
  reply.header('set-cookie', cookieOf(cookie, { ...doorOf(request), maxAge }));
}

const doorOf = ({ arrival }: FastifyRequest) => ({ https: arrival?.https === true });

function sessionOf({ id, name, address }: KnownController, { user, ...screen }: Screen): Session {
  return { controller: { id, name, address }, user, screen: { id: screen.id, name: screen.name } };
}
