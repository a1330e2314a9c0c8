import { once } from 'node:events';
import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Lets a server listen on a free port of loopback until the test ends. Returns the port. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
