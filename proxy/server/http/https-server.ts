import { once } from 'node:events';
import type { RequestListener, Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import type { Log } from '../base/platform/log';
import { guarded, answerMalformed } from './errors';
import { LIMITS, SERVER_OPTIONS } from './server';

/** TLS 1.3, and the cipher suites of TLS 1.2 with forward secrecy and authentication. */
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

/** A certificate and its key, both as PEM. */
export interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

/** The server's certificate and key. They are replaced from time to time. */
export interface ServerCertificate {
  readonly current: KeyPair;
  /** The DNS names of the certificate, wildcards such as `*.example.org` included. */
  readonly names: readonly string[];
  /** Starts to renew the certificate. Returns a function that stops it. */
  start(onChange: (pair: KeyPair) => void): () => void;
}

/** No client sends a certificate. Without a `ca` Node would load the certificates of all public authorities, which takes 40 ms. */
const contextOf = ({ key, certificate: cert }: KeyPair) => ({ ...PROTOCOL, key, cert, ca: cert });

/** Matches error codes of the HTTP parser. Only these get a response; TLS errors do not. */
const IS_OF_HTTP = /^(?:HPE_|ERR_HTTP_)/;

/** Creates an https server with the same limits and error responses as plain http. */
export function createHttpsServer(pair: KeyPair, log: Pick<Log, 'error'>, serve: RequestListener): Server {
  const server = createServer(
    {
      ...contextOf(pair),
      ...SERVER_OPTIONS,
      // A handshake may take as long as a request's headers.
      handshakeTimeout: LIMITS.headersTimeout,
      ALPNProtocols: ['http/1.1']
    },
    guarded(log, (request) => request.socket, serve)
  );
  const answerError = (error: Error & { readonly code?: string }, socket: Duplex) => {
    if (IS_OF_HTTP.test(error.code ?? '')) answerMalformed(error, socket);
    else socket.destroy();
  };
  server.on(
    'clientError',
    guarded(log, (_error, socket) => socket, answerError)
  );
  return server;
}

/** Closes a server and all its connections. */
export async function closeServer(server: Server | HttpServer): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** Uses another certificate for new connections. Open connections stay. */
export const updateCertificate = (server: Server, pair: KeyPair) => server.setSecureContext(contextOf(pair));

/** Default port of the https listener. */
export const DEFAULT_HTTPS_PORT = 8443;
