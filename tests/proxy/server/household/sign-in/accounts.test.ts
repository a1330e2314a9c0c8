import * as v from 'valibot';
import { expect, it } from 'vitest';
import { systemClock } from '#shared/clock';
import { screensSchema } from '#shared/household';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import { testProxy } from '../../../../support/test-proxy';
import { pair, signedInBy, type SignedIn } from '../managed-household';
import { refusal } from '../owner';
import { hexOf, idsIn, severalAccounts, type SeveralAccounts } from './several-accounts';

const MONTH_MS = 30 * 24 * 60 * 60_000;

/** What a sign-in with a name comes to. */
type Outcome = 'own' | { readonly rooms: readonly number[] | null; readonly more?: number } | number;

/** The accounts of the controller, as they are typed. */
const NAMES: readonly (readonly [
  what: string,
  name: string,
  outcome: Outcome,
  password: 'right' | 'wrong'
])[] = [
  ['the account of the home', 'owner', 'own', 'right'],
  ['the same with spaces around', ' owner ', 'own', 'right'],
  ['the same in another case', 'OWNER', 'own', 'right'],
  ['another account that sees the same', 'aunt', { rooms: null }, 'right'],
  ['another account that sees one room whole', 'cook', { rooms: [2] }, 'right'],
  ['another account that sees one device less', 'lodger', { rooms: [1] }, 'right'],
  ['another account that sees more', 'installer', { rooms: null, more: 2 }, 'right'],
  ['another account that sees no room whole', 'passer', 403, 'right'],
  ['another account of another home', 'neighbour', 403, 'right'],
  ['an unknown name', 'nobody', 401, 'right'],
  ['the account of the home and a wrong password', 'owner', 401, 'wrong'],
  ['another account and a wrong password', 'aunt', 401, 'wrong']
];

/** Who signs in, and what the household knows then. */
const WHO: Readonly<Record<string, (home: SeveralAccounts) => Promise<Record<string, string>>>> = {
  'a stranger': async () => ({}),
  'who brings a code': async ({ proxy }) => ({ 'mantel-setup-code': await proxy.makeSetupCode() }),
  'the browser of a managing screen': async ({ phone }) => ({ cookie: phone.cookie })
};

it.each(Object.keys(WHO).flatMap((who) => NAMES.map((row) => [who, ...row] as const)))(
  '%s signs in with %s (%s), and gets what that account may see',
  async (who, _what, name, outcome, typed) => {
    const password = typed === 'right' ? 'secret' : 'no';
    const home = await severalAccounts();
    const { proxy, requestsOf, kinds, signIn, call, id } = home;
    const watching = await pair(home, home.phone, MANAGING_RIGHTS);
    const headers = await WHO[who]?.(home);
    const answer = await signIn(name, { manages: true, password }, { origin: proxy.origin, ...headers });
    const account = name.trim().toLowerCase();
    if (typeof outcome === 'number') {
      expect(answer.status).toBe(outcome);
      expect((await kinds(watching))[0], 'nobody came in').toBe('paired');
    } else if (outcome === 'own') {
      expect(answer.json).toMatchObject({ rights: MANAGING_RIGHTS, account: 'owner' });
      expect(answer.json).not.toHaveProperty('otherAccount');
      expect(await kinds(watching)).toContain('signed-in');
    } else {
      const { rooms, more = 0 } = outcome;
      const until = expect.any(Number) as number;
      expect(answer.json).toMatchObject({ rights: { ...FULL_RIGHTS, rooms, until }, otherAccount: { more } });
      expect(answer.json, 'not its business').not.toHaveProperty('account');
      const { cookie } = signedInBy(answer);
      const shown = idsIn((await call(cookie, 'GET', `/api/controllers/${id}/home`)).json);
      const ofRooms = home.seen['owner']?.filter(({ room_id }) => rooms?.includes(room_id) ?? true);
      expect(shown).toEqual(ofRooms?.map((device) => device.id));
      expect((await kinds(watching))[0]).toBe('other-account');
    }
    // Another account reads the home once, and nothing of it is kept.
    if (account !== 'owner') {
      expect(requestsOf(account)).toEqual(outcome === 401 ? [] : ['GET /rooms', 'GET /devices']);
      if (headers?.['mantel-setup-code'] !== undefined)
        expect(
          (await home.byCode('owner', headers['mantel-setup-code'])).status,
          'the code is not used'
        ).toBe(204);
    }
    expect(await home.stored()).toMatchObject([
      { user: 'owner', tokens: { access: `${hexOf('owner')}-token` } }
    ]);
  }
);

