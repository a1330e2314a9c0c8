import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import type { Clock } from '#shared/clock';
import type { VirtualOptions } from '../../proxy/sources/virtual/options';
import { LiveClient } from './live-client';
import type { Behaviour } from '../../tools/support/misbehaving-controller';
import { misbehavingForTest, virtualForTest } from './controllers';
import { startUpstream, type Upstream } from './upstream';

/** The upstream side of the proxy with a virtual controller, for one test. */
export async function withVirtualController(options: Partial<VirtualOptions> = {}, clock?: Clock) {
  const controller = await virtualForTest(options);
  return { controller, ...(await upstreamOf(controller.port, clock)) };
}

/** The upstream side of the proxy with a misbehaving controller, for one test. */
export async function withMisbehavingController(behaviours: Record<string, Behaviour> = {}, clock?: Clock) {
  const controller = await misbehavingForTest(behaviours);
  return { controller, ...(await upstreamOf(controller.port, clock)) };
}

async function upstreamOf(port: number, clock?: Clock) {
  const upstream = await startUpstream(port, clock ? { clock } : {});
  onTestFinished(() => upstream.stop());
  return { upstream, connect: connecting(upstream) };
}

/** Opens live connections, which end with the test. */
function connecting(upstream: Upstream) {
  return (
    {
      headers = upstream.headers,
      of,
      ...query
    }: {
      revision?: string;
      page?: string;
      connection?: string;
      headers?: Record<string, string>;
      of?: string;
    } = {},
    options: ClientOptions = {}
  ) => {
    const client = new LiveClient(upstream.liveUrl(of, query), headers, options);
    onTestFinished(() => client.close());
    return client;
  };
}

/** The response to an upgrade that is refused: status and body. */
export function rejectedUpgrade(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const socket = new WebSocket(url, { headers });
    socket.on('open', () => reject(new Error('It was upgraded.')));
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(Buffer.concat(chunks).toString()) as unknown
        })
      );
    });
  });
}

/** Sends a raw request, because `fetch` normalises paths. */
export async function ask(
  upstream: Upstream,
  path: string,
  { method = 'GET', headers = {}, sent = '' } = {}
) {
  const { hostname, port } = new URL(upstream.origin);
  const length = sent === '' ? {} : { 'content-length': String(Buffer.byteLength(sent)) };
  const asked = request({
    hostname,
    port,
    method,
    path,
    headers: { ...upstream.headers, ...length, ...headers }
  });
  asked.end(sent);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const parsed: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.statusCode ?? 0, headers: response.headers, json: parsed };
}
/** The proxy's path of a forwarded call. `path` is the controller's after `/api/v2`. */
export const upstreamPath = (upstream: Upstream, target: string) =>
  `/api/controllers/${upstream.controller}/v2${target}`;
