import type { FastifyInstance } from 'fastify';
import { isIP } from 'node:net';

/** How long browsers remember it, in seconds: a year. */
const MAX_AGE_S = 31_536_000;

/** Names that no public CA issues certificates for. */
const LOCAL = /\.(?:local|localhost|internal|home\.arpa|lan|test)$/;

/** Whether a name can have a certificate that every device trusts. Then the loss of our own CA locks nobody out. */
export const canBePublic = (hostname: string) =>
  hostname.includes('.') && !hostname.startsWith('[') && isIP(hostname) === 0 && !LOCAL.test(hostname);

/**
 * Makes browsers use https only (RFC 6797), if both name and certificate are the owner's. Add it after access control, which reads the
 * scheme of a request.
 */
export function sendHsts(app: FastifyInstance) {
  app.addHook('onRequest', ({ connectionInfo }, reply, done) => {
    if (connectionInfo?.isByPublicName) reply.header('strict-transport-security', `max-age=${MAX_AGE_S}`);
    done();
  });
}
