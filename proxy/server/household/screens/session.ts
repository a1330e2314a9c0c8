import { fail } from '#shared/errors';
import type { Session } from '#shared/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownController } from '../../controllers/known';
import { networkAddress } from '../../controllers/sources';
import { cookieOf, readCookie } from '../cookies';
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
 * Makes the browser of a request the screen that was added, instead of the one that it was. The reply has the cookie. The change is on the
 * disk when this resolves. Returns the screen as it is then.
 */
export async function openSession(
  { screen, cookie }: ReturnType<Screens['add']>,
  { request, reply, screens }: { request: FastifyRequest; reply: FastifyReply; screens: Screens }
): Promise<Screen> {
  if (request.screen) screens.end(request.screen.id, { successor: screen });
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

/** Sets the cookie of a kept screen again, since browsers store no cookie for ever. */
export function renewCookie(request: FastifyRequest, reply: FastifyReply, screen: Screen) {
  const cookie = readCookie(request.headers.cookie, schemeOf(request));
  if (screen.kept && cookie !== undefined) setCookie(request, reply, screen, cookie);
}

/** Removes the browser's cookie. */
export const dropCookie = (request: FastifyRequest, reply: FastifyReply) =>
  reply.header('set-cookie', cookieOf('', { ...schemeOf(request), maxAge: 0 }));

function setCookie(request: FastifyRequest, reply: FastifyReply, { kept }: Screen, cookie: string) {
  const maxAge = kept ? null : ABSOLUTE_TIMEOUT_MS;
  reply.header('set-cookie', cookieOf(cookie, { ...schemeOf(request), maxAge }));
}
