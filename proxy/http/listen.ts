import { fail, succeed, type Result } from '#shared/errors';
import type { Server } from 'node:net';
import { isEverywhere, type BindAddress } from '../net/bind-address';
import { spellHost } from '../net/client-address';
import { machineAddresses } from '../net/interfaces';
import { codeOf } from '../store/error-code';
import { reasonOf } from '../store/error-reason';

/** The wildcard address: IPv6 and IPv4 if this machine has an IPv6 address, else IPv4 only. */
const wildcard = () => (machineAddresses().some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0');

/** A listening server: its port, and the host and port at which this machine reaches it, as in a URL. */
export interface Listening {
  readonly port: number;
  readonly host: string;
}

/**
 * Starts to listen. `listen` does the actual call, because Fastify has its own method. Fails with `cannot-listen` and a sentence for the
 * owner.
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
      return `Port ${port} is taken by another program: stop that one, or choose another with ${option}.`;
    case 'EACCES':
      return `Port ${port} is not allowed for this user: allow it for the program, or choose one from 1024 on with ${option}.`;
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine: see --host.`;
    default:
      return `Port ${port} of ${host} cannot be opened: ${reasonOf(error)}.`;
  }
}
