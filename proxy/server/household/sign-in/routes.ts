import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, succeed, type Result } from '#shared/errors';
import type { CameIn } from '#shared/household';
import { FULL_RIGHTS, MANAGING_RIGHTS, type Rights } from '#shared/rights';
import type { ReadBody } from '#shared/routes';
import type { Me } from '#shared/wire';
import { clientAddress } from '../../base/net/addresses';
import { UNKNOWN_CONTROLLER } from '../../controllers/known';
import { ACCOUNT_NEEDED, type SignedIn, type SignedInAsOther } from '../../controllers/sign-in';
import { isRefusedMove, signInCase, type SignInCase } from '../../controllers/sign-in-case';
import { abortOnDisconnect } from '../../http/replies';
import { serve } from '../../http/serve';
import type { Household } from '../household';
import { BOX, isAboutCode, type Pass } from '../household-gate';
import { browserOf, codeOf, screenOf } from '../requests';
import { browserName, HOME_LEAVING, nameOfNew, SETUP_CODE_NEEDED, type Screen } from '../screens/screen';
import { dropCookie, makeRoomAt, openSession, renewCookies, sessionFor } from '../screens/session';

/**
 * Routes that sign a screen in, return its session, sign it out, and check the password of its home's account, about which the controller
 * decides. A managing screen gives a lost controller's new address.
 */
export function registerSignIn(app: FastifyInstance, household: Household) {
  const { known, screens, accounts, pins, leaving, signIns, typedPasswords, gate, limits } = household;
  const { activity, trustedProxies, log } = household;

  serve(app, 'POST /api/sign-in', (request, body, reply) => signIn({ request, reply, body }, household));

  serve(app, 'POST /api/controllers/:id/sign-out', async (request, _body, reply) => {
    const { id, controller } = screenOf(request);
    screens.end(id);
    const isKept = await screens.saved();
    dropCookie(reply, controller);
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
    // The earlier tokens may have been refused just then: the screen on which the password was typed stays signed in.
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
    const { controller } = by;
    const pass = await gate.admitToHome(request, controller);
    if (!pass.ok) return pass;
    const client = clientAddress(request.raw, trustedProxies);
    const account = { controller, name: accounts.userOf(controller) ?? '' };
    const moved = await limits.attempt({ client, account }, () =>
      signIns.move(
        { controller, screen: by.id, ...body },
        { pass: pass.value, signal: abortOnDisconnect(reply) }
      )
    );
    if (!moved.ok) {
      if (isRefusedMove(moved.error.code))
        activity.note({ kind: 'move-refused', controller: known.get(controller), by });
      if (moved.error.code !== 'too-many-attempts')
        log.info({ home: controller, code: moved.error.code }, 'Controller move failed.');
      return moved;
    }
    const { id, name, address } = moved.value;
    activity.note({ kind: 'moved', controller: known.get(id), by });
    log.info({ home: id, address }, 'Controller moved to another address.');
    return { id, name, address };
  });
}

const DEMO_PROVES_NOTHING = fail('forbidden', 'Everybody knows the password of the demo home.');

/** Has the controller of a screen judge the password of its home's account, within the limits of a sign-in. */
function judgePassword(
  password: string,
  { controller, name: screen }: Screen,
  { request, reply }: Pick<SignInCall, 'request' | 'reply'>,
  household: Household
): Promise<Result<SignedIn>> {
  const { accounts, limits, signIns, trustedProxies } = household;
  const asked = signInCase({ controller }, household);
  const username = accounts.userOf(controller);
  if (!asked || username === undefined) return Promise.resolve(UNKNOWN_CONTROLLER);
  const client = clientAddress(request.raw, trustedProxies);
  const terms = { pass: null, signal: abortOnDisconnect(reply) };
  return limits.attempt<SignedIn>({ client, account: { controller, name: username } }, async () => {
    const signedIn = await signIns.signIn(asked, { username, password, screen }, terms);
    if (!signedIn.ok) return signedIn;
    const { value } = signedIn;
    // It may have been replaced meanwhile: then its password proves nothing.
    return value.as === 'account' ? succeed(value) : ACCOUNT_NEEDED;
  });
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
  const account = { controller: meant?.id ?? body.controller ?? asked.address, name: body.username };
  const client = clientAddress(request.raw, trustedProxies);
  const signedIn = await limits.attempt({ client, account, signsIn: true, isElsewhere: !meant }, () =>
    signIns.signIn(asked, body, { pass: pass.value, signal: abortOnDisconnect(reply) })
  );
  if (signedIn.ok) return enter(signedIn.value, pass.value, call, household);
  const { code } = signedIn.error;
  if (code !== 'too-many-attempts')
    log.info({ ...(meant && { home: meant.id }), client, code }, 'Sign-in failed.');
  if (asked.kind === 'moved' && isRefusedMove(code))
    activity.note({
      kind: 'move-refused',
      controller: known.get(account.controller),
      by: browserOf(request).at(account.controller)
    });
  // Who has a code sets the password of a source anew, which nobody else knows.
  const isOfSource = meant !== undefined && known.sourceAt(meant.address) !== undefined;
  if (code === 'wrong-credentials' && isOfSource && pass.value?.codeFor !== undefined)
    return { ok: false, error: { ...signedIn.error, detail: 'takes-code' } } as const;
  // It may have another address by now.
  if (code === 'controller-unreachable' && body.controller !== undefined) relocation.lost(body.controller);
  return signedIn;
}

