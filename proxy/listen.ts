import { fail, succeed, type Result } from '#shared/errors';
import type { FastifyInstance } from 'fastify';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Every address of this machine, of both families where there are two. */
function wildcard() {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0';
}

/** Whether a `--host` means every address of this machine. */
export const isEverywhere = (host: string) => ['all', '::', '0.0.0.0'].includes(host);

/**
 * Listens on a host (`all`, or an address) and a port (0 picks one).
 * @returns the port and the host by which this machine itself reaches it, as a URL spells them; `cannot-listen` with a sentence
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number }
): Promise<Result<string, 'cannot-listen'>> {
  try {
    await app.listen({ host: host === 'all' ? wildcard() : host, port });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail('cannot-listen', `Port ${port} of ${host} cannot be had: ${why}.`);
  }
  const bound = app.server.address();
  const chosen = typeof bound === 'object' && bound ? bound.port : port;
  const name = isEverywhere(host) ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host;
  return succeed(`${name}:${chosen}`);
}
