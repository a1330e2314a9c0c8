import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from './ports';

/** A received request. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, after `/api/v2`. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The controller's reaction to a request. */
export type Behaviour = (response: ServerResponse, seen: ReceivedRequest) => void;

/** A JSON answer. */
export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

/** Bytes as the body of a 200 with the type JSON. */
export const body =
  (bytes: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(bytes);
  };

/** Raw bytes on the socket, then its end, or silence. */
export const raw =
  (bytes: string | Buffer, then: 'end' | 'cut' | 'silence' = 'end'): Behaviour =>
  ({ socket }) => {
    socket?.write(bytes, () => {
      if (then === 'end') socket.end();
      if (then === 'cut') socket.resetAndDestroy();
    });
  };

/** Accepts the request and never answers. */
export const silence: Behaviour = () => undefined;

/** Accepts the request and resets the connection. */
export const cut: Behaviour = ({ socket }) => void socket?.resetAndDestroy();

/** The error body of the document. */
export const refusal = (status: number, errorMessage = 'No.', errorCode = 7) =>
  json({ errorMessage, errorCode }, status);

/** An event of a poll: these values of a device changed. */
export const deviceChanged = (device_id: number, params: Readonly<Record<string, unknown>>) => ({
  type: 'DeviceChanged',
  device_id,
  params: Object.entries(params).map(([name, new_value]) => ({ name, new_value }))
});

const device = (id: number) => ({
  id,
  name: `Lamp ${id}`,
  room_id: 1,
  type: 'DevDimmer',
  interfaces: ['SwitchBinary', 'SwitchMultilevel'],
  params: { Status: false, Level: 0 }
});

/** The first position of its events, in the answer to a first poll. */
const FIRST_POSITION = 1;

/**
 * The default behaviour: a small home, and a poll that returns its position at once and then waits for
 * `tell`.
 */
const DEFAULT_BEHAVIOURS: Record<string, Behaviour> = {
  'POST /auth/login': json({ token: 'access-1', refresh_token: 'refresh-1' }),
  'GET /info': json({ id: 'box-1', name: 'Box' }),
  'GET /sections': json([{ id: 1, name: 'Ground' }]),
  'GET /rooms': json([{ id: 1, name: 'Hall', section_id: 1 }]),
  'GET /devices': json([device(1), device(2)]),
  'GET /devices/1': json(device(1))
};

/** A controller with chosen behaviour, which records all requests. It listens on `ownPort` of `ownHost`, or on a free port. */
export async function startMisbehaving(
  behaviours: Record<string, Behaviour> = {},
  ownPort?: number,
  ownHost = '127.0.0.1'
) {
  const current = new Map(Object.entries({ ...DEFAULT_BEHAVIOURS, ...behaviours }));
  const seen: ReceivedRequest[] = [];
  const polls: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = (request.url ?? '').replace('/api/v2', '');
      const received = {
        method: request.method ?? '',
        url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString()
      };
      seen.push(received);
      const route = `${received.method} ${url.split('?')[0] ?? ''}`;
      const behave = current.get(route) ?? (route === 'GET /poll' ? wait : refusal(404, 'Not found.'));
      behave(response, received);
      server.emit('seen');
    });
    request.on('error', () => undefined);
  });
  // A test may wait for many requests at once.
  server.setMaxListeners(0);
  const wait: Behaviour = (response, request) => {
    if (request.url === '/poll?last=0') {
      json({ events: [], last: FIRST_POSITION })(response, request);
      return;
    }
    polls.push(response);
    response.on('close', () => {
      if (polls.includes(response)) polls.splice(polls.indexOf(response), 1);
    });
  };
  const listen = async (port: number, host = ownHost) => {
    server.listen(port, host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(ownPort ?? (await freePort()));
  /** Resolves once a poll waits. */
  const pollWaits = async () => {
    while (polls.length === 0) await once(server, 'seen');
  };
  const matching = (route: string) => seen.filter(({ method, url }) => `${method} ${url}`.startsWith(route));

  return {
    port,
    seen,
    /** Sets the behaviour of `GET /path`, with any query. */
    on: (route: string, behave: Behaviour) => void current.set(route, behave),
    /** Restores the default behaviour. */
    behave: (route: string) => {
      const good = DEFAULT_BEHAVIOURS[route];
      if (good) current.set(route, good);
      else current.delete(route);
    },
    /** The number of requests with this prefix. */
    count: (route: string) => matching(route).length,
    /** Resolves with the `nth` request with this prefix. */
    async nextRequest(route: string, nth = 1): Promise<ReceivedRequest> {
      for (;;) {
        const found = matching(route)[nth - 1];
        if (found) return found;
        await once(server, 'seen');
      }
    },
    pollWaits,
    /** Answers the waiting poll, or the next one. */
    async answerPoll(reply: unknown) {
      await pollWaits();
      polls.shift()?.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    },
    get waitingPolls() {
      return polls.length;
    },
    /** Resets all connections. */
    cutAll: () => server.closeAllConnections(),
    /** Disappears from the network until `comeBack`. */
    async disconnect() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
    reconnect: (host?: string) => listen(port, host),
    async stop() {
      const closed = server.listening ? once(server, 'close') : Promise.resolve();
      server.close();
      server.closeAllConnections();
      await closed;
    }
  };
}

/** The result of `startMisbehaving`. */
export type MisbehavingController = Awaited<ReturnType<typeof startMisbehaving>>;
