import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import { routes, type RouteName } from '#shared/routes';
import { openedFiles } from '../../../support/left-of-home';
import { pair, signedInBy, type SignedIn } from './managed-household';
import { at, refusal } from './owner';
import { HOUSE_USER, intruder, ownBox, twoOwnedHomes, type TwoHomes } from './two-owned-homes';

/** What the house is, for those who manage it. Seeing it is the only thing that may change. */
async function houseAsItIs({ call, of, phone }: TwoHomes) {
  // Of the screens, which are listed by when they were seen, only that changes.
  const read = async (path: string) => {
    const { text } = await call(phone.cookie, 'GET', of('house', path));
    const rows = text.replaceAll(/"lastSeen":\d+/g, '').split(/(?=\{"id")/);
    return path === '/screens' ? rows.map((row) => row.replace(/[,\]}]+$/, '')).toSorted() : text;
  };
  const paths = ['/screens', '/activity', '/layout', '/scenes', '/messages', '/record', '/pairing'];
  return Promise.all([...paths, '/recovery-code'].map(read));
}

/** What changes by itself: when screens were seen, and how long they stay. */
const VOLATILE = ['lastSeen', 'idleLeft', 'absoluteLeft'];

/** What is stored of the house: its rows in the files of all homes, and its own files. */
async function storedOfHouse({ proxy, ids }: TwoHomes) {
  const isOfHouse = (value: unknown) => JSON.stringify(value).includes(ids.house);
  const rowsOf = (value: unknown): unknown[] => {
    if (Array.isArray(value)) return value.filter(isOfHouse);
    const lists = Object.values(Object(value) as object).filter((each) => Array.isArray(each));
    return lists.some(isOfHouse) ? lists.flatMap(rowsOf) : isOfHouse(value) ? [value] : [];
  };
  const stored = [...(await openedFiles(proxy.dataDir))]
    .filter(([name]) => !['key', 'tls'].includes(name))
    .map(([name, text]) => [name, rowsOf(JSON.parse(text))] as const)
    .filter(([, rows]) => rows.length > 0);
  return JSON.stringify(stored.toSorted(), (key, value: unknown) => (VOLATILE.includes(key) ? 0 : value));
}

/** Each way to manage the cottage. */
const WAYS: readonly (readonly [string, (homes: TwoHomes) => Promise<SignedIn>])[] = [
  ['a password that its controller accepts', intruder],
  ['a pairing by one who manages it', async (homes) => pair(homes, homes.cottagePhone, MANAGING_RIGHTS)],
  [
    'its recovery code',
    async (homes) => {
      const { call, of, cottagePhone, byCode, ids } = homes;
      const { json } = await call(cottagePhone.cookie, 'POST', of('cottage', '/recovery-code'));
      const { code } = json as { code: string };
      const body = { controller: ids.cottage, username: 'admin', password: 'x' };
      return signedInBy(await byCode('POST', '/api/sign-in', code, body));
    }
  ]
];

it.each(WAYS)('who manages the cottage by %s reads and changes nothing of the house', async (_way, enter) => {
  const homes = await twoOwnedHomes();
  const { call, of, proxy, phone, wall, cottagePhone, ids, real } = homes;
  const { cookie } = await enter(homes);
  const made = await call(cottagePhone.cookie, 'POST', of('cottage', '/recovery-code'));
  const { code: brought } = made.json as { code: string };
  const before = { shown: await houseAsItIs(homes), stored: await storedOfHouse(homes) };
  const logins = real.count('POST /auth/login');

  // Every route of a home and of the box, aimed at the house: with the cookie of the cottage, also named as if it were the house's.
  const renamed = cookie.replace(ids.cottage, ids.house);
  for (const jar of [cookie, renamed, `${cookie}; ${renamed}`])
    for (const [name, { access }] of Object.entries(routes) as [RouteName, { access: string }][]) {
      if (access === 'public' || !name.includes('/:id/')) continue;
      const [method = '', path = ''] = name.split(' ');
      const url = path.replace(':id', ids.house).replace(':screen', wall.id).replaceAll(/:\w+/g, '1');
      const answer = await call(jar, method, `${url}?home=${ids.cottage}`, {});
      expect([name, answer.status]).toEqual([name, 401]);
    }
  for (const name of ['POST /forget', 'DELETE /forget']) {
    const [method = '', path = ''] = name.split(' ');
    const answer = await homes.byCode(method, of('house', path), brought, undefined, cookie);
    expect([name, answer]).toMatchObject([name, refusal(403, 'setup-code-needed')]);
  }
  // Routes of the cottage that name something of the house.
  for (const [method, path, body, expected] of [
    ['POST', '/account', { controller: ids.house, username: 'x', password: 'x' }, 400],
    ['DELETE', `/screens/${wall.id}`, undefined, 404],
    ['DELETE', `/screens/${wall.id}/pin`, undefined, 404],
    ['PATCH', `/screens/${wall.id}`, { name: 'x' }, 404],
    ['POST', '/screens/let-back-in', { screens: [wall.id] }, 204]
  ] as const)
    expect([path, (await call(cookie, method, of('cottage', path), body)).status]).toEqual([path, expected]);
  // Ways to the box, and to the house's address.
  await ownBox(homes);
  for (const body of [
    at('127.0.0.4'),
    at('127.0.0.5', { isNewHome: true }),
    at('', { address: undefined, controller: ids.house, movedTo: '127.0.0.4' })
  ])
    for (const headers of [{ cookie }, { cookie, 'mantel-setup-code': brought }])
      expect(await proxy.signIn(body, { origin: proxy.origin, ...headers })).toMatchObject(
        refusal(403, 'setup-code-needed')
      );
  const search = await call(cookie, 'POST', `/api/controllers/search?home=${ids.cottage}`);
  expect(search).toMatchObject(refusal(403, 'limited-screen'));

  // What it sees of the household is the name of the house.
  const seen = [
    await call(cookie, 'GET', '/api/controllers'),
    ...(await Promise.all(
      ['/screens', '/activity', '/attention', '/report', '/messages'].map((path) =>
        call(cookie, 'GET', of('cottage', path))
      )
    ))
  ];
  for (const { status, text } of seen) {
    expect(status).toBe(200);
    for (const secret of [HOUSE_USER, wall.id, phone.id, '127.0.0.5', 'House wall', 'Evening'])
      expect(text).not.toContain(secret);
  }
  expect(real.count('POST /auth/login'), 'no password reached the house').toBe(logins);
  expect(await houseAsItIs(homes)).toEqual(before.shown);
  await proxy.stop();
  expect(await storedOfHouse(homes)).toBe(before.stored);
});

