import type { FastifyReply } from 'fastify';
import { fail } from '#shared/errors';
import { isFull } from '#shared/rights';
import type { Session } from '#shared/wire';
import type { AccountReplaced } from '#shared/wire-fields';
import { networkAddress } from '../../controllers/sources';
import { cookieOf } from '../cookies';
import { browserOf } from '../requests';
import type { Stores } from '../stores';
import { ABSOLUTE_TIMEOUT_MS } from './lifetime';
import type { Screen } from './screen';
import type { Screens } from './screens';

/** A new screen and its cookie. */
type AddedScreen = ReturnType<Screens['add']>;

const schemeOf = ({ request }: FastifyReply) => ({ https: request.connectionInfo?.https === true });

/**
 * Makes the browser of a request the screen that was added, instead of the one that it was at that controller. It keeps its PIN. The reply
 * has the cookie. The change is on the disk when this resolves. Returns the screen as it is then.
 */
export async function openSession({ screen, cookie }: AddedScreen, reply: FastifyReply, screens: Screens) {
  const { screens: own } = browserOf(reply.request);
  const [pin] = own.flatMap((each) => each.pin ?? []);
  for (const { id, controller } of own)
    if (controller === screen.controller) screens.end(id, { successor: screen });
  if (pin) screens.setPin(screen.id, pin);
  await screens.saved();
  setCookie(reply, screen, cookie);
  return screens.current(screen.id) ?? screen;
}

/** What tells of a screen's session. */
type SessionStores = Pick<Stores, 'known' | 'screens' | 'leaving' | 'accounts' | 'clock'>;

/** Makes room for one more screen of a home: see `Screens.makeRoomAt`. */
export const makeRoomAt = (controller: string, { known, screens }: Pick<Stores, 'known' | 'screens'>) =>
  screens.makeRoomAt(controller, known.real.length);

/** The session of a screen. If its controller was lost with a broken file, the screen ends: a new sign-in is needed. */
export function sessionFor(screen: Screen, stores: SessionStores) {
  const { known, screens, leaving, accounts } = stores;
  const controller = known.get(screen.controller);
  if (!controller) {
    screens.end(screen.id);
    return fail('not-signed-in', 'The controller is not known any more.');
  }
  const { id, name, address } = controller;
  const { rights, locked, pin } = screen;
  const account = accounts.userOf(id);
  const goesInMs = leaving.goesInMs(id);
  return {
    controller: { id, name, address: networkAddress(address), ...leaving.namesakeOf(id) },
    ...(account !== undefined && isFull(rights) && { account }),
    ...accountReplacedAt(id, stores),
    screen: { id: screen.id, name: screen.name },
    rights,
    locked,
    ...(goesInMs !== undefined && { goesInMs }),
    ...(pin && { hasPin: true })
  } satisfies Session;
}

/** Who has replaced the account of a home, as long as the one before takes it back: to be spread into what tells a screen of its session. */
export function accountReplacedAt(
  controller: string,
  { accounts, clock }: Pick<Stores, 'accounts' | 'clock'>
): { readonly accountReplaced?: AccountReplaced } {
  const former = accounts.formerOf(controller);
  return former ? { accountReplaced: { by: former.by, until: Math.round(clock.now() + former.leftMs) } } : {};
}

/** Sets the cookies of the browser's kept screens again, since browsers store no cookie for ever. Those of controllers that are gone go. */
export function renewCookies(reply: FastifyReply, { known }: Pick<Stores, 'known'>) {
  const browser = browserOf(reply.request);
  for (const id of browser.controllers) if (!known.get(id)) dropCookie(reply, id);
  for (const screen of browser.screens) {
    const cookie = browser.cookieAt(screen.controller);
    if (cookie !== undefined && screen.kept) setCookie(reply, screen, cookie);
  }
}

/** Removes the browser's cookie of a controller. */
export const dropCookie = (reply: FastifyReply, of: string) =>
  reply.header('set-cookie', cookieOf('', { of, ...schemeOf(reply), maxAge: 0 }));

function setCookie(reply: FastifyReply, { kept, controller: of }: Screen, cookie: string) {
  const maxAge = kept ? null : ABSOLUTE_TIMEOUT_MS;
  reply.header('set-cookie', cookieOf(cookie, { of, ...schemeOf(reply), maxAge }));
}
