import { onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import type { Clock } from '../../proxy/clock';
import { startVirtual } from '../../proxy/virtual/start';
import type { VirtualOptions } from '../../proxy/virtual/options';
import { LiveClient } from './live-client';
import { startMisbehaving, type Behaviour } from './misbehaving-controller';
import { startUpstream, type Upstream } from './upstream';

/** The upstream side in front of a virtual controller, for one test. */
export async function besideVirtual(options: Partial<VirtualOptions> = {}, clock?: Clock) {
  const controller = await startVirtual({ isLiving: false, ...options });
  onTestFinished(() => controller.stop());
  return { controller, ...(await upstreamOf(controller.port, clock)) };
}

/** The upstream side in front of a controller that does what it is told, for one test. */
export async function besideMisbehaving(behaviours: Record<string, Behaviour> = {}, clock?: Clock) {
  const controller = await startMisbehaving(behaviours);
  onTestFinished(() => controller.stop());
  return { controller, ...(await upstreamOf(controller.port, clock)) };
}

async function upstreamOf(port: number, clock?: Clock) {
  const upstream = await startUpstream(port, clock ? { clock } : {});
  onTestFinished(() => upstream.stop());
  return { upstream, connect: connecting(upstream) };
}

/** Opens live connections that end with the test. */
function connecting(upstream: Upstream) {
  return (
    {
      revision,
      headers = upstream.headers,
      of
    }: { revision?: string; headers?: Record<string, string>; of?: string } = {},
    options: ClientOptions = {}
  ) => {
    const client = new LiveClient(upstream.liveUrl(of, revision), headers, options);
    onTestFinished(() => client.close());
    return client;
  };
}

/** What a wish to upgrade is answered with, where that is no upgrade: status and body. */
export function refusedUpgrade(url: string, headers: Record<string, string>) {
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
