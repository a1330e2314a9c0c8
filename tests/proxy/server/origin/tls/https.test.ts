import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { connect as connectTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { Connections } from '../../../../../proxy/server/http/connections';
import { Hosts } from '../../../../../proxy/server/http/hosts';
import { openListeners } from '../../../../../proxy/server/http/listeners';
import { POLL_INTERVAL_MS } from '../../../../../proxy/server/origin/poll';
import { LocalCaCertificate } from '../../../../../proxy/server/origin/tls/local-ca-certificate';
import { startProxy } from '../../../../../proxy/server/start';
import { failure } from '../../../../support/client';
import { FakeClock } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';
import { memoryFile } from '../../../../support/memory-file';
import { temporaryFolder } from '../../../../support/temporary-folder';
import { BUILT_AT, exchangeRaw, optionsOf, testProxy } from '../../../../support/test-proxy';
import { userCertificate } from '../../../../support/user-certificate';
import { slowness } from '../../../../support/yardstick';

/** A proxy that creates its certificates, and their CA. The clock is the real one, because they are checked against the machine's time. */
async function site(...argv: string[]) {
  const proxy = await testProxy({ argv, dataDir: join(await temporaryFolder(), 'data') });
  return { ...proxy, ca: (await proxy.ask('/install/authority.crt')).text };
}

/** A server and the CA that its clients trust. */
type Site = Pick<Awaited<ReturnType<typeof site>>, 'secureOrigin' | 'ca'>;

/** A completed TLS connection of a client that trusts the CA. */
async function dial({ secureOrigin, ca }: Site, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(secureOrigin).port), ca, ...options });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

/** A raw https request of a client that trusts the CA. */
async function askSecurely(at: Site, path: string, options: RequestOptions = {}, body = '') {
  const common = { servername: 'localhost', ca: at.ca, agent: false };
  const asking = request(at.secureOrigin, { ...common, path, ...options }).end(body);
  const [reply] = (await once(asking, 'response')) as [IncomingMessage];
  const cookies = reply.headers['set-cookie'] ?? [];
  return { status: reply.statusCode, cookies, text: await text(reply) };
}

it('the https listener is trusted by clients that trust the CA, under the server’s name and addresses, and by no others', async () => {
  const proxy = await site('--name', 'hall');
  for (const servername of ['localhost', 'hall.local'])
    expect((await dial(proxy, { servername })).authorized).toBe(true);
  expect((await dial(proxy)).authorized).toBe(true);
  await expect(dial(proxy, { servername: 'example.com' })).rejects.toThrow('altnames');
  const stranger = connect({ host: '127.0.0.1', port: Number(new URL(proxy.secureOrigin).port) });
  const [error] = (await once(stranger, 'error')) as [Error & { code?: string }];
  expect(error.code).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});

