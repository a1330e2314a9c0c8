import { Pool } from 'undici';

/** How many connections one user's calls may hold to one controller. */
const MOST_CONNECTIONS = 16;

/** A pool of connections to one place. Deadlines are the exchange's own: the pool has none but that of connecting. */
export const openPool = ({ address, port }: { address: string; port: number }) =>
  new Pool(`http://${address}:${port}`, {
    connections: MOST_CONNECTIONS,
    pipelining: 1,
    connect: { timeout: 5_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
    // Many small servers close an idle connection early and without a word; a command must not be lost in that.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 4_000
  });
