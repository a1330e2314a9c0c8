import { expect, it } from 'vitest';
import type { Pairing } from '#shared/household';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import { cookieOf, refusal, testProxy } from '../../../../support/test-proxy';

const LOOKING: Rights = { ...FULL_RIGHTS, commands: false };

/** A proxy with a screen of all rights, and functions to pair. */
async function beside(options?: Parameters<typeof testProxy>[0]) {
  const proxy = await testProxy(options);
  const cookie = await proxy.cookie();
  const offer = async (rights: unknown = LOOKING, by = cookie) =>
    proxy.call(by, 'POST', '/own/pairing', { rights });
  const codes = async () => (await offer()).json as Pairing;
  const pair = (code: unknown, headers: Record<string, string> = {}) =>
    proxy.ask('/api/pair', {
      method: 'POST',
      headers: { origin: proxy.origin, ...headers },
      body: { code, screen: 'Wall' }
    });
  const me = async (by: string) => proxy.call(by, 'GET', '/api/me');
  return { ...proxy, own: cookie, offer, codes, pair, me };
}

it('pairing signs in the next screen, with the chosen rights and without a password', async () => {
  const { codes, pair, me, own, controller, call } = await beside();
  const { code, digits, lastsMs } = await codes();
  expect({ digitCount: digits.length, lastsMs }).toEqual({ digitCount: 6, lastsMs: 600_000 });
  const answer = await pair(code);
  const session = { screen: { name: 'Wall' }, rights: LOOKING };
  expect(answer).toMatchObject({ status: 200, json: session });
  expect([answer.headers['set-cookie']].flat()[0]).toMatch(/; HttpOnly; SameSite=Strict/);
  expect(await me(cookieOf(answer))).toMatchObject({ status: 200, json: { rights: LOOKING } });
  const { json } = await call(own, 'GET', '/own/pairing');
  expect(json).toMatchObject({ state: 'used', screen: { name: 'Wall' } });
  expect(controller.requests()['POST /auth/login']).toBe(1);
});

it('pairing gives new codes of the same rights while the screen shows them, and none without an offer', async () => {
  const { codes, pair, me, own, call } = await beside();
  const renew = async (by = own) => call(by, 'PUT', '/own/pairing');
  expect(await renew()).toMatchObject(refusal(404, 'not-found'));
  const first = await codes();
  const second = (await renew()).json as Pairing;
  expect({ isSame: second.code === first.code, lastsMs: second.lastsMs }).toEqual({
    isSame: false,
    lastsMs: 600_000
  });
  const answer = await pair(second.digits);
  expect(await me(cookieOf(answer))).toMatchObject({ status: 200, json: { rights: LOOKING } });
  expect((await renew()).status).toBe(404);
  expect((await renew('')).status).toBe(401);
});

it('pairing accepts a code once, and refuses wrong codes and malformed bodies', async () => {
  const { codes, pair } = await beside();
  const { digits } = await codes();
  expect((await pair(digits)).status).toBe(200);
  expect(await pair(digits)).toMatchObject(refusal(401, 'wrong-code'));
  expect(await pair('')).toMatchObject(refusal(400, 'bad-request'));
  expect((await pair(7)).status).toBe(400);
});

it('pairing allows five attempts from one address, together with passwords', async () => {
  const { pair, signIn, codes } = await beside();
  for (let n = 0; n < 3; n++) expect((await pair('x'.repeat(22))).status).toBe(401);
  for (let n = 0; n < 2; n++) expect((await signIn({ password: 'not it' })).status).toBe(401);
  const sixth = await pair((await codes()).code);
  expect(sixth).toMatchObject(refusal(429, 'too-many-attempts'));
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(14 * 60);
});

it('pairing requires a screen of all rights, which was neither ended nor limited meanwhile', async () => {
  const { offer, codes, pair, own, call, cookie } = await beside();
  const limited = cookieOf(await pair((await codes()).code));
  expect(await offer(LOOKING, limited)).toMatchObject(refusal(403, 'limited-screen'));
  const other = await cookie({ screen: 'Other' });
  const { code } = (await offer(FULL_RIGHTS, other)).json as Pairing;
  const { screens } = (await call(own, 'GET', '/own/screens')).json as {
    screens: { id: string; name: string }[];
  };
  const path = `/own/screens/${screens.find(({ name }) => name === 'Other')?.id ?? ''}`;
  expect((await call(own, 'PATCH', path, { rights: LOOKING })).status).toBe(204);
  expect((await pair(code)).status).toBe(401);
});

it('pairing refuses rights of no room, of a malformed room, to an hour that is over, and that say too little', async () => {
  const { offer } = await beside();
  const malformed = [{ rooms: [] }, { rooms: ['hall'] }, { until: 1 }].map((each) => ({
    ...FULL_RIGHTS,
    ...each
  }));
  for (const rights of [null, ...malformed, { rooms: null }])
    expect({ rights, offer: await offer(rights) }).toMatchObject({
      rights,
      offer: refusal(400, 'bad-request')
    });
});

it('pairing writes no code to the log', async () => {
  const { codes, pair, log } = await beside();
  const { code, digits } = await codes();
  await pair(otherDigits(digits));
  await pair(code);
  expect(log.lines.join()).not.toContain(code);
  expect(log.lines.join()).not.toContain(digits);
});

const otherDigits = (digits: string) => (digits === '000000' ? '000001' : '000000');
