import { describe, expect, it } from 'vitest';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import type { Pairing } from '#shared/household';
import { testProxy, type Answer } from '../../../support/test-proxy';

const LOOKING: Rights = { ...FULL_RIGHTS, commands: false };
const cookieIn = ({ headers }: Answer) => ([headers['set-cookie'] ?? ''].flat()[0] ?? '').split(';')[0] ?? '';

/** A proxy with a screen of all rights, and the ways in and out of a pairing. */
async function beside(options?: Parameters<typeof testProxy>[0]) {
  const proxy = await testProxy(options);
  const cookie = await proxy.cookie();
  const offer = async (rights: unknown = LOOKING, by = cookie) =>
    proxy.ask('/api/pairing', {
      method: 'POST',
      headers: { cookie: by, origin: proxy.origin },
      body: { rights }
    });
  const codes = async () => (await offer()).json as Pairing;
  const pair = (code: unknown, headers: Record<string, string> = {}) =>
    proxy.ask('/api/pair', {
      method: 'POST',
      headers: { origin: proxy.origin, ...headers },
      body: { code, screen: 'Wall' }
    });
  const me = async (by: string) => proxy.ask('/api/me', { headers: { cookie: by } });
  return { ...proxy, own: cookie, offer, codes, pair, me };
}

describe('pairing', () => {
  it('signs the next screen in as the same user, with the rights that were chosen and no password', async () => {
    const { codes, pair, me, own, controller, ask } = await beside();
    const { code, digits, lastsMs } = await codes();
    expect([digits.length, lastsMs]).toEqual([6, 120_000]);
    const answer = await pair(code);
    expect(answer).toMatchObject({
      status: 200,
      json: { user: 'demo', screen: { name: 'Wall' }, rights: LOOKING }
    });
    expect([answer.headers['set-cookie']].flat()[0]).toMatch(/; HttpOnly; SameSite=Strict/);
    expect(await me(cookieIn(answer))).toMatchObject({ status: 200, json: { rights: LOOKING } });
    expect((await ask('/api/pairing', { headers: { cookie: own } })).json).toMatchObject({
      state: 'used',
      screen: { name: 'Wall' }
    });
    expect(controller.requests()['POST /auth/login']).toBe(1);
  });

  it('takes a code once, and neither a wrong one nor a body that is none', async () => {
    const { codes, pair } = await beside();
    const { digits } = await codes();
    expect((await pair(digits)).status).toBe(200);
    expect(await pair(digits)).toMatchObject({ status: 401, json: { error: { code: 'wrong-code' } } });
    expect(await pair('')).toMatchObject({ status: 400, json: { error: { code: 'bad-request' } } });
    expect((await pair(7)).status).toBe(400);
  });

  it('is tried five times from one address, passwords counted with it', async () => {
    const { pair, signIn, codes } = await beside();
    for (let n = 0; n < 3; n++) expect((await pair('x'.repeat(22))).status).toBe(401);
    for (let n = 0; n < 2; n++) expect((await signIn({ password: 'not it' })).status).toBe(401);
    const sixth = await pair((await codes()).code);
    expect(sixth).toMatchObject({ status: 429, json: { error: { code: 'too-many-attempts' } } });
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(14 * 60);
  });

  it('is offered by screens of all rights alone, and no longer by one that was ended or limited', async () => {
    const { offer, codes, pair, own, ask, origin, cookie, id } = await beside();
    const limited = cookieIn(await pair((await codes()).code));
    expect(await offer(LOOKING, limited)).toMatchObject({
      status: 403,
      json: { error: { code: 'limited-screen' } }
    });
    const other = await cookie({ screen: 'Other' });
    const { code } = (await offer(FULL_RIGHTS, other)).json as Pairing;
    const { screens } = (await ask('/api/screens', { headers: { cookie: own } })).json as {
      screens: { id: string; name: string }[];
    };
    const path = `/api/screens/${screens.find(({ name }) => name === 'Other')?.id ?? ''}`;
    const limit = { method: 'PATCH', headers: { cookie: own, origin }, body: { rights: LOOKING } };
    expect((await ask(path, limit)).status).toBe(204);
    expect((await pair(code)).status).toBe(401);
    expect(id).toBeDefined();
  });

  it.each([
    ['none', null],
    ['of no room', { ...FULL_RIGHTS, rooms: [] }],
    ['of a room that is none', { ...FULL_RIGHTS, rooms: ['hall'] }],
    ['to an hour that is over', { ...FULL_RIGHTS, until: 1 }],
    ['that say too little', { rooms: null }]
  ])('has no rights that are %s', async (_what, rights) => {
    const { offer } = await beside();
    expect(await offer(rights)).toMatchObject({ status: 400, json: { error: { code: 'bad-request' } } });
  });

  it('leaves its codes in no log', async () => {
    const { codes, pair, log } = await beside();
    const { code, digits } = await codes();
    await pair(otherDigits(digits));
    await pair(code);
    expect(log.lines.join()).not.toContain(code);
    expect(log.lines.join()).not.toContain(digits);
  });

  it('needs our own page, and a door at which nobody can read along', async () => {
    const { codes, pair } = await beside();
    const { code } = await codes();
    expect(await pair(code, { origin: 'https://evil.test' })).toMatchObject({
      json: { error: { code: 'foreign-origin' } }
    });
    const plain = { host: 'mantel.local', origin: 'http://mantel.local' };
    expect(await pair(code, plain)).toMatchObject({ json: { error: { code: 'insecure-origin' } } });
    expect((await pair(code)).status).toBe(200);
  });
});

const otherDigits = (digits: string) => (digits === '000000' ? '000001' : '000000');
