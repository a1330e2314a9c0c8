import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import type { Clock } from '#shared/clock';
import type { VirtualOptions } from '../../proxy/sources/virtual/options';
import type { Behaviour } from '../../tools/support/misbehaving-controller';
import { misbehavingForTest, virtualForTest } from './controllers';
import { LiveClient } from './live-client';
import { askAt } from './test-proxy';
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
      void json(response).then((body) => resolve({ status: response.statusCode ?? 0, body }));
    });
  });
}

/** Sends a raw request, by default as its screen, because `fetch` normalises paths. */
export const ask = (
  { origin, headers }: Upstream,
  path: string,
  { headers: more, ...request }: NonNullable<Parameters<typeof askAt>[2]> = {}
) => askAt(origin, path, { ...request, headers: { ...headers, ...more } });

/** The proxy's path of a forwarded call. `path` is the controller's after `/api/v2`. */
export const upstreamPath = (upstream: Upstream, target: string) =>
  `/api/controllers/${upstream.controller}/v2${target}`;
