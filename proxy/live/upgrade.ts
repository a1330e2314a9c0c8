import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_STATUS, fail, type Failure, type Result } from '#shared/errors';
import { WebSocketServer } from 'ws';
import type { Screen } from '../access/screens/screen';
import type { Connections } from '../http/connections';
import { errorBody } from '../http/errors';
import type { Sockets } from './sockets';

const LIVE_PATH = /^\/api\/controllers\/(?<controller>[^/?]+)\/live(?:\?(?<query>.*))?$/;

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
    maxPayload: 16 * 1024,
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
        const revision = new URLSearchParams(live['query']).get('revision') ?? undefined;
        if (live['controller'] === screen.value.controller) sockets.add(webSocket, screen.value, revision);
        else sockets.refuse(webSocket, screen.value);
      });
  };
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
