import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, succeed, type Failure } from '#shared/errors';
import { isRecord } from '#shared/home';
import { isFull } from '#shared/rights';
import { refuse } from '../http/errors';
import type { Hosts } from '../http/hosts';
import { Browser } from './browser';
import { checkOrigin, contextReader, type ReadContext } from './connection-info';
import type { Household } from './household';
import { codeOf } from './requests';
import { NOT_MANAGING, PIN_NEEDED, SCREEN_LOCKED } from './screens/screen';

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

/** The one route of a home that names it by the query `home`. Without it, it answers about the newest home of the browser. */
const OWN_SESSION = 'GET /api/me';

/** The controller that a request names. */
const namedController = ({ params, query }: FastifyRequest, route: string): string | undefined =>
  textOf(params, 'id') ?? (route === OWN_SESSION ? textOf(query, 'home') : undefined);

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

  /** Guards every route that is added to `app` from now on. Throws if a public route is not on the list, or another one names no home. */
  guard(app: FastifyInstance) {
    app.decorateRequest('screen', null);
    app.decorateRequest('browser', null);
    app.decorateRequest('connectionInfo', null);
    app.addHook('onRoute', ({ method, url, config }) => {
      const routes = [method].flat().map((each) => routeOf(each, url));
      this.#guardedRoutes.push(...routes);
      if (config?.access === 'public' && !routes.every((route) => PUBLIC_ROUTES.includes(route)))
        throw new Error(`${routes.join(', ')} is declared public, but is not in PUBLIC_ROUTES.`);
      const isOfHome = config?.access === 'home' || config?.access === 'box';
      if (isOfHome && !url.includes('/:id/') && !routes.every((route) => route === OWN_SESSION))
        throw new Error(`${routes.join(', ')} is of a home, but names none.`);
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
    const named = namedController(request, route);
    if (named !== undefined) request.screen = browser.at(named) ?? null;
    else if (route === OWN_SESSION) request.screen = browser.screens.at(-1) ?? null;
    const refused = this.#refuseAccess(request);
    const reason = refused?.code === 'not-signed-in' && browser.endReasonAt(named);
    return refused && reason ? { ...refused, detail: { reason } } : refused;
  }

  #refuseNow(request: FastifyRequest): Failure | undefined {
    if (request.screen === null) return undefined;
    request.screen = this.#household.screens.current(request.screen.id) ?? null;
    return this.#refuseAccess(request);
  }

  #refuseAccess(request: FastifyRequest): Failure | undefined {
    const { screen, browser } = request;
    const { access, manages, orCode, enforcesRights, admitsLocked, whileLeaving, withoutPin } =
      request.routeOptions.config;
    const { gate, pins } = this.#household;
    // Whoever finds a tablet must not sign it in elsewhere, at whichever of its homes the PIN was set.
    const needsPin = withoutPin !== true && browser?.screens.some((each) => pins.isLocked(each));
    // The route checks the code, which stands in for a screen.
    if (access === 'public' || (orCode === true && codeOf(request) !== undefined))
      return needsPin ? PIN_NEEDED.error : undefined;
    if (access === undefined) return { code: 'forbidden', message: 'This route has no access rule.' };
    if (screen === null) return { code: 'not-signed-in', message: 'Sign in first.' };
    const isAdmitted = admitsLocked === true || (whileLeaving === true && gate.decidesEnd(screen));
    if (screen.locked && !isAdmitted) return SCREEN_LOCKED.error;
    if (needsPin) return PIN_NEEDED.error;
    const needsManaging = manages === true || access === 'box';
    if (needsManaging && !(orCode === true ? gate.decidesEnd(screen) : gate.manages(screen)))
      return NOT_MANAGING.error;
    if (enforcesRights === true || isFull(screen.rights)) return undefined;
    return { code: 'limited-screen', message: 'Only a screen of all rights may do that.' };
  }
}
