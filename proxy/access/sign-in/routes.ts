import * as v from 'valibot';
import { fail, succeed, type Failure, type Result } from '#shared/errors';
import { FULL_RIGHTS, MANAGING_RIGHTS, type Rights } from '#shared/rights';
import type { CameIn } from '#shared/household';
import { routes, SETUP_CODE_HEADER, signInRequestSchema } from '#shared/wire';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCallFailure, refuseCall } from '../../controllers/failure';
import type { KnownControllers } from '../../controllers/known';
import { isRefusedMove } from '../../controllers/moves';
import type { Relocation } from '../../controllers/relocation';
import type { SignedIn, SignIns } from '../../controllers/sign-in';
import type { FoundControllers } from '../../discovery/reply';
import { abortOnDisconnect } from '../../http/replies';
import type { Log } from '../../platform/log';
import { refuse, sendAttemptError, sendTooManyAttempts, type TooManyAttempts } from '../../http/errors';
import type { ActivityLog } from '../activity/activity';
import { screenOf } from '../access-control';
import { tryOnce } from './attempt';
import { clientAddress } from '../../net/addresses';
import type { HouseholdGate, Pass } from '../household-gate';
import type { Managers } from '../managers';
import { browserName, nameOfNew, NOT_KEPT, PASSWORD_NEEDED } from '../screens/screen';
import type { Screens } from '../screens/screens';
import { dropCookie, openSession, renewCookie, sessionOf } from '../screens/session';
import type { SignInLimits } from './sign-in-limits';
import type { TypedPasswords } from './typed-passwords';

/** What the routes of signing in and out depend on. */
interface SignInDeps {
  readonly signIns: SignIns;
  readonly known: Pick<KnownControllers, 'get' | 'at' | 'linksOf'>;
  readonly found: Pick<FoundControllers, 'get'>;
  readonly relocation: Pick<Relocation, 'lost'>;
  readonly gate: HouseholdGate;
  readonly screens: Screens;
  readonly managers: Managers;
  readonly typedPasswords: TypedPasswords;
  readonly limits: SignInLimits;
  readonly activity: Pick<ActivityLog, 'note' | 'latestSeq'>;
  readonly trustedProxies: readonly string[];
  readonly log: Log;
}

/** For all rights, and for locked screens too. */
const ANY_SCREEN = {
  access: 'signed-in',
  enforcesRights: true,
  admitsLocked: true
} as const satisfies FastifyContextConfig;

/** Routes that sign a screen in, return its session, and sign it out. */
export function registerSignIn(app: FastifyInstance, deps: SignInDeps) {
  const { known, screens } = deps;

  app.post(routes.signIn, { config: { access: 'public' } }, (request, reply) => signIn(request, reply, deps));

  app.post(routes.signOut, { config: ANY_SCREEN }, async (request, reply) => {
    const { id } = screenOf(request);
    screens.end(id);
    const isKept = await screens.saved(id);
    dropCookie(request, reply);
    return isKept ? reply.code(204).send() : refuse(reply, NOT_KEPT);
  });

  app.get(routes.me, { config: { ...ANY_SCREEN, withoutPin: true } }, (request, reply) => {
    const screen = screenOf(request);
    const controller = known.get(screen.controller);
    if (!controller) {
      // Its controller was lost with a broken file: a new sign-in is needed.
      screens.end(screen.id);
      return refuse(reply, { code: 'not-signed-in', message: 'The controller is not known any more.' });
    }
    renewCookie(request, reply, screen);
    return reply.send(sessionOf(controller, screen));
  });
}

