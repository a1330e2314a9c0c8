import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#shared/clock';
import { isRecord } from '#shared/home';
import { FULL_RIGHTS } from '#shared/rights';
import { routes } from '#shared/routes';
import { PUBLIC_ROUTES } from '../../../../proxy/server/household/access-control';
import { IDLE_TIMEOUT_MS } from '../../../../proxy/server/household/screens/lifetime';
import { cookieOf, refusal, testProxy, type TestProxy } from '../../../support/test-proxy';
import { bareServer } from '../http/bare-server';
import { foreignOrigins } from './foreign-origins';

// GHSA-5925-88xh-6h99 (ESPHome): any page could open the dashboard's socket. zwave-js-ui reflected any
// origin.
it('an unsafe call is refused to every origin but our own, and without an origin', async () => {
  const proxy = await testProxy();
  const cookie = await proxy.cookie();
  const signOut = (headers: Record<string, string>) =>
    proxy.ask('/own/sign-out', { method: 'POST', headers: { cookie, ...headers } });

  for (const origin of foreignOrigins(proxy.origin))
    expect(await signOut({ origin })).toMatchObject(refusal(403, 'foreign-origin'));
  expect((await signOut({})).status).toBe(403);
  expect((await signOut({ origin: proxy.origin })).status).toBe(204);
});

it.each(['cross-site', 'same-site', 'none'])(
  'an unsafe call is refused if the browser says that it comes from %s',
  async (site) => {
    const { ask, origin } = await testProxy();
    const headers = { origin, 'sec-fetch-site': site };
    expect((await ask('/api/controllers/search', { method: 'POST', headers })).status).toBe(403);
  }
);

it('an unsafe call may come from the declared origin, but not from another port or scheme', async () => {
  const { ask } = await testProxy({ argv: ['--origin', 'https://panel.example.org'] });
  const search = async (origin: string, host = 'panel.example.org') =>
    (await ask('/api/controllers/search', { method: 'POST', headers: { host, origin } })).status;
  expect(await search('https://panel.example.org')).toBe(200);
  expect(await search('https://panel.example.org', '127.0.0.1')).toBe(200);
  expect(await search('https://panel.example.org:8443')).toBe(403);
  expect(await search('https://evil.test')).toBe(403);
});

it.each(['cross-site', 'same-site'])('reading is refused to another page’s script: %s', async (site) => {
  const { ask, cookie } = await testProxy();
  const headers = { cookie: await cookie(), 'sec-fetch-site': site };
  expect((await ask('/api/me', { headers })).status).toBe(403);
});

