import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { fail, type Failure } from '#shared/errors';
import { LIVE_CLOSE } from '#shared/live-protocol';
import type { AccessControl } from '../../household/access-control';
import type { Connections } from '../../http/connections';
import { writeError, guarded } from '../../http/errors';
import { inSlices } from '../../http/replies';
import { serve } from '../../http/serve';
import { NO_ANSWER, type HomeHousehold } from './homes';
import type { Sockets } from './sockets';
import type { ConnectionRequest, LiveHousehold } from './view-subscription';
import { viewerOf } from './viewer';

const LIVE_PATH = /^\/api\/controllers\/(?<controller>[^/?]+)\/live(?:\?(?<query>.*))?$/;

/** A page's id. */
const PAGE = /^[\w-]{1,64}$/;
/** Maximum size of a frame of a page, in bytes. */
const MAX_FRAME_BYTES = 64 * 1024;

/** The household with its live connections, and who admits them. */
interface LiveServer extends LiveHousehold {
  readonly accessControl: AccessControl;
  readonly connections: Connections;
  readonly sockets: Sockets;
}

/**
 * Handles upgrades to WebSockets. A request that is not admitted is refused by an HTTP status, before the upgrade. If it is admitted
 * without a grant for this controller, the connection is closed with 1008: a page can read that code, but not the status of a refused
 * upgrade.
 */
function createUpgrade({ accessControl, connections, sockets }: LiveServer) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: 64,
    maxBufferedChunks: 256
  });

  return (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const live = LIVE_PATH.exec(request.url ?? '')?.groups;
    const admitted = accessControl.admitUpgrade(request, live?.['controller'] ?? '');
    if (!admitted.ok) refuseUpgrade(socket, admitted.error);
    else if (!live) refuseUpgrade(socket, fail('not-found', 'There is nothing here.').error);
    else
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const { screen, all } = admitted.value;
        const [first] = screen ? [screen] : all;
        if (first) connections.seen(socket, first.id, { isWebSocket: true });
        const others = all.flatMap(({ id }) => (id === screen?.id ? [] : id));
        if (screen) sockets.add(webSocket, screen, { ...requestOf(live['query']), others });
        else sockets.refuse(webSocket, LIVE_CLOSE.refused, 'This screen is not signed in to that.');
      });
  };
}

/** Reads the query of a connection. Without a page it is a client that has this connection alone. */
function requestOf(text: string | undefined): Omit<ConnectionRequest, 'others'> {
  const query = new URLSearchParams(text);
  const page = PAGE.exec(query.get('page') ?? '')?.[0] ?? '';
  const connection = Number(query.get('connection') ?? 0);
  const revision = query.get('revision') ?? undefined;
  return { revision, page, connection: Number.isSafeInteger(connection) ? connection : 0 };
}

function refuseUpgrade(socket: Duplex, failure: Failure) {
  socket.on('error', () => socket.destroy());
  writeError(socket, failure);
}

/** `GET /api/controllers/:id/home`: the whole home, with its revision as ETag. It may be stale: `controller.state` says so. */
function registerHome(app: FastifyInstance, house: HomeHousehold) {
  serve(app, 'GET /api/controllers/:id/home', async (request, _body, reply) => {
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    const { controller, rights } = viewer.value.screen;
    const { views, release } = house.homes.lease(controller);
    const seen = views.lease(rights.rooms);
    const body = seen.view.body();
    const etag = `"${seen.view.home.journal.revision}"`;
    seen.release();
    release();
    if (!body) return NO_ANSWER;
    reply.header('etag', etag);
    if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
    reply.header('content-length', body.length);
    return reply.type('application/json; charset=utf-8').send(inSlices(body));
  });
}

/** Whether `If-None-Match` (RFC 9110 §13.1.2) names this revision. */
const holds = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;

/** Registers `GET /api/controllers/:id/home` and handles upgrades of the app's server. Returns a function that closes all connections. */
export function startLive(app: FastifyInstance, house: LiveServer): () => Promise<void> {
  const { homes, known, log, sockets } = house;
  registerHome(app, house);

  const upgrade = guarded(log, (_request, socket) => socket, createUpgrade(house));
  app.server.on('upgrade', upgrade);
  const leaveAll = sockets.start();
  const unsubscribe = known.onMoved((controller) => homes.wake(controller));
  return async () => {
    app.server.off('upgrade', upgrade);
    unsubscribe();
    await leaveAll();
    homes.stop();
  };
}
