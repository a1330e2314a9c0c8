import { once } from 'node:events';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { systemClock, type Clock } from '#shared/clock';
import type { Admission } from '../auth/admission';
import type { ErrorName } from '../errors';
import { inProcessConnection } from '../in-process';
import { readBody } from './body';
import { refuse, type Reply } from './reply';
import { findRoute, type Route } from './router';

/** Prefix of every path. It contains the API version (document 1, 9) [D]. */
export const BASE_PATH = '/api/v2';

/** The HTTP server: authenticates requests, routes them, and sends every error with the body of the document. */
export class HttpServer {
  readonly #admission: Admission;
  readonly #routes: readonly Route[];
  readonly #reportBug: (bug: unknown) => void;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #counts = new Map<string, number>();
  /** Its ends of the connections inside the process. */
  readonly #inProcess = new Set<Socket>();
  #server: Server | undefined;

  /**
   * @param reportBug gets exceptions of routes; clients see only an internal error
   * @param clock of the header `Date`
   */
  constructor(
    admission: Admission,
    routes: readonly Route[],
    reportBug: (bug: unknown) => void,
    clock: Pick<Clock, 'now'> = systemClock
  ) {
    this.#clock = clock;
    this.#admission = admission;
    this.#routes = routes;
    this.#reportBug = reportBug;
  }

  /** Number of requests by method and path pattern (`GET /devices/:id`). Requests without a route count as `other`. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** Listens; port 0 picks a free one. @returns the port. */
  async start(host: string, port: number): Promise<number> {
    const server = this.#create();
    server.maxConnections = 512;
    const listening = once(server, 'listening');
    server.listen(port, host);
    await listening;
    this.#server = server;
    return portOf(server.address());
  }

  /** Starts without a port: only `connect` reaches it. */
  startInProcess(): void {
    this.#server = this.#create();
  }

  /** Connects to it inside the process. Returns the client's end; null if it is stopped. */
  connect(): Socket | null {
    if (this.#server === undefined) return null;
    const [client, served] = inProcessConnection();
    this.#inProcess.add(served);
    served.once('close', () => this.#inProcess.delete(served));
    this.#server.emit('connection', served);
    return client;
  }

  /** Closes every connection. It goes on listening. */
  disconnectAll(): void {
    this.#server?.closeAllConnections();
    for (const socket of this.#inProcess) socket.destroy();
  }

  #create(): Server {
    const server = createServer(
      {
        maxHeaderSize: 8 * 1024,
        headersTimeout: 5000,
        requestTimeout: 15_000,
        connectionsCheckingInterval: 1000,
        keepAliveTimeout: 30_000
      },
      (request, response) => void this.#answer(request, response)
    );
    server.on('clientError', refuseUnreadable);
    return server;
  }

  /** Stops listening and closes every connection. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    this.disconnectAll();
    this.#server = undefined;
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    let reply: Reply;
    try {
      reply = await this.#reply(request, gone.signal);
    } catch (bug) {
      this.#reportBug(bug);
      reply = refuse('internal');
    }
    if (gone.signal.aborted) return;
    response.setHeader('Date', new Date(this.#clock.now()).toUTCString());
    send(request, response, reply);
  }

  async #reply(request: IncomingMessage, signal: AbortSignal): Promise<Reply> {
    const target = readTarget(request.url);
    if (target === null) return refuse('badTarget');
    const method = request.method ?? '';
    const match = findRoute(this.#routes, method, target.path);
    this.#count(match.route === null ? 'other' : `${method} ${match.route.path}`);

    // The body is read even for a refused request: a client that is still sending would not read the error.
    const body = await readBody(request);
    const { authorization } = request.headers;
    const refusal = match.route?.isOpen ? undefined : await this.#admission.refusalOf(authorization);
    if (refusal !== undefined) return refuse(refusal);
    if (match.route === null) return refuseUnrouted(match.allowed, method);

    if (!body.ok) return refuse(body.error);
    return match.route.handle({
      id: match.id,
      query: target.query,
      body: body.value,
      authorization,
      signal
    });
  }

  #count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
}

function refuseUnrouted(allowed: readonly string[], method: string): Reply {
  if (allowed.length === 0) return refuse('noSuchPath');
  return { ...refuse('methodNotAllowed', { method }), headers: { Allow: allowed.join(', ') } };
}

/** The path below the base path, and the query; null if the target is not a path. Nothing is decoded or resolved. */
function readTarget(url = ''): { readonly path: string; readonly query: URLSearchParams } | null {
  const [, path, query] = /^(\/[^?#]*)(?:\?([^#]*))?$/.exec(url) ?? [];
  if (path === undefined) return null;
  const isBelow = path.startsWith(`${BASE_PATH}/`);
  return { path: isBelow ? path.slice(BASE_PATH.length) : '', query: new URLSearchParams(query ?? '') };
}

function send(request: IncomingMessage, response: ServerResponse, { status, body, headers }: Reply): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...headers,
    ...(request.complete ? {} : { Connection: 'close' })
  });
  response.end(bytes);
}

/** Errors by the code of the HTTP parser. Any other code is a malformed request. */
const PARSER_ERRORS: ReadonlyMap<string | undefined, ErrorName> = new Map<string, ErrorName>([
  ['HPE_HEADER_OVERFLOW', 'headersTooLarge'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'tooSlow']
]);

/** Writes the response to an unparsable request directly to the socket, and closes the connection. */
function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const { status, body } = refuse(PARSER_ERRORS.get(code) ?? 'malformedRequest');
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close'
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
  return address.port;
}