/**
 * The pass for a sign-in that needs one. Everybody has it before there is a household. A code is always checked, since it also lets the screen
 * manage. To move a controller takes one of its own managing screens: the home at the new address has to be the known one. To add
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

/** How long a screen that signed in with another account stays: what ends at the controller meanwhile is not seen here. In ms. */
const OTHER_ACCOUNT_MS = 30 * 24 * 60 * 60_000;

/** Makes the browser a screen of the home that it has signed in to. */
async function enter(
  signedIn: SignedIn | SignedInAsOther,
  pass: Pass | null,
  call: SignInCall,
  household: Household
) {
  const { known, screens, activity, typedPasswords, gate, recoveryCodes } = household;
  const { request, body } = call;
  const { id } = signedIn.controller;
  if (signedIn.as === 'other') {
    const { rooms, more } = signedIn;
    const until = household.clock.now() + OTHER_ACCOUNT_MS;
    const granted = { rights: { ...FULL_RIGHTS, rooms, until }, how: 'account' } as const;
    if (!browserOf(request).at(id)) screens.makeRoomAmongOthers(id);
    const opened = await openScreen(id, () => granted, call, household);
    if (!opened.ok) return opened;
    activity.note({
      kind: 'other-account',
      controller: known.get(id),
      screen: opened.value,
      rooms: rooms ?? undefined
    });
    return { ...sessionFor(opened.value, household), otherAccount: { more } };
  }
  const { isAdded, isBack } = signedIn;
  const opened = await openScreen(id, () => rightsFor(signedIn, pass, body, household), call, household);
  if (!opened.ok) return opened;
  const screen = opened.value;
  typedPasswords.add(screen.id);
  if (isAdded) gate.noteAtAll({ kind: 'home-added', home: signedIn.controller }, request, id);
  const controller = known.get(id);
  if (body.movedTo !== undefined) activity.note({ kind: 'moved', controller, by: screen });
  if (isBack) activity.note({ kind: 'account-taken-back', controller, screen });
  activity.note({ kind: 'signed-in', controller, screen });
  const isNewManager = screen.rights.manages && (isAdded || isBack || pass?.codeFor === id);
  const needsRecoveryCode = isNewManager && recoveryCodes.madeAt(id) === null;
  return { ...sessionFor(screen, household), ...(needsRecoveryCode && { needsRecoveryCode }) };
}

/** What a sign-in gives a screen. */
interface Granted {
  readonly rights: Rights;
  readonly how: CameIn['how'];
}

/** Makes the screen, if there is room for it. `grantedBy` decides what it may do: it may use up a code. */
async function openScreen(
  controller: string,
  grantedBy: () => Granted | Promise<Granted>,
  { request, reply, body }: SignInCall,
  household: Household
): Promise<Result<Screen>> {
  const { known, screens, accounts, activity, leaving } = household;
  // The demo home ends with the first sign-in to a real controller.
  if (!known.get(controller)) return UNKNOWN_CONTROLLER;
  if (leaving.has(controller)) return HOME_LEAVING;
  const before = browserOf(request).at(controller);
  const room = before ? succeed(null) : makeRoomAt(controller, household);
  if (!room.ok) return room;
  const { rights, how } = await grantedBy();
  // It may have been forgotten, or its account refused, meanwhile.
  if (!known.get(controller)) return UNKNOWN_CONTROLLER;
  if (!accounts.tokens(controller)) return ACCOUNT_NEEDED;
  const others = screens.list(controller).filter(({ id }) => id !== before?.id);
  const taken = others.map(({ name }) => name);
  const added = screens.add({
    name: nameOfNew(body.screen, body.kindOfScreen, taken),
    controller,
    kept: how !== 'account' && body.remember,
    rights,
    cameIn: { how },
    seenActivity: activity.latestSeqOf(controller),
    browser: browserName(request.headers['user-agent'])
  });
  return succeed(await openSession(added, reply, screens));
}

/**
 * The rights of a sign-in with the account of the home: the whole home, and to manage it if that is wanted, it added the home, or has a code
 * that is good for it. They are rights at this home alone.
 */
async function rightsFor(
  { controller, isAdded }: SignedIn,
  pass: Pass | null,
  { manages }: SignInCall['body'],
  { known }: Household
): Promise<Granted> {
  const isCodeForIt = pass?.codeFor === BOX || pass?.codeFor === controller.id;
  const bringsCode = isCodeForIt && (await pass.use()).ok;
  const mayManage = known.get(controller.id)?.source === 'known' && (bringsCode || isAdded || manages);
  return { rights: mayManage ? MANAGING_RIGHTS : FULL_RIGHTS, how: bringsCode ? 'setup-code' : 'password' };
}