it.each(NAMES)(
  'a locked managing screen signs in with %s (%s): only the home’s own account, with its new password, lets it back in',
  async (_what, name, outcome, typed) => {
    const home = await severalAccounts();
    const wall = await pair(home, home.phone, FULL_RIGHTS);
    await home.revoke('owner');
    const right = outcome === 'own' ? 'another' : 'secret';
    const body = { manages: true, password: typed === 'right' ? right : 'no' };
    const answer = await home.signIn(name, body, { origin: home.proxy.origin, cookie: home.phone.cookie });
    const isOwn = outcome === 'own';
    expect(answer.status).toBe(isOwn ? 200 : outcome === 401 ? 401 : 409);
    if (isOwn) expect(answer.json).toMatchObject({ locked: false, rights: MANAGING_RIGHTS });
    else expect(await home.me(home.phone.cookie)).toMatchObject({ locked: true });
    expect(await home.me(wall.cookie), 'nobody else is let back in').toMatchObject({ locked: true });
    expect(await home.stored()).toMatchObject([
      { user: 'owner', tokens: isOwn ? { access: `${hexOf('owner')}-another` } : null }
    ]);
  }
);

it.each([
  ['the very home', [1, 12], 200],
  ['fewer devices of it', [1, 7], 200],
  ['more devices', [1, 14], 200],
  ['less than half of it', [1, 5], 409],
  ['another home', [101, 112], 409]
] as const)('the home’s own account signs in again, and reads %s (%o)', async (_, [from, to], status) => {
  const home = await severalAccounts();
  const [first] = home.seen['installer'] ?? [];
  if (!first) throw new Error('There are devices.');
  home.seen['owner'] = Array.from({ length: to - from + 1 }, (_each, n) => ({
    ...first,
    id: from + n,
    name: `Lamp ${from + n}`
  }));
  const answer = await home.signIn('owner', { manages: true });
  expect(answer.status).toBe(status);
  if (status === 409) expect(answer).toMatchObject(refusal(409, 'different-home'));
  expect((await home.kinds(home.phone)).slice(0, 2)).toEqual(
    status === 200 ? ['signed-in', 'signed-in'] : ['signed-in']
  );
  expect(await home.me(home.phone.cookie)).toMatchObject({ locked: false });
});

it.each(NAMES.filter(([, , , typed]) => typed === 'right'))(
  'the first sign-in at a controller, with %s (%s), brings the account of the home',
  async (_what, name, outcome) => {
    const home = await severalAccounts();
    const { proxy, phone, call } = home;
    const forget = await call(phone.cookie, 'POST', '/own/forget', { now: true });
    expect(forget.status).toBe(200);
    const code = await proxy.makeSetupCode();
    const answer = await home.signIn(name, { manages: false }, { 'mantel-setup-code': code });
    expect(answer.status).toBe(outcome === 401 ? 401 : 200);
    if (outcome === 401) return;
    expect(answer.json).toMatchObject({ rights: MANAGING_RIGHTS, account: name.trim() });
    expect(await home.stored()).toMatchObject([{ user: name.trim() }]);
  }
);

it('the demo home has its own account alone', async () => {
  const proxy = await testProxy();
  expect((await proxy.signIn({ username: 'demo', password: 'demo' })).status).toBe(200);
  for (const username of ['owner', 'demo2'])
    expect((await proxy.signIn({ username, password: 'demo' })).status).toBe(401);
});

it('names that differ by case alone are two accounts where they see different homes', async () => {
  const home = await severalAccounts();
  home.apart.add('OWNER');
  home.seen['OWNER'] = home.seen['cook'] ?? [];
  const { json } = await home.signIn('OWNER', { manages: true });
  expect(json).toMatchObject({ rights: { rooms: [2], manages: false } });
});

it('a name that is composed in another way is the same account', async () => {
  const home = await severalAccounts();
  home.seen['josé'] = home.seen['owner'] ?? [];
  await home.replace('jos\u00e9', home.phone.cookie);
  const { json } = await home.signIn('jose\u0301', { manages: true });
  expect(json).toMatchObject({ rights: MANAGING_RIGHTS });
});

it('while the home’s own account is refused, another one is told so in words, and comes in once it is signed in again', async () => {
  const home = await severalAccounts();
  await home.revoke('owner');
  for (const name of ['aunt', 'cook', 'installer'])
    expect(await home.signIn(name)).toMatchObject(refusal(409, 'account-needed'));
  expect((await home.signIn('owner', { password: 'another' })).status).toBe(200);
  expect((await home.signIn('cook')).status).toBe(200);
});

it('a home whose screens have all signed out is entered with its own account alone', async () => {
  const home = await severalAccounts();
  await home.call(home.phone.cookie, 'POST', '/own/sign-out');
  expect(await home.signIn('aunt')).toMatchObject(refusal(409, 'account-needed'));
  expect((await home.signIn('owner', { manages: true })).json).toMatchObject({ rights: MANAGING_RIGHTS });
});

