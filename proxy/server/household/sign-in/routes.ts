import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, succeed, type Result } from '#shared/errors';
import type { CameIn } from '#shared/household';
import { FULL_RIGHTS, MANAGING_RIGHTS, type Rights } from '#shared/rights';
import type { ReadBody } from '#shared/routes';
import { SETUP_CODE_HEADER, type Me } from '#shared/wire';
import { clientAddress } from '../../base/net/addresses';
import { UNKNOWN_CONTROLLER, type SignedIn } from '../../controllers/sign-in';
import { isRefusedMove, signInCase, type SignInCase } from '../../controllers/sign-in-case';
import { abortOnDisconnect } from '../../http/replies';
import { serve } from '../../http/serve';
import { browserOf, screenOf } from '../access-control';
import type { Household } from '../household';
import type { Pass } from '../household-gate';
import { browserName, nameOfNew, PASSWORD_NEEDED, type Screen } from '../screens/screen';
import { dropCookie, openSession, renewCookies, sessionFor } from '../screens/session';

/**
 * Routes that sign a screen in, return its session, sign it out, and check its user's password, about which the controller decides. A managing
 * screen gives a lost controller's new address.
 */
export function registerSignIn(app: FastifyInstance, household: Household) {
  const { known, screens, signIns, typedPasswords, gate, limits } = household;
  const { activity, trustedProxies, log } = household;

  serve(app, 'POST /api/sign-in', (request, body, reply) => signIn({ request, reply, body }, household));

  serve(app, 'POST /api/controllers/:id/sign-out', async (request, _body, reply) => {
    const { id, controller } = screenOf(request);
    const isFormer = browserOf(request).cookieAt(controller)?.isFormer;
    screens.end(id);
    const isKept = await screens.saved();
    dropCookie(reply, isFormer ? '' : controller);
    return isKept;
  });

  serve(app, 'GET /api/me', (request, _body, reply) => {
    const screen = screenOf(request);
    if (known.get(screen.controller)) renewCookies(reply, household);
    const session = sessionFor(screen, household);
    if ('error' in session) return session;
    const others = browserOf(request).screens.filter(({ id }) => id !== screen.id);
    const homes = others.flatMap(({ controller }) => known.get(controller) ?? []);
    return { ...session, homes: homes.map(({ id, name }) => ({ id, name })) } satisfies Me;
  });

  serve(app, 'POST /api/controllers/:id/password', async (request, { password }, reply) => {
    const { id, controller, user: username, name: screen } = screenOf(request);
    const asked = signInCase({ controller }, household);
    if (!asked) return UNKNOWN_CONTROLLER;
    const client = clientAddress(request.raw, trustedProxies);
    const terms = { pass: null, signal: abortOnDisconnect(reply) };
    const judged = await limits.attempt({ client, account: { controller, user: username } }, () =>
      signIns.signIn(asked, { username, password, screen }, terms)
    );
    if (!judged.ok) return judged;
    // The user's earlier tokens may have been refused just then: the screen on which the password was typed stays signed in.
    screens.letBackIn([id]);
    typedPasswords.add(id);
    return true;
  });

  serve(app, 'POST /api/controllers/:id/move', async (request, body, reply) => {
    const pass = await gate.admit(request);
    if (!pass.ok) return pass;
    const by = screenOf(request);
    const { controller, user } = by;
    const client = clientAddress(request.raw, trustedProxies);
    const moved = await limits.attempt({ client, account: { controller, user } }, () =>
      signIns.move(
        { controller, screen: by.id, user, ...body },
        { pass: pass.value, signal: abortOnDisconnect(reply) }
      )
    );
    if (!moved.ok) {
      if (isRefusedMove(moved.error.code))
        activity.note({ kind: 'move-refused', controller: known.get(controller), user, by });
      if (moved.error.code !== 'too-many-attempts')
        log.info({ controller, code: moved.error.code }, 'Controller move failed.');
      return moved;
    }
    const { id, name, address } = moved.value;
    activity.note({ kind: 'moved', controller: moved.value, user, by });
    log.info({ controller: id, address }, 'Controller moved to another address.');
    return { id, name, address };
  });
}

interface SignInCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: ReadBody<'POST /api/sign-in'>;
}

/**
 * Checks in this order: the id of the controller; the setup code or the asking screen, where the case needs a pass; the limits on
 * attempts; what the household and the controller say (`SignIns.signIn`); whether there is room for another screen.
 */
