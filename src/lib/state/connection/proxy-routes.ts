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
import { ask, CONTROLLER_TIMEOUT_MS, PROXY_TIMEOUT_MS, type ProxyRequest } from './proxy-request';

/** Timeout in ms of a check whether the proxy answers. */
const PROBE_TIMEOUT_MS = 3000;

const anything = v.unknown();
const deviceSchema = v.pipe(
  anything,
  v.transform(decodeDevice),
  v.custom<Device>((device) => device !== null)
);

/**
 * The proxy's routes as requests, and the function that sends them. Loaded before the first request, together with the
 * schemas.
 */
export const proxyRoutes = {
  ask,

  status: (signal?: AbortSignal): ProxyRequest<Status> => ({
    method: 'GET',
    path: routes.status,
    schema: statusSchema,
    timeoutMs: PROXY_TIMEOUT_MS,
    signal
  }),

  signIn: (body: SignInRequest, headers?: ProxyRequest<Session>['headers']): ProxyRequest<Session> => ({
    method: 'POST',
    path: routes.signIn,
    body,
    headers,
    schema: sessionSchema,
    timeoutMs: CONTROLLER_TIMEOUT_MS
  }),

  signOut: (): ProxyRequest<unknown> => ({
    method: 'POST',
    path: routes.signOut,
    schema: anything,
    timeoutMs: PROXY_TIMEOUT_MS
  }),

  me: (signal?: AbortSignal): ProxyRequest<Session> => ({
    method: 'GET',
    path: routes.me,
    schema: sessionSchema,
    timeoutMs: PROBE_TIMEOUT_MS,
    signal
  }),

  putLayout: (controller: string, layout: Layout): ProxyRequest<unknown> => ({
    method: 'PUT',
    path: routes.layout(controller),
    body: layout,
    schema: anything,
    timeoutMs: PROXY_TIMEOUT_MS
  }),

  read: (controller: string, path: string, signal?: AbortSignal): ProxyRequest<unknown> => ({
    method: 'GET',
    path: routes.forward(controller, path),
    schema: anything,
    timeoutMs: CONTROLLER_TIMEOUT_MS,
    signal
  }),

  device: (controller: string, id: number, signal?: AbortSignal): ProxyRequest<Device> => ({
    method: 'GET',
    path: routes.forward(controller, `/devices/${id}`),
    schema: deviceSchema,
    timeoutMs: CONTROLLER_TIMEOUT_MS,
    signal
  })
};
