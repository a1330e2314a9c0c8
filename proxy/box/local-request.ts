import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

/** Timeout of a request to a server on this machine, in ms. */
const LOCAL_TIMEOUT_MS = 3_000;

/**
 * Sends GET to a Mantel on this machine, for health checks. Certificates are not verified, because nothing is sent and the answer is public.
 * @returns undefined if nothing answers in time
 */
export function requestLocally(
  url: string
): Promise<{ readonly status: number; readonly body: string } | undefined> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(undefined);
    const options = { signal: AbortSignal.timeout(LOCAL_TIMEOUT_MS), agent: false as const };
    const receive = (response: http.IncomingMessage) =>
      void text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), giveUp);
    const asking = url.startsWith('https:')
      ? https.get(url, { ...options, rejectUnauthorized: false }, receive)
      : http.get(url, options, receive);
    asking.on('error', giveUp);
  });
}
