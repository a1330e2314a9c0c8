import type { Session } from '#shared/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownController } from '../../controllers/known';
import { cookieOf, noCookie, readCookie } from '../cookies';
import { ABSOLUTE_TIMEOUT_MS } from './lifetime';
import type { Screen } from './screen';
import type { Screens } from './screens';

const schemeOf = ({ connectionInfo }: FastifyRequest) => ({ https: connectionInfo?.https === true });

/** Who a screen is, as the wire tells it. */
export const sessionOf = (
  { id, name, address }: KnownController,
  { user, rights, locked, ...screen }: Screen
): Session => ({
  controller: { id, name, address },
  user,
  screen: { id: screen.id, name: screen.name },
  rights,
  locked
});

/**
 * The browser that asks becomes a screen that was added, in the place of the one that it was: the answer bears its cookie. It lies on
 * the disk when this resolves.
 */
export async function openSession(
  { screen, cookie }: ReturnType<Screens['add']>,
  { request, reply, screens }: { request: FastifyRequest; reply: FastifyReply; screens: Screens }
): Promise<Screen> {
  if (request.screen) screens.end(request.screen.id, screen);
  await screens.saved();
  setCookie(request, reply, screen, cookie);
  return screen;
}

/** A kept screen's cookie is set anew, for browsers keep none for ever. */
export function renewCookie(request: FastifyRequest, reply: FastifyReply, screen: Screen) {
  const cookie = readCookie(request.headers.cookie, schemeOf(request));
  if (screen.kept && cookie !== undefined) setCookie(request, reply, screen, cookie);
}

/** Takes the browser's cookie away. */
export const dropCookie = (request: FastifyRequest, reply: FastifyReply) =>
  reply.header('set-cookie', noCookie(schemeOf(request)));

function setCookie(request: FastifyRequest, reply: FastifyReply, { kept }: Screen, cookie: string) {
  const maxAge = kept ? null : ABSOLUTE_TIMEOUT_MS;
  reply.header('set-cookie', cookieOf(cookie, { ...schemeOf(request), maxAge }));
}
