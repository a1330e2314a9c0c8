import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { systemClock } from '#shared/clock';
import { machineAddresses } from '../../../../../proxy/server/base/net/interfaces';
import {
  Outgoing,
  retryAfterOf,
  SEND_TIMEOUT_MS,
  type Purpose
} from '../../../../../proxy/server/base/net/outgoing';
import { createAuthority, issueLeaf } from '../../../../../proxy/server/origin/tls/authority';
import { freePort } from '../../../../../tools/support/ports';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { listening } from '../../../../support/listening';
import { startWays } from '../../../../support/ways';

type Parts = Partial<ConstructorParameters<typeof Outgoing>[0]>;

const CONTROLLER = '192.168.1.20';
const OWN = machineAddresses().map(({ address }) => (address.includes(':') ? `[${address}]` : address));

const outgoingWith = (parts: Parts = {}) =>
  new Outgoing({
    allowLoopback: false,
    controllers: () => ['source:demo', CONTROLLER],
    clock: systemClock,
    resolve: () => Promise.reject(new Error('Nothing is looked up.')),
    ...parts
  });

/** A client that may talk to the servers of a test, whatever they are called. */
const testOutgoing = (parts: Parts = {}) =>
  outgoingWith({ allowLoopback: true, resolve: async () => ['127.0.0.1'], ...parts });

const to = (purpose: Purpose, url: string) => ({ url, purpose, method: 'POST', body: 'x' }) as const;
const listOf = (text: string) => text.trim().split(/\s+/);
const casesOf = (pushes: readonly string[], owners: readonly string[]) => [
  ...pushes.map((url) => ['push', url] as const),
  ...owners.map((url) => ['owner', url] as const)
];

const FCM = 'https://fcm.googleapis.com/fcm/send/x';
const NTFY = 'https://ntfy.example/topic';

const PUSH_SERVICES = listOf(`${FCM} https://jmt17.google.com/fcm/send/x https://web.push.apple.com/x
  https://updates.push.services.mozilla.com:443/wpush/v2/x https://wns2-par02p.notify.windows.com/w/?token=x`);
const OWNERS =
  listOf(`${NTFY} https://8.8.8.8/ https://192.168.1.9/x https://nas.example:8443/?auth=x http://nas.local/x
  http://192.168.1.9/x http://10.0.0.9:8080/x http://[fd00::9]/x`);

it.each(casesOf(PUSH_SERVICES, OWNERS))('by purpose (%s), something may be sent to %s', (purpose, url) => {
  expect(outgoingWith().check(url, purpose).ok).toBe(true);
});

const HOSTILE_PUSHES =
  listOf(`https://example.com/x https://fcm.googleapis.com.evil.example/x https://xfcm.googleapis.com/x
  https://fcm-googleapis.com/x https://fcm.googleapis.com./x https://evil.example/fcm.googleapis.com
  https://evil.example#.push.apple.com https://evil.example?.push.apple.com https://evil.example\\.push.apple.com
  https://push.apple.com.evil.example/x https://evilpush.apple.com/x https://notify.windows.com/x
  https://fcm.googleapis.com@evil.example/x https://evil.example@fcm.googleapis.com/x https://:x@web.push.apple.com/x
  http://fcm.googleapis.com/x https://fcm.googleapis.com:444/x ftp://fcm.googleapis.com/x fcm.googleapis.com/x
  https://f%63m.googleapis.com.evil.example/x https://142.250.1.95/x https://[2a00:1450:4001:80b::200a]/x https://127.0.0.1/x`);
