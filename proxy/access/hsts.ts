import type { FastifyInstance } from 'fastify';
import { isIP } from 'node:net';

/** How long browsers remember it, in seconds: a year. */
const MAX_AGE_S = 31_536_000;

/** Names that no public authority vouches for. */
const LOCAL = /\.(?:local|localhost|internal|home\.arpa|lan|test)$/;

/** Whether a name can have a certificate that every device trusts: then nothing that becomes of our own authority locks anybody out of it. */
export const canBePublic = (hostname: string) =>
  hostname.includes('.') && !hostname.startsWith('[') && isIP(hostname) === 0 && !LOCAL.test(hostname);

/**
 * Tells browsers never to come by plain http again (RFC 6797), where they came by a name of the owner's and the certificate is the
 * owner's too. Add it after access control, which reads the scheme of a request.
 */
export function sendHsts(app: FastifyInstance) {
  app.addHook('onRequest', ({ connectionInfo }, reply, done) => {
    if (connectionInfo?.isByPublicName) reply.header('strict-transport-security', `max-age=${MAX_AGE_S}`);
    done();
  });
}
