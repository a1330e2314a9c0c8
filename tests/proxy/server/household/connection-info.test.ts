import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { readConnectionInfo } from '../../../../proxy/server/household/connection-info';
import { Hosts } from '../../../../proxy/server/http/hosts';
import { listening } from '../../../support/listening';

const ORIGIN = 'https://panel.example.org';
const hosts = new Hosts({ name: 'mantel', origin: ORIGIN, certificateNames: () => [] });

/** A request that seems to come from a given address. */
async function arrives(headers: Record<string, string>, remoteAddress: string): Promise<IncomingMessage> {
  const server = createServer();
  onTestFinished(() => server.closeAllConnections());
  const port = await listening(server);
  const asking = request({ host: '127.0.0.1', port, headers });
  asking.on('error', () => undefined);
  asking.end();
  const [asked] = (await once(server, 'request')) as [IncomingMessage];
  Object.defineProperty(asked.socket, 'remoteAddress', { value: remoteAddress });
  return asked;
}

const secureOf = async (headers: Record<string, string>, from: string, trustedProxies: string[] = []) => {
  const arrival = readConnectionInfo(await arrives(headers, from), hosts, trustedProxies);
  return arrival.ok && arrival.value.https;
};

it("a request counts as https if this machine's own or a declared proxy says so", async () => {
  expect(await secureOf({ host: 'panel.example.org' }, '127.0.0.1')).toBe(true);
  expect(await secureOf({ host: 'mantel.local', origin: ORIGIN }, '127.0.0.1')).toBe(true);
  expect(await secureOf({ host: 'panel.example.org' }, '10.1.2.3', ['10.0.0.0/8'])).toBe(true);
});

it('a request does not count as https because another client says so', async () => {
  expect(await secureOf({ host: 'panel.example.org' }, '192.168.1.9')).toBe(false);
  expect(await secureOf({ host: 'mantel.local', origin: ORIGIN }, '192.168.1.9')).toBe(false);
  expect(await secureOf({ host: 'panel.example.org' }, '192.168.1.9', ['10.0.0.0/8'])).toBe(false);
});