it('reading is allowed to our own pages and to a user who types the address', async () => {
  const { ask, cookie } = await testProxy();
  const own = { cookie: await cookie() };
  expect((await ask('/api/me', { headers: own })).status).toBe(200);
  expect((await ask('/api/me', { headers: { ...own, 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
  expect((await ask('/api/me', { headers: { ...own, 'sec-fetch-site': 'none' } })).status).toBe(200);
});

it('no response carries a CORS header, whatever the request says', async () => {
  const { ask } = await testProxy();
  const headers = { origin: 'https://evil.test', 'access-control-request-method': 'GET' };
  for (const method of ['GET', 'OPTIONS'])
    expect(Object.keys((await ask('/api/status', { method, headers })).headers).join()).not.toContain(
      'access-control'
    );
});

/** The proxy's routes with values for their parameters. */
const routesOf = (proxy: TestProxy) =>
  proxy.routes.map((name) => {
    const [method = '', url = ''] = name.split(' ');
    return { name, method, path: url.replace(':id', proxy.id).replace(/:\w+/, 'x').replace('*', 'devices') };
  });

/** Routes that are not public. Signing out has its own test, because it would end the screen. */
const closedOf = (proxy: TestProxy) =>
  routesOf(proxy).filter(
    ({ name }) =>
      name !== 'POST /api/controllers/:id/sign-out' && !PUBLIC_ROUTES.includes(name.replace('HEAD', 'GET'))
  );

/** The status of each closed route for a cookie, as `GET /api/me 401`. */
const answersTo = async (proxy: TestProxy, cookie: string) => {
  const answers: string[] = [];
  for (const { method, path } of closedOf(proxy)) {
    const { status, json } = await proxy.call(cookie, method, path);
    const code = isRecord(json) && isRecord(json['error']) ? String(json['error']['code']) : '';
    answers.push(`${method} ${path} ${status} ${code}`.trim());
  }
  return answers;
};

it('every route of the table is answered', async () => {
  expect((await testProxy()).routes).toEqual(expect.arrayContaining(Object.keys(routes)));
});

// CVE-2026-82930: a new route had no access rule.
it.each([
  ['no cookie', () => ''],
  ['a garbage cookie', (name: string) => `${name}=garbage`],
  ['a cookie of the right shape', (name: string) => `${name}=${'A'.repeat(43)}`],
  ['two cookies', (name: string) => `${name}=${'A'.repeat(43)}; ${name}=${'B'.repeat(43)}`]
])('every route except the public ones is refused to %s', async (_what, cookieNamed) => {
  const proxy = await testProxy();
  const answers = await answersTo(proxy, cookieNamed(`mantel-${proxy.id}`));
  expect(answers.length).toBeGreaterThan(12);
  for (const answer of answers) expect(answer).toMatch(/ 401( not-signed-in)?$/);
});

it('every route except the public ones is refused to an expired cookie', async () => {
  let passed = 0;
  const monotonic = () => systemClock.monotonic() + passed;
  const proxy = await testProxy({ clock: { ...systemClock, monotonic } });
  const cookie = await proxy.cookie();
  expect((await proxy.ask('/api/me', { headers: { cookie } })).status).toBe(200);
  passed = IDLE_TIMEOUT_MS;
  for (const answer of await answersTo(proxy, cookie)) expect(answer).toMatch(/ 401( not-signed-in)?$/);
});

it('every route is refused to a limited screen, except those that enforce its rights', async () => {
  const proxy = await testProxy();
  const rights = { ...FULL_RIGHTS, commands: false };
  const { json } = await proxy.call(await proxy.cookie(), 'POST', '/own/pairing', { rights });
  const body = { code: isRecord(json) ? json['code'] : '' };
  const cookie = cookieOf(await proxy.call('', 'POST', '/api/pair', body));
  const answers = await answersTo(proxy, cookie);
  const open = answers.filter((answer) => !answer.endsWith(' 403 limited-screen'));
  const of = `/api/controllers/${proxy.id}`;
  expect(new Set(open.filter((answer) => !answer.includes('/v2/')))).toEqual(
    new Set([
      `GET ${of}/home 200`,
      'GET /api/me 200',
      `GET ${of}/layout 200`,
      `GET ${of}/scenes 200`,
      `GET ${of}/timers 200`,
      `GET ${of}/happened 200`,
      `POST ${of}/timers 400 bad-request`,
      `POST ${of}/alarms/seen 400 bad-request`,
      `GET ${of}/messages 200`,
      `PUT ${of}/messages/phone 400 bad-request`,
      `DELETE ${of}/messages/phone 204`,
      `PUT ${of}/sound 400 bad-request`,
      `GET ${of}/photos 200`,
      `GET ${of}/photos/x 404 not-found`,
      `GET ${of}/record 200`,
      ...['happened', 'values'].map((name) => `GET ${of}/record/${name} 400 bad-request`),
      // Its own PIN limits it further.
      `PUT ${of}/pin 400 bad-request`,
      `DELETE ${of}/pin 204`,
      `POST ${of}/pin/unlock 400 bad-request`,
      `POST ${of}/pin/lock 204`,
      `POST ${of}/pin/forgotten 400 bad-request`,
      // The route itself tells who may.
      `POST ${of}/account 400 bad-request`
    ])
  );
});

// CVE-2023-1751 (Nexx): the owner of one controller could control all others.
it("a controller's routes are refused to a screen of another controller", async () => {
  const proxy = await testProxy();
  const cookie = await proxy.cookie();
  const before = proxy.controller.requests();
  const ofControllers = routesOf(proxy).filter(({ name }) => name.includes('/:id/'));
  expect(ofControllers.length).toBeGreaterThan(1);
  for (const { method, path } of ofControllers) {
    const foreign = path.replace(proxy.id, 'ffffffffffff');
    const answer = await proxy.call(cookie, method, foreign);
    expect({ method, foreign, status: answer.status }).toEqual({ method, foreign, status: 401 });
  }
  expect(proxy.controller.requests()).toEqual(before);
});

async function serverWith(add: (app: ReturnType<typeof bareServer>['app']) => void) {
  const { app, screens } = bareServer();
  onTestFinished(() => app.close());
  add(app);
  const { cookie } = screens.add({ name: '', controller: '0123456789ab', kept: false });
  return { app, cookie: `mantel-0123456789ab=${cookie}` };
}

it('a route without an access rule is refused to everybody', async () => {
  const { app, cookie } = await serverWith((server) => server.get('/api/forgotten', () => 'secret'));
  const ask = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/api/forgotten', headers: { host: 'localhost', ...headers } })).statusCode;
  expect(await ask({})).toBe(403);
  expect(await ask({ cookie })).toBe(403);
});

it.each(['public', 'home', 'box'] as const)(
  'a route cannot declare itself of the %s without being on the list, or naming a home',
  async (access) => {
    await expect(
      serverWith((server) => server.get('/api/secret', { config: { access } }, () => 'secret'))
    ).rejects.toThrow('GET /api/secret');
  }
);
