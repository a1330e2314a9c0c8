import { buildConnector, Pool } from 'undici';

/** How many connections one user's calls may hold to one controller. */
const MAX_POOL_CONNECTIONS = 16;

/** How long a connection may take to stand, in ms. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Where a pool leads, and who may be talked to there. */
interface PoolParts {
  /** An IPv4. */
  readonly address: string;
  readonly port: number;
  /** Asked for each connection after its TCP handshake and before its first byte: whether it may be used. */
  readonly admit: () => boolean;
}

/** The machine at the controller's address is not the one that was learned: the connection was closed, and nothing was sent. */
export class LinkChangedError extends Error {
  constructor() {
    super('Another network card answers at the address of the controller.');
  }
}

/**
 * A pool of connections to one address: the only place from which controllers are talked to. Deadlines are the exchange's own; the pool
 * has none but that of connecting.
 */
export function openPool({ address, port, admit }: PoolParts): Pool {
  const dial = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return new Pool(`http://${address}:${port}`, {
    connections: MAX_POOL_CONNECTIONS,
    pipelining: 1,
    connect: (options, callback) =>
      dial(options, (error, socket) => {
        if (error) callback(error, null);
        else if (admit()) callback(null, socket);
        else {
          socket.destroy();
          callback(new LinkChangedError(), null);
        }
      }),
    headersTimeout: 0,
    bodyTimeout: 0,
    // Many small servers close an idle connection early and without a word; a command must not be lost in that.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 4_000
  });
}
