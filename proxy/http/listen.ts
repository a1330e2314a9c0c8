import { fail, succeed, type Result } from '#shared/errors';
import type { Server } from 'node:net';
import { isEverywhere, type BindAddress } from '../net/bind-address';
import { spellHost } from '../net/client-address';
import { machineAddresses } from '../net/interfaces';
import { codeOf } from '../store/error-code';

/** Every address of this machine, of both families where there are two. */
const wildcard = () => (machineAddresses().some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0');

/** A listening server: its port, and the host and port by which this machine reaches it, as in a URL. */
export interface Listening {
  readonly port: number;
  readonly host: string;
}

/**
 * Has a server listen; `listen` is how, since Fastify wants to be asked itself.
 * @returns `cannot-listen` with a sentence for the owner
 */
export async function listenAt(
  server: Server,
  { host, port, option }: BindAddress,
  listen: (at: { host: string; port: number }) => Promise<unknown>
): Promise<Result<Listening, 'cannot-listen'>> {
  try {
    await listen({ host: host === 'all' ? wildcard() : host, port });
  } catch (error) {
    return fail('cannot-listen', whyNot(error, { host, port, option }));
  }
  const bound = server.address();
  const chosen = typeof bound === 'object' && bound ? bound.port : port;
  const name = isEverywhere(host) ? '127.0.0.1' : spellHost(host);
  return succeed({ port: chosen, host: `${name}:${chosen}` });
}

function whyNot(error: unknown, { host, port, option }: BindAddress): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program: end that, or choose another with ${option}.`;
    case 'EACCES':
      return `Port ${port} is not for this user: allow it to the program, or choose one from 1024 on with ${option}.`;
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine: see --host.`;
    default:
      return `Port ${port} of ${host} cannot be had: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
