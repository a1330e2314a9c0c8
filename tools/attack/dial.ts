import { once } from 'node:events';
import { request as requestPlain, type Agent, type IncomingHttpHeaders } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect, isIPv4, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A connection or an answer that takes longer does not come any more, in ms. */
const TIMEOUT_MS = 30_000;

/** A place that may be attacked. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/**
 * The place that an origin names.
 * @throws where it is anything but an address of 127.0.0.0/8: nothing else is ever attacked
 */
export function targetOf(origin: string): Target {
  const { hostname, port, protocol } = new URL(origin);
  if (!isLoopback(hostname)) throw new Error(`Only 127.0.0.0/8 is attacked, not ${hostname}.`);
  return { host: hostname, port: Number(port), isSecure: protocol === 'https:' };
}

/** Whether it is an IPv4 address of this machine's own loopback. */
export const isLoopback = (address: string) => isIPv4(address) && address.startsWith('127.');

/**
 * Connects from an address of this machine; over TLS, whoever vouches for the other side.
 * @throws where the target is not of 127.0.0.0/8, and where nobody answers
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

/** What is asked, from which address of this machine. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly from?: string;
  /** Whose connections are used; a new one where nothing is said. */
  readonly agent?: Agent;
}

/** What came back; status 0 where nothing did. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const NOTHING: Answer = { status: 0, headers: {}, text: '' };

/** One request, as our own page would send it. */
export function ask(
  { host, port, isSecure }: Target,
  { method = 'GET', path, headers = {}, body, from = '127.0.0.1', agent }: Asked
): Promise<Answer> {
  if (!isLoopback(host)) throw new Error(`Only 127.0.0.0/8 is attacked, not ${host}.`);
  return new Promise((resolve) => {
    const request = isSecure ? requestSecure : requestPlain;
    const origin = `http${isSecure ? 's' : ''}://${host}:${port}`;
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const asking = request(
      {
        ...{ host, port, method, path, agent: agent ?? false, localAddress: from, rejectUnauthorized: false },
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