it('a compromised cottage takes nothing over: V1, step by step', async () => {
  const homes = await twoOwnedHomes();
  const { call, of, proxy, ids, phone } = homes;
  const { cookie } = await intruder(homes);
  expect((await call(cookie, 'GET', '/api/me')).json).toMatchObject({ rights: { manages: true } });
  expect(await call(cookie, 'POST', of('house', '/forget'), { now: true })).toMatchObject(
    refusal(401, 'not-signed-in')
  );
  const box = await ownBox(homes);
  expect(await proxy.signIn(at('127.0.0.4'), { origin: proxy.origin, cookie })).toMatchObject(
    refusal(403, 'setup-code-needed')
  );
  await call(phone.cookie, 'POST', of('house', '/sign-out'));
  const { json } = await call('', 'GET', '/api/controllers');
  expect((json as { controllers: { id: string }[] }).controllers.map(({ id }) => id)).toEqual([
    ids.house,
    ids.cottage
  ]);
  expect((await proxy.signIn(at('127.0.0.5', { username: HOUSE_USER }))).status).toBe(200);
  expect(box.seen).toEqual([]);
});

it('adding a home takes a browser that manages all of them, with the password of each', async () => {
  const homes = await twoOwnedHomes();
  const { call, of, proxy, phone, cottagePhone, ids } = homes;
  await ownBox(homes);
  const paired = {
    house: await pair(homes, phone, MANAGING_RIGHTS),
    cottage: await pair(homes, cottagePhone, MANAGING_RIGHTS)
  };
  const jar = `${paired.house.cookie}; ${paired.cottage.cookie}`;
  const add = async (cookie = jar) => proxy.signIn(at('127.0.0.4'), { origin: proxy.origin, cookie });
  expect(await add(paired.house.cookie)).toMatchObject(refusal(403, 'setup-code-needed'));
  for (const home of ['house', 'cottage'] as const) {
    const refused = await add();
    expect(refused).toMatchObject(refusal(401, 'password-needed'));
    expect(refused.json).toMatchObject({ error: { detail: { home: ids[home] } } });
    expect((await call(jar, 'POST', of(home, '/password'), { password: 'secret' })).status).toBe(204);
  }
  expect((await add()).status).toBe(200);
  for (const [cookie, home] of [
    [phone.cookie, 'house'],
    [cottagePhone.cookie, 'cottage']
  ] as const) {
    const { json } = await call(cookie, 'GET', of(home, '/activity'));
    const by = { id: paired[home].id };
    expect((json as { activities: object[] }).activities[0]).toMatchObject({
      kind: 'home-added',
      home: { name: 'Home' },
      by
    });
  }
});

it('homes of one name carry a number and their day wherever a password is typed', async () => {
  const homes = await twoOwnedHomes();
  const { call, phone, cottagePhone } = homes;
  const { controllers } = (await call('', 'GET', '/api/controllers')).json as { controllers: object[] };
  const both = `${phone.cookie}; ${cottagePhone.cookie}`;
  const me = (await call(both, 'GET', '/api/me')).json as { controller: object; homes: object[] };
  const namesake = { number: expect.any(Number) as number, addedAt: expect.any(Number) as number };
  expect(controllers).toMatchObject([{ namesake }, { namesake }]);
  const told = [...me.homes, me.controller].map((home) => ({ ...home, address: '' }));
  expect(controllers, 'each has the same number everywhere').toMatchObject(told);
});

