import type { ProxyClient } from '$lib/state/connection/proxy-client';
import { CONTROLLER_TIMEOUT_MS, PROXY_TIMEOUT_MS } from '$lib/state/connection/proxy-request';
import type { ClientResult } from '$lib/state/connection/failure';
import { movedSchema, moveQuestionSchema, type MoveQuestion } from '#shared/household';
import { routes, type MoveRequest } from '#shared/wire';
import type { InferOutput } from 'valibot';

type Proxy = Pick<ProxyClient, 'send'>;

/** Asks whether there is a box of which only people can say whether it is this lost controller. */
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

/** Says where a controller is now. The proxy reads the home there before it believes it. */
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
