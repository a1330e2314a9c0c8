import type { ClientResult } from '$lib/state/connection/failure';
import type { ProxyClient } from '$lib/state/connection/proxy-client';
import { PROXY_TIMEOUT_MS } from '$lib/state/connection/proxy-request';
import { routes, sessionSchema, type PairRequest, type Session } from '#shared/wire';

/** Signs this screen in by a pairing's code. */
export const pairBy = (proxy: Pick<ProxyClient, 'send'>, body: PairRequest): Promise<ClientResult<Session>> =>
  proxy.send({ method: 'POST', path: routes.pair, body, schema: sessionSchema, timeoutMs: PROXY_TIMEOUT_MS });