/** What only who manages, or has all rights, may do. */
const BEYOND = [
  ['POST', '/pairing', { rights: FULL_RIGHTS }],
  ['GET', '/screens', undefined],
  ['GET', '/activity', undefined],
  ['PUT', '/layout', { favourites: [1] }],
  ['POST', '/forget', {}],
  ['POST', '/move', { address: '127.0.0.9' }],
  ['POST', '/recovery-code', undefined],
  ['POST', '/account', { username: 'installer', password: 'secret', isConfirmed: true }]
] as const;

it.each(['aunt', 'cook'])(
  'a screen of another account (%s) changes nothing of who may what',
  async (name) => {
    const home = await severalAccounts();
    const { cookie } = signedInBy(await home.signIn(name));
    for (const [method, path, body] of BEYOND)
      expect([path, await home.call(cookie, method, `/own${path}`, body)]).toMatchObject([
        path,
        refusal(403, 'limited-screen')
      ]);
    expect(await home.call(cookie, 'POST', '/own/password', { password: 'secret' })).toMatchObject(
      refusal(403, 'limited-screen')
    );
  }
);

it('a screen of another account ends after thirty days, and stays if somebody keeps it', async () => {
  let passed = 0;
  const later = (now: () => number) => () => now() + passed;
  const { monotonic, now } = systemClock;
  const home = await severalAccounts({ ...systemClock, monotonic: later(monotonic), now: later(now) });
  const kept = signedInBy(await home.signIn('aunt', { screen: 'Aunt' }));
  const other = signedInBy(await home.signIn('cook', { screen: 'Cook' }));
  const rights = { rooms: null, commands: true, until: null };
  const path = `/own/screens/${kept.id}`;
  expect((await home.call(home.phone.cookie, 'PATCH', path, { rights, kept: true })).status).toBe(204);
  const statusOf = async ({ cookie }: SignedIn) => (await home.call(cookie, 'GET', '/api/me')).status;
  passed = MONTH_MS - 60_000;
  expect([await statusOf(kept), await statusOf(other)]).toEqual([200, 200]);
  for (let month = 1; month <= 4; month++) {
    passed = month * (MONTH_MS - 30_000) + 60_000;
    expect([await statusOf(kept), await statusOf(other)]).toEqual([200, 401]);
  }
});

it('all screens of a home are locked when its account is refused, those of other accounts too', async () => {
  const home = await severalAccounts();
  const other = signedInBy(await home.signIn('aunt'));
  await home.revoke('owner');
  for (const { cookie } of [home.phone, other]) expect(await home.me(cookie)).toMatchObject({ locked: true });
});

it('another account whose home is read while that of the home is refused does not come in', async () => {
  const home = await severalAccounts();
  const coming = home.signIn('aunt');
  await home.meanwhile('aunt', () => home.revoke('owner'));
  expect(await coming).toMatchObject(refusal(409, 'account-needed'));
});

it('an account that sees hundreds of rooms whole comes in, and a restart signs nobody out', async () => {
  const home = await severalAccounts();
  const [lamp, ...more] = home.seen['owner'] ?? [];
  if (!lamp) throw new Error('The home has devices.');
  const cellars = Array.from({ length: 300 }, (_, index) => 100 + index);
  home.rooms.push(...cellars.map((id) => ({ id, name: `Cellar ${id}`, section_id: 1 })));
  const lamps = cellars.map((id) => ({ ...lamp, id, name: `Lamp ${id}`, room_id: id }));
  home.seen['owner'] = [lamp, ...more, ...lamps];
  home.seen['cook'] = [...more, ...lamps];
  const { cookie } = signedInBy(await home.signIn('cook'));
  const again = await home.restarted();
  for (const screen of [home.phone.cookie, cookie])
    expect((await again.call(screen, 'GET', '/api/me')).status).toBe(200);
});

it('other accounts that sign in again and again take no place of the screens of the home', async () => {
  const home = await severalAccounts();
  const laptop = signedInBy(await home.signIn('owner', { remember: false }));
  const others: SignedIn[] = [];
  for (let count = 0; count < 25; count++)
    others.push(signedInBy(await home.signIn('aunt', { remember: true })));
  const { json } = await home.call(home.phone.cookie, 'GET', '/own/screens');
  const { screens } = v.parse(screensSchema, json);
  expect(screens.filter(({ cameIn }) => cameIn.how === 'account')).toHaveLength(20);
  const statusOf = async ({ cookie }: SignedIn) => (await home.call(cookie, 'GET', '/api/me')).status;
  expect(
    await Promise.all([home.phone, laptop, ...others.slice(0, 1), ...others.slice(-1)].map(statusOf))
  ).toEqual([200, 200, 401, 200]);
});