it('the https listener supports TLS 1.3 and 1.2 with authenticated forward-secret ciphers, and HTTP/1.1, and refuses others', async () => {
  const proxy = await site();
  const newest = await dial(proxy, { ALPNProtocols: ['h2', 'http/1.1'] });
  expect({ protocol: newest.getProtocol(), alpnProtocol: newest.alpnProtocol }).toEqual({
    protocol: 'TLSv1.3',
    alpnProtocol: 'http/1.1'
  });
  const older = await dial(proxy, { maxVersion: 'TLSv1.2' });
  expect(older.getProtocol()).toBe('TLSv1.2');
  expect(older.getCipher().name).toMatch(/^ECDHE-ECDSA-.*(?:GCM|CHACHA20)/);
  const tooOld: readonly ConnectionOptions[] = [
    { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
    // CBC, and no forward secrecy.
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA' },
    { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }
  ];
  for (const options of tooOld)
    await expect(dial(proxy, options), JSON.stringify(options)).rejects.toThrow(
      /handshake|alert|protocol|cipher/i
    );
});

it('the https listener accepts only the cookie that is sent over https alone', async () => {
  const proxy = await site();
  const { secureOrigin: origin, ca } = proxy;
  const credentials = { controller: proxy.id, username: 'demo', password: 'demo', screen: 'Hall' };
  const asked = { method: 'POST', headers: { origin, 'content-type': 'application/json' } };
  const { status, cookies } = await askSecurely(proxy, '/api/sign-in', asked, JSON.stringify(credentials));
  expect(status).toBe(200);
  expect(cookies).toEqual([
    expect.stringMatching(
      /^__Host-mantel-[0-9a-f]{12}=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=\d+$/
    )
  ]);
  const [cookie = ''] = cookies[0]?.split(';') ?? [];
  expect((await askSecurely(proxy, '/api/me', { headers: { cookie } })).status).toBe(200);
  const planted = cookie.replace('__Host-', '');
  expect((await askSecurely(proxy, '/api/me', { headers: { cookie: planted } })).status).toBe(401);

  const url = `${origin.replace('https', 'wss')}/api/controllers/${proxy.id}/live`;
  const live = new WebSocket(url, { ca, origin, headers: { cookie } });
  onTestFinished(() => live.terminate());
  const [first] = (await once(live, 'message')) as [Buffer];
  expect(JSON.parse(first.toString())).toMatchObject({ type: 'beat' });
  const foreign = new WebSocket(live.url, { ca, origin: proxy.origin, headers: { cookie } });
  const [refusal] = (await once(foreign, 'error')) as [Error];
  expect(refusal.message).toContain('403');
});

it('the https listener refuses the same as the http listener: another host, malformed HTTP, a head that is too large, and no TLS', async () => {
  const proxy = await site();
  const foreign = await askSecurely(proxy, '/healthz', { headers: { host: 'evil.test' } });
  expect(foreign.status).toBe(421);
  const send = async (bytes: string) => {
    const socket = await dial(proxy);
    socket.write(bytes);
    return text(socket);
  };
  expect(await send('BREW /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /
  );
  const port = Number(new URL(proxy.secureOrigin).port);
  expect(await exchangeRaw(port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')).toBe('');
});

it('the https listener closes unfinished handshakes and heads, and serves others meanwhile', async () => {
  const proxy = await site();
  const port = Number(new URL(proxy.secureOrigin).port);
  const began = performance.now();
  const closed = (socket: Socket) =>
    new Promise<number>((resolve) => {
      socket.resume().on('error', () => undefined);
      socket.on('close', () => resolve(performance.now() - began));
    });
  const silent = Array.from({ length: 20 }, () => connectTcp(port, '127.0.0.1'));
  const slow = await Promise.all(Array.from({ length: 20 }, () => dial(proxy)));
  for (const socket of slow) socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ');
  const ends = Promise.all([...silent, ...slow].map(closed));
  expect((await askSecurely(proxy, '/healthz')).status).toBe(200);
  const latest = Math.max(...(await ends));
  expect(latest).toBeLessThan(8_000 * slowness());
});

it('the user’s own certificate is served, its names are accepted, and nothing has to be installed', async () => {
  const { ca, argv } = await userCertificate('panel.local', '*.rooms.local');
  const { secureOrigin, ask } = await site(...argv);
  const port = new URL(secureOrigin).port;
  const at = (host: string) =>
    askSecurely({ secureOrigin, ca }, '/api/status', { servername: 'panel.local', headers: { host } });
  const status = await at(`panel.local:${port}`);
  expect(JSON.parse(status.text)).toMatchObject({ secure: true, origins: [`https://panel.local:${port}`] });
  expect((await at('hall.rooms.local')).status).toBe(200);
  expect((await at('a.hall.rooms.local')).status).toBe(421);
  expect((await ask('/install/authority.crt')).status).toBe(404);
  const page = await ask('/install', { headers: { host: 'mantel.local' } });
  expect(page.text).toContain(`href="https://panel.local:${port}/"`);
  expect(page.text).not.toContain('Not trusted yet');
});

it.each(['tlsCert', 'tlsKey'])(
  'the start fails if there is only one half of a certificate: %s',
  async (half) => {
    const options = optionsOf('--data-dir', join(await temporaryFolder(), 'data'));
    const parts = { clock: new FakeClock(), log: new LogCapture() };
    const surroundings = { ...parts, version: '', builtAt: BUILT_AT, webFolder: '', report: async () => '' };
    const message: unknown = expect.stringContaining('both --tls-cert and --tls-key');
    expect(await startProxy({ ...options, [half]: '/etc/half.pem' }, surroundings)).toMatchObject(
      failure('bad-certificate', { message })
    );
  }
);

it('a new address gets a new certificate without a restart, and connections stay open', async () => {
  let names = ['localhost', '127.0.0.1'];
  const clock = new FakeClock(Date.now());
  const parts = { file: memoryFile(null), clock, log: new LogCapture(), builtAt: BUILT_AT };
  const identity = await LocalCaCertificate.open({ ...parts, names: () => names });
  const app = fastify();
  const hosts = new Hosts({ name: 'mantel', origin: undefined, certificateNames: () => [] });
  const serverOrigins = { httpsOrigin: (host: string) => `https://${host}` };
  const listeners = await openListeners(app, {
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    redirectPort: undefined,
    serverCertificate: identity,
    hosts,
    serverOrigins,
    log: parts.log,
    connections: new Connections({ clock, trustedProxies: [] })
  });
  if (!listeners.ok) throw new Error(listeners.error.message);
  onTestFinished(() => listeners.value.close());
  const shown = async () => {
    const secureOrigin = `https://${listeners.value.https.host}`;
    const socket = await dial({ secureOrigin, ca: identity.authority });
    return { socket, names: new X509Certificate(socket.getPeerCertificate().raw).subjectAltName };
  };
  const before = await shown();
  expect(before.names).toBe('DNS:localhost, IP Address:127.0.0.1');
  names = ['localhost', '127.0.0.1', '192.168.1.77'];
  await clock.advance(POLL_INTERVAL_MS);
  while (identity.names.length < 3) await clock.advance(0);
  expect((await shown()).names).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.77');
  expect(before.socket.destroyed).toBe(false);
});