const HOSTILE_OWNERS =
  listOf(`https://127.0.0.1/x http://127.9.9.9/x https://[::1]/x https://[::ffff:127.0.0.1]/x https://0x7f.1/x
  https://2130706433/x https://017700000001/x https://127.1/x https://127.0.0.1./x https://１２７.0.0.1/x https://0.0.0.0/x
  https://0/x https://[::]/x https://[::127.0.0.1]/x https://169.254.169.254/x https://[fe80::1]/x https://[fec0::1]/x
  https://[ff02::1]/x https://224.0.0.251/x https://255.255.255.255/x https://240.0.0.1/x https://[64:ff9b::7f00:1]/x
  https://[2002:7f00:1::]/x https://[2001:0:1::1]/x https://[::ffff:192.168.1.9]/x https://${CONTROLLER}/x
  http://${CONTROLLER}:8080/x http://8.8.8.8/x http://100.64.0.1/x http://[2a00::1]/x https://user:pass@ntfy.sh/x
  https://ntfy.sh@127.0.0.1/x file:///etc/passwd javascript:0 gopher://192.168.1.9/x //ntfy.sh/x x
  ${OWN.map((host) => `https://${host}/x`).join(' ')}`);

it.each(casesOf(['', ...HOSTILE_PUSHES], HOSTILE_OWNERS))(
  'by purpose (%s), nothing is sent to %j, nor is it looked up',
  async (purpose, url) => {
    expect(await outgoingWith().send(to(purpose, url))).toMatchObject({ error: { code: 'bad-address' } });
  }
);

const PUBLIC = '93.184.215.14';
const HOSTILE_PUSH_ANSWERS =
  listOf(`127.0.0.1 ${PUBLIC},192.168.1.9 ${PUBLIC},::1 10.0.0.9 100.64.0.1 192.0.2.1 198.18.0.1
  fd00::9 2001:db8::1 64:ff9b::5db8:d70e ::ffff:${PUBLIC} name`);
const HOSTILE_ANSWERS =
  listOf(`127.0.0.1 ${PUBLIC},${CONTROLLER} ::ffff:7f00:1 169.254.169.254 ::1,127.0.0.1 fe80::1%eth0
  ${OWN.map((host) => host.replaceAll(/[[\]]/g, '')).join(' ')}`);

it.each([
  [FCM, ''],
  ['http://ntfy.example/x', PUBLIC],
  ['http://ntfy.example/x', `192.168.1.9,${PUBLIC}`],
  ...HOSTILE_PUSH_ANSWERS.map((answer) => [FCM, answer]),
  ...HOSTILE_ANSWERS.map((answer) => [NTFY, answer])
])('%s is not connected to if its name leads to %j', async (url = '', answer = '') => {
  const outgoing = outgoingWith({ resolve: async () => answer.split(',').filter(Boolean) });
  const sent = await outgoing.send(to(url === FCM ? 'push' : 'owner', url));
  expect(sent).toMatchObject({ error: { code: 'bad-address' } });
});

it('a name is looked up once for a request, and what was checked is connected to', async () => {
  const ways = await startWays();
  const answers = [['127.0.0.1'], [CONTROLLER]];
  const outgoing = testOutgoing({ resolve: async () => answers.shift() ?? [] });
  const host = `rebinding.example:${new URL(ways.url).port}`;
  expect(await outgoing.send(to('owner', `http://${host}/x`))).toEqual({ ok: true, value: { status: 201 } });
  expect(ways.received).toMatchObject([{ headers: { host } }]);
  expect(await outgoing.send(to('owner', `http://${host}/x`))).toMatchObject({
    error: { code: 'bad-address' }
  });
});

it.each([
  [301, 'not-delivered', 'a redirect, which is not followed'],
  [404, 'gone', 'answered 404'],
  [410, 'gone', 'answered 410'],
  [503, 'not-delivered', 'answered 503'],
  ['close', 'not-delivered', 'connection closed']
] as const)('an answer of %s is a failure in words (%s: %s)', async (behaviour, code, message) => {
  const ways = await startWays();
  ways.behave(behaviour);
  const sent = await testOutgoing().send(to('push', `${ways.url}/push/1`));
  expect(sent).toEqual({ ok: false, error: { code, message } });
  expect(ways.received).toHaveLength(1);
});

it.each([
  ['120', 120_000],
  ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  ['1e9', 0],
  ['', 0]
])('a failure says how long its server wants nothing more: %j', async (after, waitMs) => {
  const server = createHttpServer((_request, reply) =>
    reply.writeHead(429, { 'retry-after': after, date: 'Thu, 01 Jan 2026 00:00:00 GMT' }).end()
  );
  const sent = await testOutgoing().send(to('owner', `http://127.0.0.1:${await listening(server)}/`));
  expect(sent).toMatchObject({ ok: false, error: { message: 'answered 429' } });
  expect(sent.ok || retryAfterOf(sent.error)).toBe(waitMs);
});

it('a request ends after ten seconds, with the lookup or the answer that it waits for, or when the client stops', async () => {
  const ways = await startWays();
  ways.behave('hang');
  const clock = new FakeClock();
  const outgoing = testOutgoing({ clock, resolve: () => new Promise(() => undefined) });
  const waiting = [outgoing.send(to('push', FCM)), outgoing.send(to('owner', ways.url))];
  await expect.poll(() => ways.received.length).toBe(1);
  clock.pass(SEND_TIMEOUT_MS);
  const timeout = { error: { code: 'not-delivered', message: 'timeout' } };
  expect(await Promise.all(waiting)).toMatchObject([timeout, timeout]);
  const last = outgoing.send(to('owner', ways.url));
  await settle();
  outgoing.stop();
  expect(await last).toMatchObject({ error: { message: 'stopped' } });
  expect(clock.waiting).toBe(0);
});

it('an endless answer is read up to a bound and its status counts; a push of more than 4 kB is not sent', async () => {
  const ways = await startWays();
  ways.behave('endless');
  const request = { ...to('owner', `${ways.url}/x`), body: Buffer.alloc(4_097) };
  expect(await testOutgoing().send(request)).toEqual({ ok: true, value: { status: 200 } });
  const push = { ...request, purpose: 'push' } as const;
  expect(await testOutgoing().send(push)).toMatchObject({ error: { message: 'too long' } });
});

it('a server has to show a certificate of its name from a CA that is trusted', async () => {
  const authority = createAuthority(Date.now());
  const { certificate: cert, key } = issueLeaf(authority, { names: ['ntfy.local'], at: Date.now() });
  const port = await listening(createTlsServer({ cert, key }, (_request, reply) => reply.end()));
  const trusting = testOutgoing({ ca: authority.certificate });
  expect((await trusting.send(to('owner', `https://ntfy.local:${port}/x`))).ok).toBe(true);
  const untrusted = { error: { code: 'not-delivered', message: 'certificate not trusted' } };
  expect(await trusting.send(to('owner', `https://other.local:${port}/x`))).toMatchObject(untrusted);
  expect(await testOutgoing().send(to('owner', `https://ntfy.local:${port}/x`))).toMatchObject(untrusted);
});

it.each<[string, (socket: Socket) => unknown]>([
  ['no TLS there', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')],
  ['connection closed', (socket) => socket.once('data', () => socket.destroy())]
])('a broken TLS is a failure: %s', async (message, answer) => {
  const port = await listening(createServer((socket) => void answer(socket.on('error', () => undefined))));
  const sent = await testOutgoing().send(to('owner', `https://127.0.0.1:${port}/x`));
  expect(sent).toMatchObject({ error: { message } });
});

it('a port that nobody listens at, and a lookup that fails, are failures in words', async () => {
  const refused = await testOutgoing().send(to('owner', `http://127.0.0.1:${await freePort()}/x`));
  expect(refused).toMatchObject({ error: { message: 'refused' } });
  const resolve = () => Promise.reject(Object.assign(new Error('Lookup'), { code: 'ENOTFOUND' }));
  const unknown = await outgoingWith({ resolve }).send(to('push', FCM));
  expect(unknown).toMatchObject({ error: { message: 'no such name' } });
});
