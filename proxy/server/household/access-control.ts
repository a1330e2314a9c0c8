import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, succeed, type Failure } from '#shared/errors';
import { isRecord } from '#shared/home';
import { isFull } from '#shared/rights';
import type { RouteAccess } from '#shared/routes';
import { refuse } from '../http/errors';
import type { Hosts } from '../http/hosts';
import { Browser } from './browser';
import { checkOrigin, type ConnectionInfo, contextReader, type ReadContext } from './connection-info';
import type { Household } from './household';
import { PIN_NEEDED, SCREEN_LOCKED, type Screen } from './screens/screen';

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Omit<RouteAccess, 'access'>> {
    /** Who may call the route. A route without it is refused to all. */
    access?: RouteAccess['access'];
  }
  interface FastifyRequest {
    /** The screen that sent it: at the controller that it names, else the newest of its browser. Null if there is none. */
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

/** The routes that plain http answers off loopback: nothing of the home, and no page to type a password. */
const INSECURE_ROUTES: readonly string[] = [
  'GET /*',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /api/status'
];

/** The routes that anyone may call: only these may have `access: 'public'`. */
export const PUBLIC_ROUTES: readonly string[] = [
  ...INSECURE_ROUTES,
  'GET /api/controllers',
  'POST /api/controllers/search',
  'POST /api/sign-in',
  'POST /api/pair'
];

/** Pages of any origin may link here. All other routes accept requests of our own pages only. */
const PAGES = 'GET /*';

/** How long browsers remember to use https only, in seconds: a year. */
const HSTS_MAX_AGE_S = 31_536_000;

/** The controller that a request names: in its path, or by the query `home`. */
const namedController = ({ params, query }: FastifyRequest): string | undefined =>
  textOf(params, 'id') ?? textOf(query, 'home');

function textOf(record: unknown, key: string): string | undefined {
  const text = isRecord(record) ? record[key] : undefined;
  return typeof text === 'string' ? text : undefined;
}

const routeOf = (method: string, url: string | undefined) =>
  `${method === 'HEAD' ? 'GET' : method} ${url ?? ''}`;

/** Access control for HTTP and WebSocket. It runs before anything else reads a request. */
export class AccessControl {
  readonly #readContext: ReadContext;
  readonly #household: Household;
  readonly #hasHsts: boolean;
  readonly #guardedRoutes: string[] = [];

  /** @param hasHsts whether browsers are made to use https only (RFC 6797), if both name and certificate are the owner's */
  constructor(household: Household, hosts: Hosts, hasHsts = false) {
    this.#readContext = contextReader(hosts, household.trustedProxies);
    this.#household = household;
    this.#hasHsts = hasHsts;
  }

  /** Every route that it guards, as `GET /api/me`. */
  get guardedRoutes(): readonly string[] {
    return this.#guardedRoutes;
  }

  /** Guards every route that is added to `app` from now on. Throws if a public route is not on the list, or one for a grant names no controller. */
  guard(app: FastifyInstance) {
    app.decorateRequest('screen', null);
    app.decorateRequest('browser', null);
    app.decorateRequest('connectionInfo', null);
    app.addHook('onRoute', ({ method, url, config }) => {
      const routes = [method].flat().map((each) => routeOf(each, url));
      this.#guardedRoutes.push(...routes);
      if (config?.access === 'public' && !routes.every((route) => PUBLIC_ROUTES.includes(route)))
        throw new Error(`${routes.join(', ')} is declared public, but is not in PUBLIC_ROUTES.`);
      if (config?.access === 'grant' && !url.includes('/:id/'))
        throw new Error(`${routes.join(', ')} needs a grant, but names no controller.`);
    });
    app.addHook('onRequest', (request, reply, done) => {
      const refused = this.#refuse(request);
      // Programs disagree about a request without exactly one host: no further request on its connection is answered.
      if (refused?.code === 'bad-request') reply.header('connection', 'close');
      if (this.#hasHsts && request.connectionInfo?.isByPublicName)
        reply.header('strict-transport-security', `max-age=${HSTS_MAX_AGE_S}`);
      if (refused) refuse(reply, refused);
      else done();
    });
    // The screen may have been ended or limited while the body arrived.
    app.addHook('preHandler', (request, reply, done) => {
      const refused = this.#refuseNow(request);
      if (refused) refuse(reply, refused);
      else done();
    });
  }

  /**
   * Authenticates an upgrade to a WebSocket by host, origin and cookies, like a request.
   * @returns the screen at the controller, undefined if there is none, and all screens of its browser, at least one
   */
  admitUpgrade(request: IncomingMessage, controller: string) {
    if (request.httpVersion !== '1.1') return fail('bad-request', 'An upgrade needs HTTP/1.1.');
    const context = this.#readContext(request);
    if (!context.ok) return context;
    const { connectionInfo, cookies } = context.value;
    if (!connectionInfo.secure) return fail('insecure-origin', 'Data needs https.');
    const origin = checkOrigin(request, connectionInfo, true);
    if (!origin.ok) return origin;
    const browser = new Browser(cookies, this.#household.screens);
    const all = browser.screens;
    if (all.length === 0) return fail('not-signed-in', 'Sign in first.');
    const screen = browser.at(controller);
    const admitted = screen && this.#household.screens.admit(screen.id);
    return admitted?.ok === false ? admitted : succeed({ screen, all });
  }

  #refuse(request: FastifyRequest): Failure | undefined {
    const context = this.#readContext(request.raw);
    if (!context.ok) return context.error;
    const { connectionInfo, cookies } = context.value;
    request.connectionInfo = connectionInfo;
    if (request.is404) return undefined;

    const route = routeOf(request.method, request.routeOptions.url);
    if (!connectionInfo.secure && !INSECURE_ROUTES.includes(route))
      return { code: 'insecure-origin', message: 'Sign-in and data need https.' };
    if (route === PAGES) return undefined;
    const origin = checkOrigin(request.raw, connectionInfo);
    if (!origin.ok) return origin.error;

    const browser = new Browser(cookies, this.#household.screens);
    request.browser = browser;
    const named = namedController(request);
    request.screen = (named === undefined ? browser.screens.at(-1) : browser.at(named)) ?? null;
    const refused = this.#refuseAccess(request);
    const reason = refused?.code === 'not-signed-in' && browser.endReasonAt(named);
    return refused && reason ? { ...refused, detail: { reason } } : refused;
  }

  #refuseNow(request: FastifyRequest): Failure | undefined {
    if (request.screen === null) return undefined;
    request.screen = this.#household.screens.current(request.screen.id) ?? null;
    return this.#refuseAccess(request);
  }

  #refuseAccess({ screen, browser, routeOptions }: FastifyRequest): Failure | undefined {
    const { access, enforcesRights, admitsLocked, withoutPin } = routeOptions.config;
    // Whoever finds a tablet must not sign it in elsewhere, at whichever of its homes the PIN was set.
    const needsPin =
      withoutPin !== true && browser?.screens.some((each) => this.#household.pins.isLocked(each));
    if (access === 'public') return needsPin ? PIN_NEEDED.error : undefined;
    if (screen === null) return { code: 'not-signed-in', message: 'Sign in first.' };
    if (screen.locked && admitsLocked !== true) return SCREEN_LOCKED.error;
    if (access === undefined) return { code: 'forbidden', message: 'This route has no access rule.' };
    if (needsPin) return PIN_NEEDED.error;
    if (enforcesRights === true || isFull(screen.rights)) return undefined;
    return { code: 'limited-screen', message: 'Only a screen of all rights may do that.' };
  }
}
