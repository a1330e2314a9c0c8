import * as v from 'valibot';
import { forwardPath, routeOf, type AnswerOf, type BodyOf, type RouteName } from '#shared/routes';
import { CONTROLLER_TIMEOUT_MS, PROXY_TIMEOUT_MS, type ProxyRequest } from './proxy-request';

export { ask } from './proxy-request';

/** The routes that do not answer within `PROXY_TIMEOUT_MS`, in ms. `GET /api/me` also checks whether the proxy answers. */
const TIMEOUTS: Partial<Record<RouteName, number>> = {
  'GET /api/me': 3000,
  'POST /api/sign-in': CONTROLLER_TIMEOUT_MS,
  'POST /api/controllers/:id/password': CONTROLLER_TIMEOUT_MS,
  'POST /api/controllers/:id/pin/forgotten': CONTROLLER_TIMEOUT_MS,
  'POST /api/controllers/:id/move': CONTROLLER_TIMEOUT_MS,
  'POST /api/controllers/:id/messages/drill': CONTROLLER_TIMEOUT_MS
};

/** The routes whose refusal says nothing about the session of this screen. */
const ENDING_NO_SESSION: readonly RouteName[] = ['POST /api/sign-in', 'POST /api/controllers/:id/sign-out'];

/** The routes without a home in their path that are told which one asks. */
const NAMING_HOME: readonly RouteName[] = [
  'GET /api/me',
  'GET /api/controllers',
  'POST /api/controllers/search',
  'POST /api/sign-in',
  'POST /api/pair'
];

/** What a call adds to its route. */
export interface Call<Name extends RouteName> extends Partial<
  Pick<ProxyRequest<unknown>, 'headers' | 'signal' | 'timeoutMs'>
> {
  /** The id of the home that it is about. */
  readonly home?: string | undefined;
  /** The further id in the route's path; several in their order. */
  readonly at?: string | readonly string[];
  /** The query, as `?letIn=true`. */
  readonly query?: string;
  readonly body?: BodyOf<Name>;
}

/** The request of a route of the table. */
export function requestTo<Name extends RouteName>(
  name: Name,
  { home, at = [], query = '', ...more }: Call<Name> = {}
): ProxyRequest<AnswerOf<Name>> {
  const isOfHome = name.includes('/:id/');
  const { method, path, answer } = routeOf(name, ...(isOfHome ? [home ?? ''] : []), ...[at].flat());
  const asking = !isOfHome && home !== undefined && NAMING_HOME.includes(name) ? `?home=${home}` : query;
  return {
    method,
    path: path + asking,
    schema: answer,
    timeoutMs: TIMEOUTS[name] ?? PROXY_TIMEOUT_MS,
    ...(ENDING_NO_SESSION.includes(name) && { endsNoSession: true }),
    ...more
  };
}

/** The request of a resource that the proxy forwards, such as `/devices/21/parameter-history?limit=100`. Its answer is read elsewhere. */
export const forwarded = (controller: string, path: string, signal?: AbortSignal): ProxyRequest<unknown> => ({
  method: 'GET',
  path: forwardPath(controller, path),
  schema: v.unknown(),
  signal,
  timeoutMs: CONTROLLER_TIMEOUT_MS
});
