import * as v from 'valibot';
import { expect, it } from 'vitest';
import { MANAGING_RIGHTS } from '#shared/rights';
import { meSchema } from '#shared/wire';
import { household, LOOKING, pair } from './managed-household';
import { at, cookieOf, ELSEWHERE, HOME, idIn, openOwner, refusal } from './owner';

const LIMITED = refusal(403, 'limited-screen');

const PIN = '90817263';

/** A browser with a screen at two controllers of one household, whose accounts have the same name and password. */
async function twoHomes() {
  const owner = await openOwner();
  const { proxy, signIn, call } = owner;
  const { cookie, id } = await signIn();
  const added = await proxy.signIn(at(ELSEWHERE), { origin: proxy.origin, cookie });
  expect(added.status).toBe(200);
  const other = { cookie: cookieOf(added), id: idIn(added) };
  const both = `${cookie}; ${other.cookie}`;
  const me = async (home?: string, jar = both) => {
    const answer = await call(jar, 'GET', `/api/me${home === undefined ? '' : `?home=${home}`}`);
    return { ...answer, me: v.safeParse(meSchema, answer.json).output as v.InferOutput<typeof meSchema> };
  };
  const ofHome = (home: string, method: string, path: string, body?: unknown, jar = both) =>
    call(jar, method, `/api/controllers/${home}${path}`, body);
  return { ...owner, cookie, id, there: other, both, me, ofHome };
}

it('a browser has a cookie for each home, and each is told with the others', async () => {
  const { id, there, me, both } = await twoHomes();
  expect(both).toMatch(new RegExp(`^mantel-${id}=[\\w-]{43}; mantel-${there.id}=[\\w-]{43}$`));
  for (const [home, other] of [
    [id, there.id],
    [there.id, id]
  ] as const) {
    const { me: session } = await me(home);
    expect({ home: session.controller.id, others: session.homes.map((each) => each.id) }).toEqual({
      home,
      others: [other]
    });
  }
  expect((await me()).me.controller.id, 'the newest').toBe(there.id);
});

it('a cookie opens its own home alone, whatever it is called and whatever stands beside it', async () => {
  const { id, there, cookie, proxy, other, live } = await twoHomes();
  const value = cookie.split('=')[1] ?? '';
  const before = other.seen.length;
  const routes = proxy.routes.filter((name) => name.includes('/:id/'));
  expect(routes.length).toBeGreaterThan(30);
  for (const jar of [cookie, `mantel-${there.id}=${value}`, `mantel=${value}`])
    for (const name of routes) {
      const [method = '', url = ''] = name.split(' ');
      const path = url.replace(':id', there.id).replace(/:\w+/g, 'x').replace('*', 'devices');
      const { status } = await proxy.call(jar, method, path);
      expect({ name, status }).toEqual({ name, status: 401 });
    }
  expect(other.seen.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await live(cookie, there.id).closed()).toBe(1008);
  expect((await proxy.call(`mantel=${value}`, 'GET', `/api/me?home=${id}`)).status).toBe(401);
  expect((await proxy.call(cookie, 'GET', `/api/me?home=${id}`)).status).toBe(200);
});

it('rights of two homes are never united', async () => {
  const home = await household();
  const { call, proxy, phone, id } = home;
  const { cookie } = await pair(home, phone, LOOKING);
  const added = await proxy.signIn(at(ELSEWHERE), { origin: proxy.origin, cookie: phone.cookie });
  const there = idIn(added);
  const managing = cookieOf(added);
  const jar = `${cookie}; ${managing}`;
  for (const [method, path, body] of [
    ['GET', '/screens', undefined],
    ['POST', '/pairing', { rights: MANAGING_RIGHTS }],
    ['POST', '/account', { username: 'owner', password: 'secret' }],
    ['POST', '/forget', {}]
  ] as const)
    expect(await call(jar, method, `/api/controllers/${id}${path}`, body), path).toMatchObject(LIMITED);
  for (const home of [id, there])
    expect(await call(jar, 'POST', `/api/controllers/search?home=${home}`)).toMatchObject(LIMITED);
});

it('a sign-out, and an end from elsewhere, leave the other homes as they are', async () => {
  const { id, there, ofHome, me, both } = await twoHomes();
  expect((await ofHome(id, 'POST', '/sign-out')).headers['set-cookie']).toEqual([
    `mantel-${id}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`
  ]);
  expect((await me(id)).status).toBe(401);
  expect((await me(there.id)).me.homes).toEqual([]);
  expect((await ofHome(there.id, 'GET', '/home', undefined, both)).status).toBe(200);
});

it('a PIN holds at all homes of its browser: to add, to remove and to sign out, not to read and to command', async () => {
  const { id, there, ofHome, both, proxy, call, command, me } = await twoHomes();
  const elsewhere = await proxy.signIn(at(HOME, { screen: 'Phone' }));
  expect((await ofHome(id, 'PUT', '/pin', { pin: PIN })).status).toBe(204);
  expect((await me(there.id)).me.hasPin).toBe(true);
  await ofHome(there.id, 'POST', '/pin/lock');
  for (const answer of [
    await ofHome(id, 'POST', '/sign-out'),
    await ofHome(there.id, 'POST', '/sign-out'),
    await ofHome(id, 'POST', '/forget'),
    await proxy.signIn(at('127.0.0.99'), { origin: proxy.origin, cookie: both }),
    await call(both, 'POST', `/api/controllers/search?home=${there.id}`)
  ])
    expect(answer).toMatchObject(refusal(403, 'pin-needed'));
  for (const home of [id, there.id]) {
    expect((await ofHome(home, 'GET', '/home')).status).toBe(200);
    expect(await command(both, home)).toBe(200);
  }
  expect(await ofHome(id, 'POST', '/pin/unlock', { pin: '0000' })).toMatchObject(refusal(401, 'wrong-pin'));
  const atOnce = [id, there.id].map((home) => ofHome(home, 'POST', '/pin/unlock', { pin: '1111' }));
  const tried = (await Promise.all(atOnce)).map(({ status }) => status);
  expect(tried.toSorted(), 'no more tries at once for several homes').toEqual([401, 429]);
  expect((await ofHome(there.id, 'POST', '/pin/unlock', { pin: PIN })).status).toBe(204);
  expect((await call(both, 'POST', `/api/controllers/search?home=${id}`)).status).toBe(200);
  const { screen } = (await me(id)).me;
  const reset = `/api/controllers/${id}/screens/${screen.id}/pin`;
  expect((await call(cookieOf(elsewhere), 'DELETE', reset)).status).toBe(204);
  expect((await me(id)).me.hasPin).toBeUndefined();
  // What the PIN kept from others is not opened by the password of another home.
  expect((await me(there.id)).status).toBe(401);
});

it('the password of one home removes a forgotten PIN from its browser, which is signed out of its other homes', async () => {
  const { id, there, ofHome, me } = await twoHomes();
  await ofHome(id, 'PUT', '/pin', { pin: PIN });
  await ofHome(id, 'POST', '/pin/lock');
  const forgotten = (password: string) => ofHome(id, 'POST', '/pin/forgotten', { password });
  expect(await forgotten('wrong')).toMatchObject(refusal(401, 'wrong-credentials'));
  expect([(await me(id)).me.hasPin, (await me(there.id)).me.hasPin]).toEqual([true, true]);
  expect((await forgotten('secret')).status).toBe(204);
  expect((await me(id)).me.hasPin).toBeUndefined();
  expect((await me(there.id)).status).toBe(401);
});
