import * as v from 'valibot';
import type { Device } from '#shared/home';
import { decodeDevice } from '#shared/home-schema';
import type { Layout } from '#shared/layout';
import {
  routes,
  sessionSchema,
  statusSchema,
  type Session,
  type SignInRequest,
  type Status
} from '#shared/wire';
import { CONTROLLER_TIMEOUT_MS, PROXY_TIMEOUT_MS, type ProxyRequest } from './proxy-request';

export { ask } from './proxy-request';

/** Timeout in ms of a check whether the proxy answers. */
const PROBE_TIMEOUT_MS = 3000;

const anything = v.unknown();
const deviceSchema = v.pipe(
  anything,
  v.transform(decodeDevice),
  v.custom<Device>((device) => device !== null)
);

const get = <T>(
  path: string,
  schema: ProxyRequest<T>['schema'],
  { signal, timeoutMs = PROXY_TIMEOUT_MS }: Partial<Pick<ProxyRequest<T>, 'signal' | 'timeoutMs'>> = {}
): ProxyRequest<T> => ({ method: 'GET', path, schema, timeoutMs, signal });

/**
 * The requests that several pages send, or the first one. Loaded before the first request, together with the schemas and
 * the function that sends them.
 */
export const proxyRoutes = {
  status: (signal?: AbortSignal): ProxyRequest<Status> => get(routes.status, statusSchema, { signal }),

  /** This screen's session. It is also the fastest way to check whether the proxy answers. */
  me: (): ProxyRequest<Session> => get(routes.me, sessionSchema, { timeoutMs: PROBE_TIMEOUT_MS }),

  signIn: (body: SignInRequest, headers?: ProxyRequest<Session>['headers']): ProxyRequest<Session> => ({
    ...{ method: 'POST', path: routes.signIn, body, headers, schema: sessionSchema },
    timeoutMs: CONTROLLER_TIMEOUT_MS,
    endsNoSession: true
  }),

  /** Revokes the cookie. */
  signOut: (): ProxyRequest<unknown> => ({
    ...{ method: 'POST', path: routes.signOut, schema: anything, timeoutMs: PROXY_TIMEOUT_MS },
    endsNoSession: true
  }),

  /** Replaces the user's layout. */
  putLayout: (controller: string, body: Layout): ProxyRequest<unknown> => ({
    ...{ method: 'PUT', path: routes.layout(controller), body, schema: anything },
    timeoutMs: PROXY_TIMEOUT_MS
  }),

  /** Any resource that the proxy forwards, such as `/devices/21/parameter-history?limit=100`. */
  read: (controller: string, path: string, signal?: AbortSignal): ProxyRequest<unknown> =>
    get(routes.forward(controller, path), anything, { signal, timeoutMs: CONTROLLER_TIMEOUT_MS }),

  device: (controller: string, id: number): ProxyRequest<Device> =>
    get(routes.forward(controller, `/devices/${id}`), deviceSchema, { timeoutMs: CONTROLLER_TIMEOUT_MS })
};
