import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, succeed, type Result } from '#shared/errors';
import type { CameIn } from '#shared/household';
import { FULL_RIGHTS, MANAGING_RIGHTS, type Rights } from '#shared/rights';
import type { ReadBody } from '#shared/routes';
import type { Me } from '#shared/wire';
import { clientAddress } from '../../base/net/addresses';
import { UNKNOWN_CONTROLLER, type SignedIn } from '../../controllers/sign-in';
import { isRefusedMove, signInCase, type SignInCase } from '../../controllers/sign-in-case';
import { abortOnDisconnect } from '../../http/replies';
import { serve } from '../../http/serve';
import type { Household } from '../household';
import { BOX, isAboutCode, type Pass } from '../household-gate';
import { browserOf, codeOf, screenOf } from '../requests';
import { browserName, HOME_LEAVING, nameOfNew, SETUP_CODE_NEEDED, type Screen } from '../screens/screen';
import { dropCookie, makeRoomAt, openSession, renewCookies, sessionFor } from '../screens/session';

/**
 * Routes that sign a screen in, return its session, sign it out, and check its user's password, about which the controller decides. A managing
 * screen gives a lost controller's new address.
 */
export function registerSignIn(app: FastifyInstance, household: Household) {
  const { known, screens, pins, leaving, signIns, typedPasswords, gate, limits } = household;
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
    const named = homes.map(({ id, name }) => ({ id, name, ...leaving.namesakeOf(id) }));
    return { ...session, homes: named } satisfies Me;
  });

  serve(app, 'POST /api/controllers/:id/password', async (request, { password }, reply) => {
    const screen = screenOf(request);
    const judged = await judgePassword(password, screen, { request, reply }, household);
    if (!judged.ok) return judged;
    // The user's earlier tokens may have been refused just then: the screen on which the password was typed stays signed in.
    screens.letBackIn([screen.id]);
    typedPasswords.add(screen.id);
    return true;
  });

  serve(app, 'POST /api/controllers/:id/pin/forgotten', async (request, { password }, reply) => {
    const screen = screenOf(request);
    if (known.get(screen.controller)?.source === 'demo') return DEMO_PROVES_NOTHING;
    const judged = await judgePassword(password, screen, { request, reply }, household);
    if (!judged.ok) return judged;
    pins.reset(screen.id);
    return screens.saved();
  });

  serve(app, 'POST /api/controllers/:id/move', async (request, body, reply) => {
    const by = screenOf(request);
    const { controller, user } = by;
    const pass = await gate.admitToHome(request, controller);
    if (!pass.ok) return pass;
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
        log.info({ home: controller, code: moved.error.code }, 'Controller move failed.');
      return moved;
    }
    const { id, name, address } = moved.value;
    activity.note({ kind: 'moved', controller: known.get(id), user, by });
    log.info({ home: id, address }, 'Controller moved to another address.');
    return { id, name, address };
  });
}

const DEMO_PROVES_NOTHING = fail('forbidden', 'Everybody knows the password of the demo home.');

/** Has the controller of a screen judge the password of its user, within the limits of a sign-in. */
function judgePassword(
  password: string,
  { controller, user: username, name: screen }: Screen,
  { request, reply }: Pick<SignInCall, 'request' | 'reply'>,
  household: Household
): Promise<Result<SignedIn>> {
  const { limits, signIns, trustedProxies } = household;
  const asked = signInCase({ controller }, household);
  if (!asked) return Promise.resolve(UNKNOWN_CONTROLLER);
  const client = clientAddress(request.raw, trustedProxies);
  const terms = { pass: null, signal: abortOnDisconnect(reply) };
  return limits.attempt({ client, account: { controller, user: username } }, () =>
    signIns.signIn(asked, { username, password, screen }, terms)
  );
}

interface SignInCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: ReadBody<'POST /api/sign-in'>;
}

/**
 * Checks in this order: the id of the controller, and that its home does not leave; the code or the asking browser, where the case needs a
 * pass; the limits on attempts; what the household and the controller say (`SignIns.signIn`); whether there is room for another screen.
 */
async function signIn(call: SignInCall, household: Household) {
  const { request, reply, body } = call;
  const { known, limits, signIns, activity, relocation, leaving, trustedProxies, log } = household;
  const asked = signInCase(body, household);
  if (!asked) return UNKNOWN_CONTROLLER;
  if (asked.here.some(({ id }) => leaving.has(id))) return HOME_LEAVING;
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
  if (code !== 'too-many-attempts')
    log.info({ ...(meant && { home: meant.id }), client, code }, 'Sign-in failed.');
  if (asked.kind === 'moved' && isRefusedMove(code))
    activity.note({
      kind: 'move-refused',
      controller: known.get(account.controller),
      by: browserOf(request).at(account.controller)
    });
  // It may have another address by now.
  if (code === 'controller-unreachable' && body.controller !== undefined) relocation.lost(body.controller);
  return signedIn;
}