async function signIn(request: FastifyRequest, reply: FastifyReply, deps: SignInDeps) {
  const { known, screens, limits, activity, trustedProxies, relocation, typedPasswords, log } = deps;
  const read = v.safeParse(signInRequestSchema, request.body);
  if (!read.success) return refuse(reply, { code: 'bad-request', message: 'This is no sign-in.' });
  const { controller, address, movedTo, username, screen: typed, kindOfScreen, remember } = read.output;
  const client = clientAddress(request.raw, trustedProxies);
  const pass = await passFor(request, read.output, deps);
  if (!pass.ok) return sendAttemptError(reply, pass.error);

  const where = controller ?? known.at(address ?? '')[0]?.id ?? address ?? '';
  const account = { controller: where, user: username };
  const isElsewhere = !known.get(where);
  const attempt = await limits.begin({ client, account, signsIn: true, isElsewhere });
  if (!attempt.ok) return sendTooManyAttempts(reply, attempt.error);
  const signal = abortOnDisconnect(reply);
  const terms = { pass: goesToKnown(read.output, deps) ? null : pass.value, signal };
  const signedIn = await tryOnce(attempt.value, () => deps.signIns.signIn(read.output, terms));
  if (!signedIn.ok) {
    const { error } = signedIn;
    log.info({ client, code: error.code }, 'Sign-in failed.');
    if (movedTo !== undefined && isRefusedMove(error.code))
      activity.note({ kind: 'move-refused', controller: known.get(where), by: request.screen ?? undefined });
    // It may have another address by now.
    if (error.code === 'controller-unreachable' && controller !== undefined) relocation.lost(controller);
    return isCallFailure(error) ? refuseCall(reply, error) : refuse(reply, error);
  }

  const { controller: entered, user } = signedIn.value;
  // The demo home ends with the first sign-in to a real controller.
  if (!known.get(entered.id))
    return refuse(reply, { code: 'not-found', message: 'No controller of this id is known.' });
  const room = request.screen ? succeed(null) : screens.makeRoom();
  if (!room.ok) return refuse(reply, room.error);
  const { rights, how } = await rightsFor(signedIn.value, pass.value, deps);
  const others = screens.list(entered.id).filter(({ id }) => id !== request.screen?.id);
  const taken = others.map(({ name }) => name);
  const made = {
    name: nameOfNew(typed, kindOfScreen, taken),
    ...{ controller: entered.id, user, kept: remember, rights, cameIn: { how } },
    seenActivity: activity.latestSeq,
    browser: browserName(request.headers['user-agent'])
  };
  const screen = await openSession(screens.add(made), { request, reply, screens });
  typedPasswords.typed(screen.id);
  const whose = { controller: entered, user };
  if (movedTo !== undefined) activity.note({ kind: 'moved', ...whose, by: screen });
  activity.note({ kind: 'signed-in', ...whose, screen });
  return reply.send(sessionOf(entered, screen));
}

/**
 * The rights of a sign-in by a password: the whole home, and the household if the user managed it before, added the controller, or has a
 * setup code.
 */
async function rightsFor(
  { controller, user, isAdded }: SignedIn,
  pass: Pass | null,
  { managers }: SignInDeps
): Promise<{ rights: Rights; how: CameIn['how'] }> {
  const bringsCode = pass?.isSetupCode === true && (await pass.use()).ok;
  const manager = { controller: controller.id, user };
  if (bringsCode || isAdded) {
    managers.add(manager);
    await managers.saved();
  }
  const rights = managers.has(manager) ? MANAGING_RIGHTS : FULL_RIGHTS;
  return { rights, how: bringsCode ? 'setup-code' : 'password' };
}

type SignInBody = v.InferOutput<typeof signInRequestSchema>;

/** Whether a sign-in goes to a known controller at its known address: it needs no pass. */
function goesToKnown(
  { controller, address, movedTo, isNewHome }: SignInBody,
  { known, gate }: SignInDeps
): boolean {
  if (movedTo !== undefined || isNewHome) return false;
  if (controller !== undefined) return known.get(controller) !== undefined;
  return gate.isClosed && known.at(address ?? '').length > 0;
}

/**
 * The pass for a sign-in that needs one. Everybody has it before there is a household. A setup code is always checked, since it also lets a
 * user manage who did not.
 */
async function passFor(
  request: FastifyRequest,
  body: SignInBody,
  deps: SignInDeps
): Promise<Result<Pass | null> | { readonly ok: false; readonly error: TooManyAttempts }> {
  const { known, found, gate, typedPasswords } = deps;
  const { controller } = body;
  const target = controller === undefined ? undefined : known.get(controller);
  if (controller !== undefined && !target && !found.get(controller))
    return fail('not-found', 'No controller of this id is known.');
  const bringsCode = request.headers[SETUP_CODE_HEADER] !== undefined && target?.source !== 'demo';
  if (goesToKnown(body, deps) && !bringsCode) return succeed(null);
  if (!gate.isClosed) return succeed(gate.openPass);
  const pass = await gate.admit(request);
  // Somebody who finds an unlocked screen must not add a controller, and so manage the household.
  if (pass.ok && !pass.value.isSetupCode && !typedPasswords.isFresh(request.screen?.id ?? ''))
    return { ok: false, error: PASSWORD_NEEDED };
  if (pass.ok ? pass.value.isSetupCode || !concernsAnother(request, body, deps) : isAboutCode(pass.error))
    return pass;
  return fail(
    'setup-code-needed',
    'Only screens that manage this household, or a setup code, add a controller.'
  );
}

/**
 * Whether a sign-in gives a known controller another address or home, while its screen is not signed in to that controller. Nobody may
 * decide about another controller by means of their own.
 */
function concernsAnother(
  { screen }: FastifyRequest,
  { controller, address, movedTo, isNewHome }: SignInBody,
  { known }: SignInDeps
): boolean {
  if (movedTo === undefined && !isNewHome) return false;
  const there = controller === undefined ? known.at(address ?? '').map(({ id }) => id) : [controller];
  // A displaced controller has no link any more.
  return there.some((id) => known.get(id) && known.linksOf(id)?.length !== 0 && id !== screen?.controller);
}

const isAboutCode = (error: Failure | TooManyAttempts) =>
  error.code === 'wrong-setup-code' || 'retryAfter' in error;
