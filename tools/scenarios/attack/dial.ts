import { once } from 'node:events';
import { request as requestPlain, type Agent, type IncomingHttpHeaders } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect, isIPv4, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Timeout of a connection or a response, in ms. */
const TIMEOUT_MS = 30_000;

/** An address and port to attack. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/**
 * The target of an origin.
 * @throws if its host is outside 127.0.0.0/8: only loopback is attacked
 */
export function targetOf(origin: string): Target {
  const { hostname, port, protocol } = new URL(origin);
  if (!isLoopback(hostname)) throw new Error(`Only 127.0.0.0/8 is attacked, not ${hostname}.`);
  return { host: hostname, port: Number(port), isSecure: protocol === 'https:' };
}

/** Whether an address is an IPv4 loopback address. */
const isLoopback = (address: string) => isIPv4(address) && address.startsWith('127.');

/**
 * Connects from a local address. TLS certificates are not verified.
 * @throws if the target is outside 127.0.0.0/8, or if the connection fails
 */
export async function dial({ host, port, isSecure }: Target, localAddress: string): Promise<Socket> {
  if (!isLoopback(host)) throw new Error(`Only 127.0.0.0/8 is attacked, not ${host}.`);
  const socket = connect({ host, port, localAddress });
  socket.on('error', () => undefined);
  const stream = isSecure ? connectTls({ socket, rejectUnauthorized: false }) : socket;
  stream.on('error', () => undefined);
  await once(stream, isSecure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return stream;
}

/** A request and the local address that it comes from. */
export interface AttackRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly from?: string;
  /** The agent that holds the connections; by default each request opens a new one. */
  readonly agent?: Agent;
}

/** A response; status 0 if there was none. */
export interface AttackResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const NOTHING: AttackResponse = { status: 0, headers: {}, text: '' };

/** Sends one request, like our own page. */
export function ask(
  { host, port, isSecure }: Target,
  { method = 'GET', path, headers = {}, body, from = '127.0.0.1', agent }: AttackRequest
): Promise<AttackResponse> {
  if (!isLoopback(host)) throw new Error(`Only 127.0.0.0/8 is attacked, not ${host}.`);
  return new Promise((resolve) => {
    const request = isSecure ? requestSecure : requestPlain;
    const origin = `http${isSecure ? 's' : ''}://${host}:${port}`;
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const asking = request(
      {
        host,
        port,
        method,
        path,
        agent: agent ?? false,
        localAddress: from,
        rejectUnauthorized: false,
        headers: { origin, ...type, ...headers }
      },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', () => resolve(NOTHING));
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text: Buffer.concat(chunks).toString()
          })
        );
      }
    );
    asking.setTimeout(TIMEOUT_MS, () => asking.destroy());
    asking.on('error', () => resolve(NOTHING));
    asking.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
