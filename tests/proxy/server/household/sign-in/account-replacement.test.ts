import { expect, it } from 'vitest';
import { systemClock } from '#shared/clock';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import { pair, signedInBy, type SignedIn } from '../managed-household';
import { refusal } from '../owner';
import { hexOf, idsIn, severalAccounts, type SeveralAccounts } from './several-accounts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A household whose clock can be put ahead, with a managing phone, a wall without the right to manage, and a guest of one room. */
async function household() {
  let passed = 0;
  const later = (now: () => number) => () => now() + passed;
  const { monotonic, now } = systemClock;
  const home = await severalAccounts({ ...systemClock, monotonic: later(monotonic), now: later(now) });
  const wall = await pair(home, home.phone, FULL_RIGHTS, { screen: 'Wall', remember: true });
  const rights = { ...FULL_RIGHTS, rooms: [2] };
  const guest = await pair(home, home.phone, rights, { screen: 'Guest', remember: true });
  return { ...home, wall, guest, pass: (ms: number) => (passed += ms) };
}

/** What a screen sees of the home once it was read anew. */
async function seenBy({ call, id }: SeveralAccounts, { cookie }: SignedIn, count: number) {
  await expect
    .poll(async () => idsIn((await call(cookie, 'GET', `/api/controllers/${id}/home`)).json).length)
    .toBe(count);
}

const OF_ALL = { lost: [], added: [], screens: [] };

it.each([
  ['agrees', 'aunt', null],
  [
    'has fewer devices',
    'cook',
    {
      before: 12,
      after: 7,
      lost: ['Lamp 1', 'Lamp 2', 'Lamp 3', 'Lamp 4', 'Lamp 5'],
      added: [],
      screens: [
        { name: 'Wall', before: 12, after: 7 },
        { name: 'Phone', before: 12, after: 7 }
      ]
    }
  ],
  [
    'has more devices',
    'installer',
    {
      before: 12,
      after: 14,
      lost: [],
      added: ['Lamp 13', 'Lamp 14'],
      screens: [
        { name: 'Wall', before: 12, after: 14 },
        { name: 'Phone', before: 12, after: 14 }
      ]
    }
  ]
])(
  'a managing screen replaces the account by one whose home %s: what changes for whom is said before, and the screens stay',
  async (_, name, difference) => {
    const home = await household();
    const { phone, wall, guest, replace, requestsOf } = home;
    const first = await replace(name, phone.cookie);
    if (difference) {
      expect(first).toMatchObject(refusal(409, 'account-differs'));
      const { error } = first.json as { error: { detail: { screens: object[] } } };
      expect({ ...error.detail, screens: byName(error.detail.screens) }).toEqual({
        ...difference,
        screens: byName(difference.screens)
      });
      expect(requestsOf(name), 'nothing goes on with its tokens').toEqual(['GET /rooms', 'GET /devices']);
      expect(await home.me(phone.cookie)).toMatchObject({ account: 'owner' });
      expect((await replace(name, phone.cookie, { isConfirmed: true })).status).toBe(204);
    } else expect(first.status).toBe(204);
    expect(await home.me(phone.cookie)).toMatchObject({
      account: name,
      rights: MANAGING_RIGHTS,
      locked: false
    });
    expect(await home.me(phone.cookie)).not.toHaveProperty('accountReplaced');
    await seenBy(home, wall, home.seen[name]?.length ?? 0);
    await seenBy(home, guest, 6);
    expect((await home.kinds(phone))[0]).toBe('account-replaced');
    expect((await home.signIn('owner', { manages: true })).json).toMatchObject({
      rights: { manages: false },
      otherAccount: expect.anything() as object
    });
    expect(await home.stored()).toEqual([
      {
        controller: home.id,
        user: name,
        tokens: { access: `${hexOf(name)}-token`, refresh: `${hexOf(name)}-token-refresh` }
      }
    ]);
  }
);

