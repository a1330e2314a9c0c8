import { buildConnector, Pool } from 'undici';

/** Maximum number of connections of one user to one controller. */
const MAX_POOL_CONNECTIONS = 16;

/** Timeout for opening a connection, in ms. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The address of a pool, and the check of its connections. */
interface PoolDeps {
  /** An IPv4. */
  readonly address: string;
  readonly port: number;
  /** Whether a connection may be used. Called after its TCP handshake and before its first byte. */
  readonly admit: () => boolean;
}

/** Error if the device at the controller's address does not have a learned link. The connection was closed, and nothing was sent. */
export class LinkChangedError extends Error {
  constructor() {
    super('Another network card answers at the address of the controller.');
  }
}

/**
 * A pool of connections to one address. All connections to controllers are made here. Only connecting has a timeout here: `exchange` has
 * those of requests.
 */
export function openPool({ address, port, admit }: PoolDeps): Pool {
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
    // Many small servers close idle connections early and without notice. A command must not be lost because of that.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 4_000
  });
}
