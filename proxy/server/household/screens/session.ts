import { fail } from '#shared/errors';
import type { Session } from '#shared/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownController } from '../../controllers/known';
import { networkAddress } from '../../controllers/sources';
import { browserOf } from '../access-control';
import { cookieOf } from '../cookies';
import type { Stores } from '../stores';
import { ABSOLUTE_TIMEOUT_MS } from './lifetime';
import type { Screen } from './screen';
import type { Screens } from './screens';

const schemeOf = ({ connectionInfo }: FastifyRequest) => ({ https: connectionInfo?.https === true });

/** A session as it goes over the wire. */
const sessionOf = (
  { id, name, address }: KnownController,
  { user, rights, locked, pin, ...screen }: Screen
): Session => ({
  controller: { id, name, address: networkAddress(address) },
  user,
  screen: { id: screen.id, name: screen.name },
  rights,
  locked,
  ...(pin && { hasPin: true })
});

/**
 * Makes the browser of a request the screen that was added, instead of the one that it was at that controller. It keeps its PIN. The reply
 * has the cookie. The change is on the disk when this resolves. Returns the screen as it is then.
 */
export async function openSession(
  { screen, cookie }: ReturnType<Screens['add']>,
  { request, reply, screens }: { request: FastifyRequest; reply: FastifyReply; screens: Screens }
): Promise<Screen> {
  const { screens: own } = browserOf(request);
  const [pin] = own.flatMap((each) => each.pin ?? []);
  for (const { id, controller } of own)
    if (controller === screen.controller) screens.end(id, { successor: screen });
  if (pin) screens.setPin(screen.id, pin);
  await screens.saved();
  setCookie(request, reply, screen, cookie);
  return screens.current(screen.id) ?? screen;
}

/** The session of a screen. If its controller was lost with a broken file, the screen ends: a new sign-in is needed. */
export function sessionFor(screen: Screen, { known, screens }: Pick<Stores, 'known' | 'screens'>) {
  const controller = known.get(screen.controller);
  if (controller) return sessionOf(controller, screen);
  screens.end(screen.id);
  return fail('not-signed-in', 'The controller is not known any more.');
}

/**
 * Sets the cookies of the browser's kept screens again, since browsers store no cookie for ever. That of a version before gets the name of
 * its controller, and those of controllers that are gone go.
 */
export function renewCookies(request: FastifyRequest, reply: FastifyReply, { known }: Pick<Stores, 'known'>) {
  const browser = browserOf(request);
  for (const id of browser.controllers) if (!known.get(id)) dropCookie(request, reply, id);
  for (const screen of browser.screens) {
    const { cookie, isFormer } = browser.cookieAt(screen.controller) ?? {};
    if (cookie === undefined || !(screen.kept || isFormer)) continue;
    setCookie(request, reply, screen, cookie);
    if (isFormer) dropCookie(request, reply, '');
  }
}

/** Removes the browser's cookie of a controller; the empty id is that of a version before. */
export const dropCookie = (request: FastifyRequest, reply: FastifyReply, of: string) =>
  reply.header('set-cookie', cookieOf('', { of, ...schemeOf(request), maxAge: 0 }));

function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { kept, controller: of }: Screen,
  cookie: string
) {
  const maxAge = kept ? null : ABSOLUTE_TIMEOUT_MS;
  reply.header('set-cookie', cookieOf(cookie, { of, ...schemeOf(request), maxAge }));
}