it('the recovery code of a home lets one phone manage it, once, and is offered anew', async () => {
  const homes = await twoOwnedHomes();
  const { call, of, ids, phone, recoveryCode, byCode } = homes;
  const body = { controller: ids.house, username: HOUSE_USER, password: 'secret' };
  const spelt = recoveryCode.toLowerCase().replace(/(.{4})/g, '$1 ');
  const list = (await byCode('GET', '/api/controllers', spelt)).json;
  expect(list).toMatchObject({ codeFor: ids.house, mayAdd: false });
  expect(await byCode('POST', '/api/controllers/search', spelt)).toMatchObject(
    refusal(403, 'setup-code-needed')
  );
  const wrong = await byCode('POST', '/api/sign-in', 'AAAABBBBCCCC', body);
  expect(wrong).toMatchObject(refusal(401, 'wrong-setup-code'));
  const entered = await byCode('POST', '/api/sign-in', spelt, body);
  expect(entered.json).toMatchObject({ rights: { manages: true }, needsRecoveryCode: true });
  expect(await byCode('POST', '/api/sign-in', spelt, body)).toMatchObject(refusal(401, 'wrong-setup-code'));
  const heir = signedInBy(entered);
  expect((await call(heir.cookie, 'GET', of('house', '/recovery-code'))).json).toEqual({ madeAt: null });
  const made = await call(heir.cookie, 'POST', of('house', '/recovery-code'));
  expect((made.json as { code: string }).code).toMatch(/^[A-Z2-7]{12}$/);
  const guest = await pair(homes, phone, FULL_RIGHTS);
  expect(await call(guest.cookie, 'POST', of('house', '/recovery-code'))).toMatchObject(
    refusal(403, 'limited-screen')
  );
  const other = await pair(homes, phone, MANAGING_RIGHTS);
  expect(await call(other.cookie, 'POST', of('house', '/recovery-code'))).toMatchObject(
    refusal(401, 'password-needed')
  );
});

it('the first sign-in at a home offers a recovery code, and the next ones do not', async () => {
  const { proxy, phone, call } = await twoOwnedHomes();
  const again = await proxy.signIn(at('127.0.0.5', { username: HOUSE_USER }));
  expect(again.json).not.toHaveProperty('needsRecoveryCode');
  expect((await call(phone.cookie, 'GET', '/api/me')).json).not.toHaveProperty('needsRecoveryCode');
});

it('while the house is being forgotten, who manages the cottage alone may add no home, and sees no address', async () => {
  const homes = await twoOwnedHomes();
  const { call, of, proxy, phone, cottagePhone } = homes;
  const { cookie } = await intruder(homes);
  await ownBox(homes);
  expect((await call(phone.cookie, 'POST', of('house', '/forget'))).status).toBe(200);
  const list = await call(cookie, 'GET', '/api/controllers');
  expect(list.json).toMatchObject({ mayAdd: false, controllers: [{ address: '' }, {}] });
  expect(list.text).not.toContain('127.0.0.5');
  expect((await call(cookie, 'POST', '/api/controllers/search')).status).toBe(403);
  const add = (jar: string) => proxy.signIn(at('127.0.0.4'), { origin: proxy.origin, cookie: jar });
  expect(await add(cookie)).toMatchObject(refusal(403, 'setup-code-needed'));
  expect((await add(`${phone.cookie}; ${cottagePhone.cookie}`)).status).toBe(200);
});

it('a wrong code is one attempt and one event, and too many are said to be that', async () => {
  const homes = await twoOwnedHomes();
  const { call, of, phone, byCode, recoveryCode } = homes;
  for (let n = 0; n < 4; n++)
    expect((await byCode('GET', '/api/controllers', `AAAABBBBCCC${n + 2}`)).json).not.toHaveProperty(
      'codeFor'
    );
  const { json } = await call(phone.cookie, 'GET', of('house', '/activity'));
  expect((json as { activities: object[] }).activities[0]).toMatchObject({
    kind: 'setup-code-failed',
    count: 4
  });
  expect((await byCode('GET', '/api/controllers', recoveryCode)).json).toHaveProperty('codeFor');
  await byCode('GET', '/api/controllers', 'AAAABBBBCCC7');
  expect(await byCode('GET', '/api/controllers', recoveryCode)).toMatchObject(
    refusal(429, 'too-many-attempts')
  );
});

it('a recovery code whose use could not be stored stays valid, and nothing is done', async () => {
  const homes = await twoOwnedHomes();
  const { proxy, ids, recoveryCode, byCode } = homes;
  const recovery = join(proxy.dataDir, 'recovery');
  await rm(recovery);
  await mkdir(join(recovery, 'in-the-way'), { recursive: true });
  const body = { controller: ids.house, username: HOUSE_USER, password: 'secret' };
  const entered = await byCode('POST', '/api/sign-in', recoveryCode, body);
  expect(entered.json).toMatchObject({ rights: { manages: false } });
  await rm(recovery, { recursive: true });
  expect((await byCode('POST', '/api/sign-in', recoveryCode, body)).json).toMatchObject({
    rights: { manages: true }
  });
});
