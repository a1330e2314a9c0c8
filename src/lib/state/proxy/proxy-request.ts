import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import type { ErrorCode } from '#shared/error-codes';
import { fail, succeed } from '#shared/errors';
import { decodeRefusal } from '#shared/wire';
import type { ClientResult } from './failure';

/** Timeout in ms of requests that the proxy answers itself. */
export const PROXY_TIMEOUT_MS = 8000;
/** Timeout in ms of requests that wait for the controller: the proxy's own 10 s plus transit time. */
export const CONTROLLER_TIMEOUT_MS = 15_000;

/** What a request depends on. */
export interface Network {
  readonly clock: Clock;
  fetch(path: string, init: RequestInit): Promise<Response>;
}

/** A request to the proxy, and the schema of its response. */
export interface ProxyRequest<T> {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly schema: v.GenericSchema<unknown, T>;
  /** Timeout in ms for the whole response. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** True if a refusal says nothing about the session of this screen. */
  readonly endsNoSession?: true;
}

/**
 * Sends a request once and decodes its response. The failure is `offline` if none arrived (network error, timeout or
 * abort), `unknown` if it is not a response of our proxy, and otherwise the proxy's own error.
 */
export async function ask<T>(network: Network, request: ProxyRequest<T>): Promise<ClientResult<T>> {
  const abort = new AbortController();
  const giveUp = () => {
    abort.abort();
  };
  const stopTimer = network.clock.after(request.timeoutMs, giveUp);
  request.signal?.addEventListener('abort', giveUp);
  if (request.signal?.aborted) giveUp();
  try {
    const response = await network.fetch(request.path, { ...initOf(request), signal: abort.signal });
    return read(response, await response.text(), request.schema);
  } catch (cause) {
    return fail('offline', `no answer to ${request.method} ${request.path}`, String(cause));
  } finally {
    stopTimer();
    request.signal?.removeEventListener('abort', giveUp);
  }
}

/**
 * Requests with a body send JSON, as the proxy requires for unsafe methods. A redirect is an error, since the proxy
 * sends none.
 */
function initOf({ method, body, headers = {} }: ProxyRequest<unknown>): RequestInit {
  const common = {
    method,
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'error',
    headers
  } as const;
  if (method === 'GET' || method === 'DELETE') return common;
  return {
    ...common,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {})
  };
}

function read<T>(response: Response, text: string, schema: v.GenericSchema<unknown, T>): ClientResult<T> {
  const json = parse(text);
  if (!response.ok) {
    const refusal = decodeRefusal(json);
    return refusal
      ? {
          ok: false,
          error: { ...refusal, ...(isAbsence(refusal.code, response.status) && { isAbsent: true }) }
        }
      : fail('unknown', `HTTP ${response.status} without an error of the proxy`, response.status);
  }
  const result = v.safeParse(schema, json);
  return result.success
    ? succeed(result.output)
    : fail('unknown', 'the response does not match its schema', response.status);
}

/** A 404 or 501 of the controller itself: it does not have the requested resource. */
const isAbsence = (code: ErrorCode, status: number): boolean =>
  (code === 'controller-refused' || code === 'controller-malformed') && (status === 404 || status === 501);

function parse(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return json;
  } catch {
    return undefined;
  }
}