/** Screens in the order of their names. */
const byName = (screens: readonly object[]) =>
  [...screens].sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));

it.each([
  ['a wrong password', 'aunt', { password: 'no' }, refusal(401, 'wrong-credentials')],
  ['an unknown name', 'nobody', {}, refusal(401, 'wrong-credentials')],
  ['another home, confirmed or not', 'neighbour', { isConfirmed: true }, refusal(409, 'different-home')],
  ['less than half of the home', 'passer', { isConfirmed: true }, refusal(409, 'different-home')]
])('an account with %s replaces none', async (_, name, body, refused) => {
  const home = await household();
  expect(await home.replace(name, home.phone.cookie, body)).toMatchObject(refused);
  expect(await home.me(home.phone.cookie)).toMatchObject({ account: 'owner' });
  expect(await home.stored()).toMatchObject([{ user: 'owner' }]);
});

it.each([
  ['a managing screen on which its password was not typed lately', 'phone', refusal(401, 'password-needed')],
  ['a screen that does not manage', 'wall', refusal(403, 'limited-screen')],
  ['a guest', 'guest', refusal(403, 'limited-screen')],
  ['a stranger', 'nobody', refusal(401, 'not-signed-in')]
] as const)('%s replaces no account, and the controller is asked nothing', async (_, who, refused) => {
  const home = await household();
  home.pass(11 * MINUTE_MS);
  const cookie = who === 'nobody' ? '' : home[who].cookie;
  expect(await home.replace('aunt', cookie, { isConfirmed: true })).toMatchObject(refused);
  expect(home.real.count('POST /auth/login')).toBe(1);
});

it('a code replaces the account, also one that is refused, and is used up by that alone', async () => {
  const home = await household();
  const code = await home.proxy.makeSetupCode();
  expect(await home.byCode('cook', code)).toMatchObject(refusal(409, 'account-differs'));
  expect(await home.byCode('neighbour', code)).toMatchObject(refusal(409, 'different-home'));
  await home.revoke('owner');
  expect((await home.byCode('aunt', code)).status).toBe(204);
  expect(await home.byCode('cook', code, { isConfirmed: true })).toMatchObject(
    refusal(401, 'wrong-setup-code')
  );
  expect((await home.signIn('aunt', { manages: true })).json).toMatchObject({ rights: MANAGING_RIGHTS });
});

it('the recovery code of the home replaces its account, and that of another one does not', async () => {
  const home = await household();
  const made = await home.call(home.phone.cookie, 'POST', '/own/recovery-code');
  const { code } = made.json as { code: string };
  expect((await home.byCode('aunt', code)).status).toBe(204);
  expect(await home.byCode('owner', 'AAAABBBBCCCC')).toMatchObject(refusal(401, 'wrong-setup-code'));
});

