import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_STATUS, fail, type Failure, type Result } from '#shared/errors';
import { LIVE_CLOSE } from '#shared/live-protocol';
import { WebSocketServer } from 'ws';
import type { Screen } from '../access/screens/screen';
import type { Connections } from '../http/connections';
import { errorBody } from '../http/errors';
import type { Sockets } from './sockets';
import type { ConnectionRequest } from './view-subscription';

const LIVE_PATH = /^\/api\/controllers\/(?<controller>[^/?]+)\/live(?:\?(?<query>.*))?$/;

/** A page's id. */
const PAGE = /^[\w-]{1,64}$/;
/** Maximum size of a frame of a page, in bytes. */
const MAX_FRAME_BYTES = 64 * 1024;

/** What upgrades depend on. */
interface UpgradeDeps {
  /** Authenticates an upgrade by host, origin and cookie. */
  readonly admitUpgrade: (request: IncomingMessage) => Result<Screen>;
  readonly connections: Pick<Connections, 'seen'>;
  readonly sockets: Sockets;
}

/**
 * Handles upgrades to WebSockets. A request that is not admitted is refused by an HTTP status, before the upgrade. If it is admitted
 * without a grant for this controller, the connection is closed with 1008: a page can read that code, but not the status of a refused
 * upgrade.
 */
export function createUpgrade({ admitUpgrade, connections, sockets }: UpgradeDeps) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: 64,
    maxBufferedChunks: 256
  });

  return (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const screen = admitUpgrade(request);
    const live = LIVE_PATH.exec(request.url ?? '')?.groups;
    if (!screen.ok) refuseUpgrade(socket, screen.error);
    else if (!live) refuseUpgrade(socket, fail('not-found', 'There is nothing here.').error);
    else
      server.handleUpgrade(request, socket, head, (webSocket) => {
        connections.seen(socket, screen.value.id, { isWebSocket: true });
        if (live['controller'] === screen.value.controller)
          sockets.add(webSocket, screen.value, requestOf(live['query']));
        else sockets.refuse(webSocket, LIVE_CLOSE.refused, 'This screen is not signed in to that.');
      });
  };
}

/** Reads the query of a connection. Without a page it is a client that only listens, or speaks on this connection alone. */
function requestOf(text: string | undefined): ConnectionRequest {
  const query = new URLSearchParams(text);
  const page = PAGE.exec(query.get('page') ?? '')?.[0] ?? '';
  const connection = Number(query.get('connection') ?? 0);
  const revision = query.get('revision') ?? undefined;
  return { revision, page, connection: Number.isSafeInteger(connection) ? connection : 0 };
}

function refuseUpgrade(socket: Duplex, failure: Failure) {
  const status = ERROR_STATUS[failure.code];
  const body = JSON.stringify(errorBody(failure));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close'
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
