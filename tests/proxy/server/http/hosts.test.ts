import { createServer, request } from 'node:http';
import { expect, it } from 'vitest';
import { Hosts } from '../../../../proxy/server/http/hosts';
import { listening } from '../../../support/listening';
import { exchangeRaw, refusal, sharedProxy, testProxy } from '../../../support/test-proxy';

const ours = ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', 'mantel.local', 'Mantel.Local', '127.0.0.1:1'];
const foreign = [
  'evil.test',
  'evil.test:8420',
  'localhost.evil.test',
  'mantel.local.evil.test',
  'other.local',
  'notmantel.local',
  'mantel',
  '0.0.0.0',
  '127.1',
  '8.8.8.8',
  '[::]',
  'localhost.',
  'localhost@evil.test',
  'localhost:x',
  'localhost:8420:1',
  'localhost:65536',
  'mantel.local:99999',
  '[::1]:99999'
];

const proxy = sharedProxy();

it.each(ours)('a host is accepted: %s', async (host) => {
  expect((await proxy().ask('/healthz', { headers: { host } })).status).toBe(200);
});

// CVE-2018-5702 (Transmission): a name that was rebound to loopback got an answer.
it.each(foreign)('a host is refused, on pages too: %j', async (host) => {
  for (const path of ['/api/status', '/', '/nothing/here', '/api/nothing'])
    expect(await proxy().ask(path, { headers: { host } })).toMatchObject(refusal(421, 'foreign-host'));
});

it('a host may be any address of this machine, and the dialled one', async () => {
  const names = { name: 'mantel', origin: undefined, certificateNames: () => [] };
  const hosts = new Hosts(names, () => ['192.168.1.7', 'fd00::2']);
  const ask = async (host: string) =>
    new Promise<boolean>((resolve) => {
      const server = createServer((asked) => {
        resolve(hosts.read(asked).ok);
        server.closeAllConnections();
      });
      void listening(server, '127.0.0.2').then((port) =>
        request({ host: '127.0.0.2', port, headers: { host } })
          .on('error', () => undefined)
          .end()
      );
    });
  expect(await ask('192.168.1.7:8420')).toBe(true);
  expect(await ask('[fd00::2]:8420')).toBe(true);
  expect(await ask('127.0.0.2')).toBe(true);
  expect(await ask('192.168.1.8')).toBe(false);
  expect(await ask('127.0.0.3')).toBe(false);
});

it('a host may be the declared one, with its own port only', async () => {
  const { ask } = await testProxy({ argv: ['--origin', 'https://panel.example.org:444'] });
  expect((await ask('/healthz', { headers: { host: 'panel.example.org:444' } })).status).toBe(200);
  expect((await ask('/healthz', { headers: { host: 'panel.example.org' } })).status).toBe(421);
});

it.each([
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\n\r\n'],
  ['two hosts alike', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n'],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['an empty host', 'GET /healthz HTTP/1.1\r\nHost:\r\n\r\n'],
  ['no host in the old version', 'GET /healthz HTTP/1.0\r\n\r\n'],
  ['an absolute target', 'GET http://evil.test/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['our own absolute target', 'GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a star', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n']
])('a request must have exactly one Host header: %s', async (_what, bytes) => {
  const { port } = proxy();
  const answer = await exchangeRaw(port, bytes.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  expect(answer).toMatch(/^HTTP\/1\.1 4(00|21) /);
});

it.each([
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\n\r\n'],
  ['an absolute target', 'GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n']
])('a request with %s closes the connection: nothing behind it is answered', async (_what, bytes) => {
  const { port } = await testProxy();
  const answer = await exchangeRaw(port, `${bytes}GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
});
