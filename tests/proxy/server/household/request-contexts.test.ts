import { Agent, request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { testProxy } from '../../../support/test-proxy';

/** Sends several requests on one connection. Returns the statuses and the number of connections. */
async function onOneConnection(
  port: number,
  asked: readonly { headers: Record<string, string>; meanwhile?: () => Promise<unknown> }[]
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ports = new Set<number | undefined>();
  const statuses: number[] = [];
  for (const { headers, meanwhile } of asked) {
    await meanwhile?.();
    await new Promise<void>((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path: '/api/me', headers, agent }, (reply) => {
        statuses.push(reply.statusCode ?? 0);
        ports.add(asking.socket?.localPort);
        reply.resume().on('end', resolve);
      });
      asking.on('error', reject).end();
    });
  }
  return { statuses, connections: ports.size };
}

it('host, origin and cookie are checked on each request of a connection', async () => {
  const { port, cookie, origin, id } = await testProxy();
  const own = { cookie: await cookie() };
  const { statuses, connections } = await onOneConnection(port, [
    { headers: own },
    { headers: { ...own, host: 'evil.test' } },
    { headers: own },
    { headers: { ...own, origin: 'https://evil.test' } },
    { headers: { ...own, origin } },
    { headers: { cookie: `mantel-${id}=${'A'.repeat(43)}` } },
    { headers: {} },
    { headers: { ...own, 'sec-fetch-site': 'cross-site' } },
    { headers: own }
  ]);
  expect(statuses).toEqual([200, 421, 200, 403, 200, 401, 401, 403, 200]);
  expect(connections).toBe(1);
});

it('a screen that was ended meanwhile is refused on the same connection', async () => {
  const { port, cookie, ask, origin } = await testProxy();
  const headers = { cookie: await cookie() };
  const meanwhile = () => ask('/own/sign-out', { method: 'POST', headers: { ...headers, origin } });
  const { statuses, connections } = await onOneConnection(port, [{ headers }, { headers, meanwhile }]);
  expect(statuses).toEqual([200, 401]);
  expect(connections).toBe(1);
});