async function signIn(call: SignInCall, household: Household) {
  const { request, reply, body } = call;
  const { known, limits, signIns, activity, relocation, trustedProxies, log } = household;
  const asked = signInCase(body, household);
  if (!asked) return UNKNOWN_CONTROLLER;
  const pass = await passFor(request, asked, household);
  if (!pass.ok) return pass;

  const [meant] = asked.here;
  const account = { controller: meant?.id ?? body.controller ?? asked.address, user: body.username };
  const client = clientAddress(request.raw, trustedProxies);
  const signedIn = await limits.attempt({ client, account, signsIn: true, isElsewhere: !meant }, () =>
    signIns.signIn(asked, body, { pass: pass.value, signal: abortOnDisconnect(reply) })
  );
  if (signedIn.ok) return openScreen(signedIn.value, pass.value, call, household);
  const { code } = signedIn.error;
  if (code !== 'too-many-attempts') log.info({ client, code }, 'Sign-in failed.');
  if (asked.kind === 'moved' && isRefusedMove(code))
    activity.note({
      kind: 'move-refused',
      controller: known.get(account.controller),
      by: request.screen ?? undefined
    });
  // It may have another address by now.
  if (code === 'controller-unreachable' && body.controller !== undefined) relocation.lost(body.controller);
  return signedIn;
}

/**
 * The pass for a sign-in that needs one. Everybody has it before there is a household. A setup code is always checked, since it also lets a
 * user manage who did not.
 */
async function passFor(
  request: FastifyRequest,
  asked: SignInCase,
  household: Household
): Promise<Result<Pass | null>> {
  const { known, gate, typedPasswords } = household;
  const { screen, headers } = request;
  const bringsCode = headers[SETUP_CODE_HEADER] !== undefined && asked.held?.source !== 'demo';
  if (asked.kind === 'known' && !bringsCode) return succeed(null);
  // No password of its own guards what is set up here: without a household, only a setup code shows who may.
  if (!gate.isClosed && asked.kind === 'new' && known.sourceAt(asked.address))
    return bringsCode ? gate.admit(request) : SETUP_CODE_NEEDED;
  if (!gate.isClosed) return succeed(gate.openPass);
  const pass = await gate.admit(request);
  // Somebody who finds an unlocked screen must not add a controller, and so manage the household.
  if (pass.ok && !pass.value.isSetupCode && !typedPasswords.isFresh(screen?.id ?? '')) return PASSWORD_NEEDED;
  const isEnough = pass.ok
    ? pass.value.isSetupCode || !concernsAnother(asked, screen, household)
    : pass.error.code === 'wrong-setup-code' || pass.error.code === 'too-many-attempts';
  return isEnough ? pass : SETUP_CODE_NEEDED;
}

const SETUP_CODE_NEEDED = fail(
  'setup-code-needed',
  'Only screens that manage this household, or a setup code, add a controller.'
);

/**
 * Whether a sign-in gives a known controller another address or home, while its screen is not signed in to that controller. Nobody may
 * decide about another controller by means of their own. A displaced controller has no card any more.
 */
const concernsAnother = ({ kind, here }: SignInCase, screen: Screen | null, { known }: Household): boolean =>
  (kind === 'moved' || kind === 'new-home') &&
  here.some(({ id }) => known.cardsOf(id)?.length !== 0 && id !== screen?.controller);

/** Makes the browser a screen of the controller that it has signed in to. */
async function openScreen(signedIn: SignedIn, pass: Pass | null, call: SignInCall, household: Household) {
  const { request, reply, body } = call;
  const { known, screens, activity, typedPasswords } = household;
  const { controller } = signedIn;
  const { username: user } = body;
  // The demo home ends with the first sign-in to a real controller.
  if (!known.get(controller.id)) return UNKNOWN_CONTROLLER;
  const before = browserOf(request).at(controller.id);
  const room = before ? succeed(null) : screens.makeRoomForScreen();
  if (!room.ok) return room;
  const { rights, how } = await rightsFor(signedIn, user, pass, household);
  const others = screens.list(controller.id).filter(({ id }) => id !== before?.id);
  const taken = others.map(({ name }) => name);
  const made = {
    name: nameOfNew(body.screen, body.kindOfScreen, taken),
    controller: controller.id,
    user,
    kept: body.remember,
    rights,
    cameIn: { how },
    seenActivity: activity.latestSeq,
    browser: browserName(request.headers['user-agent'])
  };
  const screen = await openSession(screens.add(made), reply, screens);
  typedPasswords.add(screen.id);
  if (body.movedTo !== undefined) activity.note({ kind: 'moved', controller, user, by: screen });
  activity.note({ kind: 'signed-in', controller, user, screen });
  return sessionFor(screen, household);
}

/**
 * The rights of a sign-in by a password: the whole home, and the household if the user managed it before, added the controller, or has a
 * setup code.
 */
async function rightsFor(
  { controller, isAdded }: SignedIn,
  user: string,
  pass: Pass | null,
  { managers }: Household
): Promise<{ rights: Rights; how: CameIn['how'] }> {
  const bringsCode = pass?.isSetupCode === true && (await pass.use()).ok;
  if (bringsCode || isAdded) {
    managers.add(controller.id, user);
    await managers.saved();
  }
  const rights = managers.has(controller.id, user) ? MANAGING_RIGHTS : FULL_RIGHTS;
  return { rights, how: bringsCode ? 'setup-code' : 'password' };
}
