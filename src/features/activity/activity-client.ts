import * as v from 'valibot';
import type { ClientResult } from '$lib/state/connection/failure';
import type { ProxyClient } from '$lib/state/connection/proxy-client';
import { PROXY_TIMEOUT_MS } from '$lib/state/connection/proxy-request';
import { activitiesSchema, type Activity } from '#shared/household';
import { routes } from '#shared/wire';

type Proxy = Pick<ProxyClient, 'send'>;

/** Reads the household's activities, newest first. Fails with `limited-screen` if this screen does not manage it. */
export const readActivity = (
  proxy: Proxy,
  signal: AbortSignal
): Promise<ClientResult<{ activities: Activity[] }>> =>
  proxy.send({
    method: 'GET',
    path: routes.activity,
    schema: activitiesSchema,
    timeoutMs: PROXY_TIMEOUT_MS,
    signal
  });

/** Marks all activities up to a `seq` as seen on this screen. */
export const markActivitySeen = (proxy: Proxy, upTo: number): Promise<ClientResult<unknown>> =>
  proxy.send({
    method: 'POST',
    path: routes.activitySeen,
    body: { upTo },
    schema: v.unknown(),
    timeoutMs: PROXY_TIMEOUT_MS
  });
