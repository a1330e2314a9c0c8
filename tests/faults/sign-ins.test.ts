import { expect, it, onTestFinished } from 'vitest';
import { ERROR_STATUS } from '#shared/error-codes';
import type { ScreenEntry } from '#shared/household';
import { Screen } from '../../tools/support/screen';
import { json, refusal, type MisbehavingController } from '../../tools/support/misbehaving-controller';
import { misbehavingForTest } from '../support/controllers';
import { forgetTokens, RENEWALS, RENEWED } from './cases/renewals';
import { SIGN_INS } from './cases/sign-ins';
import { fastClock } from './fast-clock';
import { ProxyFixture, type Reply } from './proxy-fixture';

const clock = fastClock(10);
const LOGIN = 'POST /auth/login';
const RENEW = 'POST /auth/get-new-access-token';

async function start() {
  const controller = await misbehavingForTest();
  const proxy = new ProxyFixture({ controllerPort: controller.port, clock });
  await proxy.start();
  onTestFinished(() => proxy.stop());
  return { controller, proxy };
}

/** A proxy with a live screen of `demo`, and the requests of that screen. */
async function startSignedIn() {
  const { controller, proxy } = await start();
  const { cookie, controller: id } = await proxy.join();
  const screen = new Screen({ origin: proxy.origin, cookie, controller: id, clock, random: Math.random });
  onTestFinished(screen.start());
  await screen.live();
  const read = () =>
    proxy.call(`/api/controllers/${id}/v2/devices/1`, { headers: { cookie } }).then(outcomeOf);
  return { controller, proxy, screen, cookie, read };
}

function outcomeOf({ status, json: answer }: Reply): string {
  return status < 300 ? 'passed' : (answer as { error: { code: string } }).error.code;
}

it.each(Object.entries(SIGN_INS))(
  'a sign-in that the controller answers %s has the expected outcome',
  async (_name, { login, outcome, status }) => {
    const { controller, proxy, screen, read } = await startSignedIn();
    controller.on(LOGIN, login);
    const reply = await proxy.signIn({ username: 'other' });
    const isIn = outcome === 'signed-in';
    expect(outcomeOf(reply)).toBe(isIn ? 'passed' : outcome);
    expect(reply.status).toBe(isIn ? 200 : (status ?? ERROR_STATUS[outcome]));
    expect(reply.headers.getSetCookie().length).toBe(isIn ? 1 : 0);
    expect(controller.seen.filter(({ headers }) => 'x-injected' in headers)).toEqual([]);
    expect([screen.phase, await read()]).toEqual(['live', 'passed']);
  }
);

/** From now on the controller rejects every token for which `isAlive` is false. */
function killTokens(controller: MisbehavingController, isAlive: (token: string) => boolean) {
  for (const [route, behave] of Object.entries(forgetTokens(isAlive))) controller.on(route, behave);
}

it.each(Object.entries(RENEWALS))(
  'an expired token whose renewal the controller answers %s has the expected outcome',
  async (_name, { renew, readings, phase }) => {
    const { controller, proxy, screen, cookie, read } = await startSignedIn();
    killTokens(controller, (token) => token === RENEWED);
    controller.on(RENEW, renew);
    const outcomes: string[] = [];
    for (const _reading of readings) {
      const outcome = await read();
      outcomes.push(outcome === 'screen-locked' ? 'signed-out' : outcome);
    }
    expect(outcomes).toEqual(readings);
    while (screen.phase !== phase) await new Promise(setImmediate);
    // The cookie outlives the token, so the proxy still knows the screen and that it is locked.
    expect(await proxy.call('/api/me', { headers: { cookie } })).toMatchObject({
      status: 200,
      json: { locked: phase === 'offline' }
    });
    expect(screen.isSignedOut).toBe(false);
    expect(controller.count(RENEW)).toBeLessThanOrEqual(3);
  }
);

it('an expired token is renewed once for a hundred simultaneous requests', async () => {
  const { controller, read } = await startSignedIn();
  killTokens(controller, (token) => token === RENEWED);
  controller.on(RENEW, json({ token: RENEWED }));
  const outcomes = await Promise.all(Array.from({ length: 100 }, read));
  expect(new Set(outcomes)).toEqual(new Set(['passed']));
  expect(controller.count(RENEW)).toBe(1);
});

it('an expired token is renewed at most three times a minute, even if each new one expires at once', async () => {
  const { controller, read } = await startSignedIn();
  let made = 0;
  const used = new Set<string>();
  killTokens(controller, (token) => token === `token-${made}` && !used.has(token) && !!used.add(token));
  controller.on(RENEW, (response, seen) =>
    json({ token: `token-${++made}`, refresh_token: `refresh-${made}` })(response, seen)
  );
  const outcomes: string[] = [];
  for (let reading = 0; reading < 30; reading++) outcomes.push(await read());
  expect(controller.count(RENEW)).toBeLessThanOrEqual(3);
  expect(outcomes.at(-1)).toBe('controller-busy');
});

it('an expired token locks every screen of the user, which is live again once it is unlocked', async () => {
  const { controller, proxy, screen, read } = await startSignedIn();
  controller.on(RENEW, refusal(401));
  killTokens(controller, (token) => token === 'access-9');
  expect(await read()).toMatch(/signed-out|screen-locked/);
  while (screen.phase !== 'offline') await new Promise(setImmediate);
  controller.on(LOGIN, json({ token: 'access-9' }));
  for (const route of ['GET /rooms', 'GET /sections', 'GET /devices']) controller.behave(route);
  const owner = await proxy.join();
  expect(await read()).toBe('screen-locked');
  const headers = { cookie: owner.cookie };
  const { json: list } = await proxy.call('/api/screens', { headers });
  const locked = (list as { screens: ScreenEntry[] }).screens.filter((each) => each.locked);
  const body = { screens: locked.map((each) => each.id) };
  await proxy.call('/api/screens/let-back-in', { method: 'POST', headers, body });
  await screen.live();
  expect(await read()).toBe('passed');
});
