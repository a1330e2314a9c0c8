import type { ProxyClient } from '$lib/state/connection/proxy-client';
import { CONTROLLER_TIMEOUT_MS, PROXY_TIMEOUT_MS } from '$lib/state/connection/proxy-request';
import type { ClientResult } from '$lib/state/connection/failure';
import { movedSchema, moveQuestionSchema, type MoveQuestion } from '#shared/household';
import { routes, type MoveRequest } from '#shared/wire';
import type { InferOutput } from 'valibot';

type Proxy = Pick<ProxyClient, 'send'>;

/** Reads whether there is a host that may be this lost controller, for the user to confirm. */
export const askMove = (
  proxy: Proxy,
  controller: string,
  signal: AbortSignal
): Promise<ClientResult<MoveQuestion>> =>
  proxy.send({
    method: 'GET',
    path: routes.move(controller),
    schema: moveQuestionSchema,
    timeoutMs: PROXY_TIMEOUT_MS,
    signal
  });

/** Sends a controller's new address. The proxy verifies it by reading the home there. */
export const sendMove = (
  proxy: Proxy,
  controller: string,
  body: MoveRequest
): Promise<ClientResult<InferOutput<typeof movedSchema>>> =>
  proxy.send({
    method: 'POST',
    path: routes.move(controller),
    body,
    schema: movedSchema,
    timeoutMs: CONTROLLER_TIMEOUT_MS
  });
