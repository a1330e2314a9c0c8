import type { FastifyRequest } from 'fastify';
import type { RouteAccess } from '#shared/routes';
import { SETUP_CODE_HEADER } from '#shared/wire';
import type { Browser } from './browser';
import type { ConnectionInfo } from './connection-info';
import type { Screen } from './screens/screen';

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Omit<RouteAccess, 'access'>> {
    /** Who may call the route. A route without it is refused to all. */
    access?: RouteAccess['access'];
  }
  interface FastifyRequest {
    /** The screen that sent it: at the home that the route names. Null if there is none, and in a route that names none. */
    screen: Screen | null;
    /** The browser of that screen, with its screens at other controllers; null only before access control has read it. */
    browser: Browser | null;
    /** The connection info of the request; null only before access control has read it. */
    connectionInfo: ConnectionInfo | null;
  }
}

/** The screen that sent a request, in a route that admits only screens. */
export function screenOf({ screen, url }: FastifyRequest): Screen {
  if (screen === null) throw new Error(`${url} admits requests without a screen.`);
  return screen;
}

/** The browser that sent a request. */
export function browserOf({ browser, url }: FastifyRequest): Browser {
  if (browser === null) throw new Error(`${url} was not read by access control.`);
  return browser;
}

/** The setup code or recovery code of a request; undefined if it has none. */
export const codeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  [headers[SETUP_CODE_HEADER]].flat()[0];
