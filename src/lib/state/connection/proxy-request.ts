import * as v from 'valibot';
import { fail, succeed, type ErrorCode } from '#shared/errors';
import { decodeRefusal } from '#shared/wire';
import type { Clock } from '#shared/clock';
import type { ClientResult } from './failure';

/** Milliseconds for what the proxy answers by itself. */
export const PROXY_TIMEOUT_MS = 8000;
/** Milliseconds for what waits for the controller: the proxy's own 10 s, and the way. */
export const CONTROLLER_TIMEOUT_MS = 15_000;

/** What a request needs of the world. */
export interface Network {
  readonly clock: Clock;
  fetch(path: string, init: RequestInit): Promise<Response>;
}

/** A request to our proxy, and how its answer reads. */
export interface ProxyRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly schema: v.GenericSchema<unknown, T>;
  /** Milliseconds until the whole answer must be here. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request once and reads its answer. `offline` where none came: the network failed, time ran out, or the caller gave up;
 * `unknown` where something answered that does not speak as our proxy does; else the proxy's own refusal.
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

/** Unsafe methods always bear JSON: the proxy takes nothing else. A redirect is never our proxy's. */
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
      : fail('unknown', `answered ${response.status} in no words of ours`, response.status);
  }
  const result = v.safeParse(schema, json);
  return result.success
    ? succeed(result.output)
    : fail('unknown', 'answered in no words of ours', response.status);
}

/** A 404 or 501 of the controller's own, whatever the words with it: it lacks what it was asked for. */
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