/**
 * The pass for a sign-in that needs one. Everybody has it before there is a household. A code is always checked, since it also lets a user
 * manage who did not. To move a controller takes one of its own managing screens: the home at the new address has to be the known one. To add
 * one takes a browser that manages all homes, with the password of each typed: who finds an unlocked phone must not add a home.
 */
async function passFor(
  request: FastifyRequest,
  asked: SignInCase,
  household: Household
): Promise<Result<Pass | null>> {
  const { known, gate } = household;
  const [meant] = asked.here;
  const bringsCode = codeOf(request) !== undefined && asked.held?.source !== 'demo';
  const isOfHome = meant !== undefined && (asked.kind === 'known' || asked.kind === 'moved');
  if (asked.kind === 'known' && !bringsCode) return succeed(null);
  // No password of its own guards what is set up here: without a household, only a setup code shows who may.
  if (!gate.isClosed && asked.kind === 'new' && known.sourceAt(asked.address))
    return bringsCode ? gate.admitToBox(request) : SETUP_CODE_NEEDED;
  if (!gate.isClosed) return succeed(gate.openPass);
  const pass = isOfHome ? await gate.admitToHome(request, meant.id) : await gate.admitToBox(request);
  if (!pass.ok) return isAboutCode(pass.error.code) ? pass : SETUP_CODE_NEEDED;
  const unproven =
    isOfHome || bringsCode
      ? undefined
      : browserOf(request).screens.find(
          (screen) =>
            known.get(screen.controller)?.source === 'known' && !household.typedPasswords.isFresh(screen.id)
        );
  return unproven ? passwordNeededAt(unproven.controller) : pass;
}

const passwordNeededAt = (home: string) =>
  fail('password-needed', 'To add a home takes the password of each home: enter it first.', { home });

/** Makes the browser a screen of the controller that it has signed in to. */
async function openScreen(signedIn: SignedIn, pass: Pass | null, call: SignInCall, household: Household) {
  const { request, reply, body } = call;
  const { known, screens, activity, typedPasswords, leaving, gate, recoveryCodes } = household;
  const { controller, isAdded } = signedIn;
  const { username: user } = body;
  // The demo home ends with the first sign-in to a real controller.
  if (!known.get(controller.id)) return UNKNOWN_CONTROLLER;
  if (leaving.has(controller.id)) return HOME_LEAVING;
  const before = browserOf(request).at(controller.id);
  const room = before ? succeed(null) : makeRoomAt(controller.id, household);
  if (!room.ok) return room;
  const { rights, how } = await rightsFor(signedIn, user, pass, household);
  // It may have been forgotten meanwhile.
  if (!known.get(controller.id)) return UNKNOWN_CONTROLLER;
  const others = screens.list(controller.id).filter(({ id }) => id !== before?.id);
  const taken = others.map(({ name }) => name);
  const made = {
    name: nameOfNew(body.screen, body.kindOfScreen, taken),
    controller: controller.id,
    user,
    kept: body.remember,
    rights,
    cameIn: { how },
    seenActivity: activity.latestSeqOf(controller.id),
    browser: browserName(request.headers['user-agent'])
  };
  const screen = await openSession(screens.add(made), reply, screens);
  typedPasswords.add(screen.id);
  if (isAdded) gate.noteAtAll({ kind: 'home-added', home: controller }, request, controller.id);
  const noted = { controller: known.get(controller.id), user };
  if (body.movedTo !== undefined) activity.note({ kind: 'moved', ...noted, by: screen });
  activity.note({ kind: 'signed-in', ...noted, screen });
  const needsRecoveryCode =
    (isAdded || pass?.codeFor === controller.id) && recoveryCodes.madeAt(controller.id) === null;
  return { ...sessionFor(screen, household), ...(needsRecoveryCode && { needsRecoveryCode }) };
}

/**
 * The rights of a sign-in by a password: the whole home, and to manage it if the user did before, added the controller, or has a code that is
 * good for this home. They are rights at this home alone.
 */
async function rightsFor(
  { controller, isAdded }: SignedIn,
  user: string,
  pass: Pass | null,
  { managers, known }: Household
): Promise<{ rights: Rights; how: CameIn['how'] }> {
  const isCodeForIt = pass?.codeFor === BOX || pass?.codeFor === controller.id;
  const bringsCode = isCodeForIt && (await pass.use()).ok;
  if ((bringsCode || isAdded) && known.get(controller.id)) {
    managers.add(controller.id, user);
    await managers.saved();
  }
  const rights = managers.has(controller.id, user) ? MANAGING_RIGHTS : FULL_RIGHTS;
  return { rights, how: bringsCode ? 'setup-code' : 'password' };
}
