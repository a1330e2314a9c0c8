import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../../../../tools/support/ports';
import { controllerAt } from '../../../../../tools/support/test-variables';
import { virtualForTest } from '../../../../support/controllers';
import { temporaryFolder } from '../../../../support/temporary-folder';
import { cookieOf, refusal, sharedProxy, testProxy, type RawResponse } from '../../../../support/test-proxy';

const setCookieOf = ({ headers }: RawResponse) => [headers['set-cookie'] ?? ''].flat().join();
const OTHER_MAC = '02:00:00:00:00:09';
const wrong = { password: 'not it' };

/** For requests that change nothing. */
const unchanged = sharedProxy();

it('signing in returns account and controller, and a cookie that scripts and other sites cannot read', async () => {
  const { signIn, id } = await testProxy();
  const answer = await signIn();
  const controller = { id, name: 'Demo home', address: '' };
  expect(answer).toMatchObject({
    status: 200,
    json: { controller, account: 'demo', screen: { name: 'Kitchen' } }
  });
  expect(setCookieOf(answer)).toMatch(
    /^mantel-[0-9a-f]{12}=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/
  );
});

it('signing in behind the user’s https proxy sets a cookie that other origins cannot set', async () => {
  const { signIn, ask } = await testProxy({ argv: ['--origin', 'https://panel.example.org'] });
  const answer = await signIn({}, { host: 'panel.example.org', origin: 'https://panel.example.org' });
  expect(setCookieOf(answer)).toMatch(
    /^__Host-mantel-[0-9a-f]{12}=[A-Za-z0-9_-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=7776000$/
  );
  const headers = { host: 'panel.example.org', cookie: cookieOf(answer) };
  expect((await ask('/api/me', { headers })).status).toBe(200);
  const planted = { ...headers, cookie: headers.cookie.replace('__Host-', '') };
  expect((await ask('/api/me', { headers: planted })).status).toBe(401);
});

it('signing in keeps the session as long as the browser allows if requested, and each visit extends it', async () => {
  const { signIn, ask } = await testProxy();
  const answer = await signIn({ remember: true });
  expect(setCookieOf(answer)).toContain('Max-Age=34560000');
  const again = await ask('/api/me', { headers: { cookie: cookieOf(answer) } });
  expect(setCookieOf(again)).toBe(setCookieOf(answer));
});

it('signing in creates a new screen in place of the old one, never with a planted id', async () => {
  const { signIn, ask, origin, id } = await testProxy();
  const first = cookieOf(await signIn());
  const second = cookieOf(await signIn({}, { cookie: first, origin }));
  const planted = `mantel-${id}=${'A'.repeat(43)}`;
  const third = cookieOf(await signIn({}, { cookie: planted, origin }));
  expect(new Set([first, second, third, planted]).size).toBe(4);
  const statusOf = async (cookie: string) => (await ask('/api/me', { headers: { cookie } })).status;
  expect(await statusOf(first)).toBe(401);
  expect(await statusOf(second)).toBe(200);
  expect(await statusOf(planted)).toBe(401);
});

it('signing in without a name uses the kind of screen, with a number if another screen is called that', async () => {
  const { signIn, origin } = await testProxy();
  const unnamed = { screen: ' ', kindOfScreen: 'Android phone' };
  const nameIn = ({ json }: RawResponse) => (json as { screen: { name: string } }).screen.name;
  const first = await signIn(unnamed);
  const second = await signIn(unnamed);
  expect([nameIn(first), nameIn(second)]).toEqual(['Android phone', 'Android phone 2']);
  const again = await signIn(unnamed, { cookie: cookieOf(second), origin });
  expect(nameIn(again), 'its own name is free').toBe('Android phone 2');
  expect(nameIn(await signIn({ ...unnamed, screen: 'Anna’s phone' }))).toBe('Anna’s phone');
  expect(nameIn(await signIn({ screen: '' }))).toBe('Phone or tablet');
  expect(nameIn(await signIn({ screen: 'An\u202Ena\u200B\n’s' }))).toBe('Anna ’s');
});

it('signing in is on the disk before the response, so a kill of the proxy then signs nobody out', async () => {
  const before = await testProxy();
  const cookie = await before.cookie();
  const dataDir = join(await temporaryFolder(), 'data');
  await cp(before.dataDir, dataDir, { recursive: true, filter: (path) => basename(path) !== 'locks' });
  const after = await testProxy({ dataDir, controller: before.controller });
  expect((await after.ask('/api/me', { headers: { cookie } })).status).toBe(200);
});

it.each([
  ['no body', undefined],
  ['a body that is no object', '"demo"'],
  ['no name', { username: '' }],
  ['a numeric password', { password: 7 }],
  ['neither controller nor address', { controller: undefined }],
  ['both controller and address', { address: '192.168.1.5' }],
  ['an address that no controller moved to', { controller: undefined, movedTo: '192.168.1.5' }],
  ['a malformed controller id', { controller: '../etc' }]
])('signing in is refused with %s', async (_what, body) => {
  const { ask, signIn, origin } = unchanged();
  const answer = await (typeof body === 'object'
    ? signIn(body)
    : ask('/api/sign-in', { method: 'POST', headers: { origin, 'content-type': 'application/json' }, body }));
  expect(answer).toMatchObject(refusal(400, 'bad-request'));
});

// CVE-2025-57808 (ESPHome): only the sent length was compared, so that an empty password matched.
it.each(['', 'dem', 'demo ', 'demodemo', 'DEMO'])('a wrong password is refused: %j', async (password) => {
  const { signIn } = await testProxy();
  expect(await signIn({ password })).toMatchObject(refusal(401, 'wrong-credentials'));
});

it('a wrong password is tried five times, and the sixth does not reach the controller', async () => {
  const { signIn, controller } = await testProxy();
  for (let n = 0; n < 5; n++) expect((await signIn(wrong)).status).toBe(401);
  const sixth = await signIn();
  expect(sixth).toMatchObject(refusal(429, 'too-many-attempts'));
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect(controller.requests()['POST /auth/login']).toBe(5);
});

it('a wrong password counts for the real client address, not for X-Forwarded-For', async () => {
  const { signIn, origin } = await testProxy();
  for (let n = 0; n < 5; n++) await signIn(wrong, { origin, 'x-forwarded-for': `192.168.1.${n}` });
  expect((await signIn(wrong, { origin, 'x-forwarded-for': '192.168.1.99' })).status).toBe(429);
});

it('a wrong password counts for the address that a declared proxy reports, as far as it can know', async () => {
  const { signIn, origin } = await testProxy({ argv: ['--trusted-proxies', '127.0.0.1'] });
  const from = (forwarded: string) => signIn(wrong, { origin, 'x-forwarded-for': forwarded });
  for (let n = 0; n < 5; n++) expect((await from(`10.9.9.${n}, 192.168.1.9`)).status).toBe(401);
  expect((await from('10.9.9.99, 192.168.1.9')).status).toBe(429);
  expect((await from('192.168.1.9, 127.0.0.1')).status).toBe(429);
  expect((await from('192.168.1.10')).status).toBe(401);
});

it('a wrong password is never logged', async () => {
  const { signIn, log } = await testProxy();
  await signIn({ password: 'canary-password' });
  const cookie = cookieOf(await signIn());
  expect(log.lines.join()).not.toContain('canary-password');
  expect(log.lines.join()).not.toContain(cookie.split('=')[1]);
  expect(log.lines.length).toBeGreaterThan(0);
});

// All addresses that are refused are in tests/proxy/server/base/net/destinations.test.ts.
it.each(['127.0.0.1', '8.8.8.8', 'controller.local', ''])(
  'an address is refused as the destination of a sign-in: %j',
  async (address) => {
    const { signIn, controller } = unchanged();
    const answer = await signIn({ controller: undefined, address });
    expect(answer).toMatchObject(refusal(400, 'bad-address'));
    expect(controller.requests()).toEqual({});
  }
);

it('an address without an answer is tried five times a minute, costs the others no attempt, and is not stored', async () => {
  const port = await freePort();
  const argv = controllerAt(port);
  const { signIn, ask } = await testProxy({ argv });
  for (let n = 0; n < 5; n++)
    expect(await signIn({ controller: undefined, address: '127.0.0.1' })).toMatchObject(
      refusal(502, 'controller-unreachable')
    );
  expect((await signIn({ controller: undefined, address: '127.0.0.1' })).status).toBe(429);
  expect((await signIn()).status).toBe(200);
  expect((await ask('/api/controllers')).json).toMatchObject({ controllers: [{ source: 'demo' }] });
});

it('an address with a controller is stored, and the demo home is no longer offered', async () => {
  const controller = await virtualForTest({ mac: OTHER_MAC, name: 'Villa' });
  const argv = controllerAt(controller.port);
  const { signIn, ask, stop, dataDir } = await testProxy({ argv });
  expect((await signIn({ controller: undefined, address: '127.0.0.1' })).status).toBe(200);
  const offered = { controllers: [{ name: 'Villa', address: '', source: 'known' }] };
  expect((await ask('/api/controllers')).json).toMatchObject(offered);

  await stop();
  const again = await testProxy({ argv, dataDir });
  expect((await again.ask('/api/controllers')).json).toMatchObject(offered);
});

it('a screen is unknown after it signed out, and its cookie is cleared', async () => {
  const { ask, cookie, call, id } = await testProxy();
  const own = await cookie();
  const out = await call(own, 'POST', '/own/sign-out');
  expect(out.status).toBe(204);
  expect(setCookieOf(out)).toBe(`mantel-${id}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`);
  expect((await ask('/api/me', { headers: { cookie: own } })).status).toBe(401);
});

it('a screen whose controller was lost with a damaged file has to sign in again', async () => {
  const demo = await testProxy();
  const cookie = await demo.cookie();
  await demo.stop();
  const controller = await virtualForTest({ mac: OTHER_MAC });
  const { ask } = await testProxy({ dataDir: demo.dataDir, controller });
  expect((await ask('/api/me', { headers: { cookie } })).status).toBe(401);
});
