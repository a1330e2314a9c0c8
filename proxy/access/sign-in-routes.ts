import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { routes, signInRequestSchema } from '#shared/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCallFailure } from '../controllers/failure';
import type { KnownControllers } from '../controllers/known';
import { refuseCall } from '../controllers/refuse-call';
import type { Relocation } from '../controllers/relocation';
import type { SignIns } from '../controllers/sign-in';
import type { FoundControllers } from '../discovery/found';
import { goneSignal } from '../gone-signal';
import type { Log } from '../log';
import { refuse } from '../refusal';
import { screenOf } from './admission';
import { tryOnce } from './attempt';
import { clientAddress } from './client-address';
import type { HouseholdGate, Pass } from './household-gate';
import { NOT_KEPT } from './screen-refusals';
import type { Screens } from './screens';
import { dropCookie, openSession, renewCookie, sessionOf } from './session';
import { refuseAttempt, refuseGate } from './refuse-attempt';
import type { SignInLimits, TooMany } from './sign-in-limits';

/** What signing in and out stands on. */
export interface SignInParts {
  readonly signIns: SignIns;
  readonly known: Pick<KnownControllers, 'get' | 'at'>;
  readonly found: Pick<FoundControllers, 'get'>;
  readonly relocation: Pick<Relocation, 'lost'>;
  readonly gate: HouseholdGate;
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
    const { id } = screenOf(request);
    screens.end(id);
    const isKept = await screens.saved(id);
    dropCookie(request, reply);
    return isKept ? reply.code(204).send() : refuse(reply, NOT_KEPT);
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
  const { known, screens, limits, trustedProxies, relocation, log } = parts;
  const read = v.safeParse(signInRequestSchema, request.body);
  if (!read.success) return refuse(reply, { code: 'bad-request', message: 'This is no sign-in.' });
  const { controller, address, username, screen: name, remember } = read.output;
  const client = clientAddress(request.raw, trustedProxies);
  const pass = await passFor(request, read.output, parts);
  if (!pass.ok) return refuseGate(reply, pass.error);

  const where = controller ?? known.at(address ?? '')[0]?.id ?? address ?? '';
  const account = { controller: where, user: username };
  const isElsewhere = !known.get(where);
  const attempt = await limits.begin({ client, account, signsIn: true, isElsewhere });
  if (!attempt.ok) {
    log.warn({ client }, 'Too many failed sign-ins.');
    return refuseAttempt(reply, attempt.error);
  }
  const signal = goneSignal(reply);
  const signedIn = await tryOnce(attempt.value, () =>
    parts.signIns.signIn(read.output, { pass: pass.value, signal })
  );
  if (!signedIn.ok) {
    const { error } = signedIn;
    log.info({ client, code: error.code }, 'A sign-in failed.');
    // It may have another address by now.
    if (error.code === 'controller-unreachable' && controller !== undefined) relocation.lost(controller);
    return isCallFailure(error) ? refuseCall(reply, error) : refuse(reply, error);
  }

  // The demo home is gone once a real controller is signed in to, be it a moment ago.
  if (!known.get(signedIn.value.controller.id))
    return refuse(reply, { code: 'not-found', message: 'No controller of this id is known.' });
  const room = request.screen ? succeed(null) : screens.makeRoom();
  if (!room.ok) return refuse(reply, room.error);
  const made = { name, controller: signedIn.value.controller.id, user: signedIn.value.user, kept: remember };
  const screen = await openSession(screens.add(made), { request, reply, screens });
  return reply.send(sessionOf(signedIn.value.controller, screen));
}

/** Leave to sign in where a request says: none is needed at the address of a known controller, and anybody has it before there is a household. */
async function passFor(
  request: FastifyRequest,
  { controller, address, movedTo, isNewHome }: v.InferOutput<typeof signInRequestSchema>,
  { known, found, gate }: SignInParts
): Promise<Result<Pass | null> | { readonly ok: false; readonly error: TooMany }> {
  const isAsKnown = movedTo === undefined && !isNewHome;
  if (isAsKnown && gate.isClosed && known.at(address ?? '').length > 0) return succeed(null);
  if (controller !== undefined) {
    const isKnown = known.get(controller) !== undefined;
    if (!isKnown && !found.get(controller)) return fail('not-found', 'No controller of this id is known.');
    if (isKnown && isAsKnown) return succeed(null);
  }
  if (!gate.isClosed) return succeed(gate.openPass);
  const pass = await gate.admit(request);
  if (pass.ok || pass.error.code === 'wrong-setup-code' || 'retryAfter' in pass.error) return pass;
  return fail(
    'setup-code-needed',
    'Only screens that manage this household, or a setup code, add a controller.'
  );
}