it('a locked managing screen replaces a refused account after an hour, told on all screens, and the account before takes the home back within seven days', async () => {
  const home = await household();
  const { phone, wall, guest, replace, pass } = home;
  await home.revoke('owner', 'new-secret');
  expect(await replace('aunt', phone.cookie)).toMatchObject(refusal(409, 'account-refused-shortly'));
  pass(59 * MINUTE_MS);
  expect(await replace('aunt', phone.cookie)).toMatchObject(refusal(409, 'account-refused-shortly'));
  for (const { cookie } of [wall, guest])
    expect(await replace('aunt', cookie)).toMatchObject(refusal(403, 'limited-screen'));
  pass(MINUTE_MS);
  for (const { cookie } of [wall, guest])
    expect(await replace('aunt', cookie)).toMatchObject(refusal(403, 'limited-screen'));
  expect(home.real.count('POST /auth/login'), 'nothing was asked so far').toBe(1);
  expect(
    await replace('cook', phone.cookie, { isConfirmed: true }),
    'less than three quarters'
  ).toMatchObject(refusal(409, 'different-home'));
  const lodger = await replace('lodger', phone.cookie);
  expect(lodger).toMatchObject(refusal(409, 'account-differs'));
  expect(lodger.json).toMatchObject({
    error: { detail: { ...OF_ALL, before: 12, after: 11, screens: expect.anything() as object } }
  });
  expect((await replace('lodger', phone.cookie, { isConfirmed: true })).status).toBe(204);
  const told = { by: 'Phone', until: expect.any(Number) as number };
  expect(await home.me(phone.cookie)).toMatchObject({
    locked: false,
    account: 'lodger',
    accountReplaced: told
  });
  for (const { cookie } of [wall, guest])
    expect(await home.me(cookie)).toMatchObject({ locked: true, accountReplaced: told });
  expect((await home.kinds(phone))[0]).toBe('account-replaced');
  await home.call(phone.cookie, 'POST', '/own/screens/let-back-in', { screens: [wall.id, guest.id] });
  expect(await home.live(wall.cookie).next('screen')).toMatchObject({ accountReplaced: told });

  pass(6 * DAY_MS);
  const back = await home.signIn('owner', { password: 'new-secret', manages: true });
  expect(back.json).toMatchObject({ account: 'owner', rights: MANAGING_RIGHTS, locked: false });
  expect(back.json).not.toHaveProperty('accountReplaced');
  for (const { cookie } of [phone, wall, guest])
    expect(await home.me(cookie)).toMatchObject({ locked: true });
  expect(await home.kinds(signedInBy(back))).toContain('account-taken-back');
  expect((await home.signIn('lodger', { manages: true })).json).toMatchObject({ rights: { manages: false } });
});

it('who has replaced a refused account and replaces it again does not end the way back', async () => {
  const home = await household();
  await home.revoke('owner', 'new-secret');
  home.pass(60 * MINUTE_MS);
  expect((await home.replace('aunt', home.phone.cookie)).status).toBe(204);
  expect((await home.replace('installer', home.phone.cookie, { isConfirmed: true })).status).toBe(204);
  const back = await home.signIn('owner', { password: 'new-secret', manages: true });
  expect(back.json).toMatchObject({ account: 'owner', rights: MANAGING_RIGHTS });
});

it('after seven days the former account is another one', async () => {
  const home = await household();
  await home.revoke('owner', 'new-secret');
  home.pass(60 * MINUTE_MS);
  expect((await home.replace('aunt', home.phone.cookie)).status).toBe(204);
  home.pass(7 * DAY_MS);
  const { json } = await home.signIn('owner', { password: 'new-secret', manages: true });
  expect(json).toMatchObject({ rights: { manages: false }, otherAccount: { more: 0 } });
  expect(await home.stored()).toMatchObject([{ user: 'aunt' }]);
});

it('an ended screen replaces no account, and while the home is being forgotten nobody does', async () => {
  const home = await household();
  const thief = await pair(home, home.phone, MANAGING_RIGHTS, { screen: 'Thief', remember: true });
  await home.call(home.phone.cookie, 'DELETE', `/own/screens/${thief.id}`);
  await home.call(home.phone.cookie, 'POST', '/own/forget', {});
  await home.revoke('owner');
  home.pass(60 * MINUTE_MS);
  expect(await home.replace('aunt', thief.cookie)).toMatchObject(refusal(401, 'not-signed-in'));
  expect((await home.replace('aunt', home.phone.cookie)).status).toBe(403);
});

it('an outage of the controller opens no way to replace the account', async () => {
  const home = await household();
  await home.real.disconnect();
  home.pass(2 * 60 * MINUTE_MS);
  expect(await home.replace('aunt', home.phone.cookie)).toMatchObject(refusal(401, 'password-needed'));
  expect(await home.me(home.phone.cookie)).toMatchObject({ locked: false });
});

