import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { listening } from '../../support/listening';

/** A request that a real server on loopback received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** A response: a status and a raw body; `null` never answers. */
export type Answer = { readonly status: number; readonly body: string } | null;

/** JSON with a status. */
export const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) });

/** An error response of the proxy. */
export const refusal = (status: number, code: string): Answer =>
  json(status, { error: { code, message: code } });

/** A real HTTP server with chosen responses, in place of the browser's own origin. */
export async function serveHttp(answer: (received: ReceivedRequest) => Answer) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const entry = {
        method: request.method ?? '',
        path: request.url ?? '',
        contentType: request.headers['content-type'],
        body
      };
      received.push(entry);
      const given = answer(entry);
      if (given) response.writeHead(given.status, { 'Content-Type': 'application/json' }).end(given.body);
    });
  });
  const origin = `http://127.0.0.1:${await listening(server)}`;
  onTestFinished(() => server.closeAllConnections());
  return { received, fetch: (path: string, init: RequestInit) => fetch(origin + path, init) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
