import type { FastifyInstance } from 'fastify';
import { createServer, type Server } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import { answerMalformed } from '../malformed-request';
import { LIMITS } from '../server';
import type { KeyPair } from './authority';

/** How long a handshake may take, in ms: as long as a request's headers. */
const HANDSHAKE_MS = LIMITS.headersTimeout;

/** TLS 1.3, and of 1.2 what is still good: forward secret and authenticated. */
const PROTOCOL = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ecdhCurve: 'X25519:P-256:P-384',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305'
  ].join(':')
} as const satisfies SecureContextOptions;

const contextOf = ({ key, certificate }: KeyPair) => ({ ...PROTOCOL, key, cert: certificate });

/** What the HTTP parser found, in contrast to what befell the encryption below it: only that can be answered. */
const IS_OF_HTTP = /^(?:HPE_|ERR_HTTP_)/;

/** A second door to all that `app` serves, WebSockets too, over TLS: the same bounds, the same refusals. */
export function createSecureServer(app: FastifyInstance, pair: KeyPair): Server {
  const { maxConnections, bodyLimit: _, ...bounds } = LIMITS;
  const server = createServer(
    { ...contextOf(pair), ...bounds, handshakeTimeout: HANDSHAKE_MS, ALPNProtocols: ['http/1.1'] },
    (request, reply) => app.routing(request, reply)
  );
  server.maxConnections = maxConnections;
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  server.on('clientError', (error: Error & { readonly code?: string }, socket) => {
    if (IS_OF_HTTP.test(error.code ?? '')) answerMalformed(error, socket);
    else socket.destroy();
  });
  server.on('upgrade', (...upgrade) => void app.server.emit('upgrade', ...upgrade));
  return server;
}

/** Shows another certificate from the next connection on; those that are open go on. */
export const showIdentity = (server: Server, pair: KeyPair) => server.setSecureContext(contextOf(pair));
