import { once } from 'node:events';
import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Lets a server listen on a free port of an address, by default of loopback, until the test ends. Returns the port. */
export async function listening(server: Server, address = '127.0.0.1'): Promise<number> {
  server.listen(0, address);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const at = server.address();
  return typeof at === 'object' && at ? at.port : 0;
}