it('who has replaced a refused account has no recovery code by which the way back ends, and none after it', async () => {
  const home = await household();
  await home.revoke('owner', 'new-secret');
  home.pass(60 * MINUTE_MS);
  expect((await home.replace('aunt', home.phone.cookie)).status).toBe(204);
  const newCode = async () =>
    ((await home.call(home.phone.cookie, 'POST', '/own/recovery-code')).json as { code: string }).code;
  expect((await home.byCode('installer', await newCode(), { isConfirmed: true })).status).toBe(204);
  const left = await newCode();
  const back = await home.signIn('owner', { password: 'new-secret', manages: true });
  expect(back.json).toMatchObject({ account: 'owner', rights: MANAGING_RIGHTS, needsRecoveryCode: true });
  expect(await home.byCode('aunt', left)).toMatchObject(refusal(401, 'wrong-setup-code'));
});

it('a code replaces no account of a home that is being forgotten, nor of one that is gone when the controller answers', async () => {
  const home = await household();
  const code = await home.proxy.makeSetupCode();
  const replaced = home.byCode('aunt', code, { isConfirmed: true });
  await home.meanwhile('aunt', async () => {
    await home.call(home.phone.cookie, 'POST', '/own/forget', {});
    expect(await home.byCode('aunt', code)).toMatchObject(refusal(409, 'home-leaving'));
    await home.call(home.phone.cookie, 'POST', '/own/forget', { now: true });
  });
  expect(await replaced).toMatchObject(refusal(404, 'not-found'));
  expect(await home.stored()).toEqual([]);
});

it.each([
  ['its name is typed in another case', 'Owner', 'aunt'],
  ['it sees less than half of what the other one sees', 'owner', 'landlord']
])('an account takes its home back, also if %s', async (_, typed, other) => {
  const home = await household();
  const [lamp, ...more] = home.seen['owner'] ?? [];
  if (!lamp) throw new Error('The home has devices.');
  const flats = Array.from({ length: 30 }, (_each, index) => ({
    ...lamp,
    id: 100 + index,
    name: `Flat ${index}`
  }));
  home.seen['landlord'] = [lamp, ...more, ...flats];
  await home.revoke('owner', 'new-secret');
  home.pass(60 * MINUTE_MS);
  expect((await home.replace(other, home.phone.cookie, { isConfirmed: true })).status).toBe(204);
  await seenBy(home, home.phone, home.seen[other]?.length ?? 0);
  const back = await home.signIn(typed, { password: 'new-secret', manages: true });
  expect(back.json).toMatchObject({ account: 'owner', rights: MANAGING_RIGHTS });
});

it('names that differ by case alone are two accounts where one of them has replaced the other', async () => {
  const home = await household();
  for (const name of ['owner', 'OWNER']) home.apart.add(name);
  home.seen['OWNER'] = home.seen['lodger'] ?? [];
  await home.revoke('owner', 'new-secret');
  home.pass(60 * MINUTE_MS);
  expect((await home.replace('OWNER', home.phone.cookie, { isConfirmed: true })).status).toBe(204);
  expect((await home.signIn('OWNER')).json).toMatchObject({
    account: 'OWNER',
    accountReplaced: { by: 'Phone' }
  });
  const back = await home.signIn('owner', { password: 'new-secret' });
  expect(back.json).toMatchObject({ account: 'owner' });
  expect(back.json).not.toHaveProperty('accountReplaced');
});

it('while the account before can take the home back, only a setup code forgets the home', async () => {
  const home = await household();
  await home.revoke('owner', 'new-secret');
  home.pass(60 * MINUTE_MS);
  expect((await home.replace('aunt', home.phone.cookie)).status).toBe(204);
  for (const now of [false, true])
    expect(await home.call(home.phone.cookie, 'POST', '/own/forget', { now })).toMatchObject(
      refusal(403, 'setup-code-needed')
    );
  const headers = { origin: home.proxy.origin, 'mantel-setup-code': await home.proxy.makeSetupCode() };
  const forget = { method: 'POST', headers, body: { now: true } };
  expect((await home.proxy.ask(`/api/controllers/${home.id}/forget`, forget)).status).toBe(200);
});
