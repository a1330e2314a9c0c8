/**
 * Baseline for forwarding: a server that pipes every request through a pool to the port in the first
 * argument, without any checks.
 */
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { reportPortOf } from './child';

const pool = new Pool(`http://127.0.0.1:${process.argv[2] ?? ''}`, { connections: 16 });

const server = createServer((question, reply) => {
  pool
    .stream({ method: 'GET', path: question.url ?? '' }, ({ statusCode, headers }) =>
      reply.writeHead(statusCode, headers)
    )
    .catch(() => reply.destroy());
}).listen(0, '127.0.0.1');
await reportPortOf(server);
