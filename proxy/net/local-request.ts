import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** Timeout of a request to a server on this machine, in ms. */
const LOCAL_TIMEOUT_MS = 3_000;

/** An answer of a server on this machine. */
export interface LocalAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends GET to a Mantel on this machine, for health checks. Certificates are not verified, because nothing is sent and the answer is public.
 * @returns undefined if nothing answers in time
 */
export function requestLocally(url: string, timeoutMs = LOCAL_TIMEOUT_MS): Promise<LocalAnswer | undefined> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const receive = (response: IncomingMessage) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body }),
        () => resolve(undefined)
      );
    };
    const asking = url.startsWith('https:')
      ? requestHttps(url, { signal, agent: false, rejectUnauthorized: false }, receive)
      : requestHttp(url, { signal, agent: false }, receive);
    asking.on('error', () => resolve(undefined));
    asking.end();
  });
}
