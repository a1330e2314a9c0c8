import { describe, expect, it } from 'vitest';
import { SETUP_CODE_HEADER } from '#shared/wire';
import { MAX_CONTROLLERS, MAX_USERS } from '../../../../../proxy/server/household/users/users';
import type { RawResponse } from '../../../../support/test-proxy';
import { at, boxFor, cookieOf, HOME, idIn, openOwner, refusal, restarted, type Owner } from '../owner';

const FULL = refusal(409, 'household-full');
const LOGIN = '/auth/login';

const userNumber = (n: number) => at(HOME, { username: `user-${n}` });
const loginsOf = ({ real }: Owner) => real.seen.filter(({ url }) => url === LOGIN).length;

/** A household with several users of one controller, each with a screen. */
async function withUsers(count: number) {
  const owner = await openOwner();
  const answers: RawResponse[] = [];
  for (let n = 0; n < count; n++) answers.push(await owner.proxy.signIn(userNumber(n)));
  return { ...owner, cookies: answers.map(cookieOf), id: answers.map(idIn)[0] ?? '' };
}

/** A household with the maximum number of controllers, each with a screen. */
async function withControllers() {
  const owner = await openOwner();
  const signInAt = async (address: string, code: string) =>
    owner.proxy.signIn(at(address), { origin: owner.proxy.origin, [SETUP_CODE_HEADER]: code });
  const first = await owner.signIn();
  const cookies = [first.cookie];
  const { port } = owner.real;
  for (let n = 1; n < MAX_CONTROLLERS; n++) {
    const address = `127.0.0.${70 + n}`;
    await boxFor({ address, port, token: `token-${n}` });
    cookies.push(cookieOf(await signInAt(address, await owner.proxy.makeSetupCode())));
  }
  const ninth = await boxFor({ address: '127.0.0.90', port, token: 'ninth' });
  const idsOf = async (cookie: string) =>
    (
      (await owner.call(cookie, 'GET', '/api/controllers')).json as { controllers: { id: string }[] }
    ).controllers.map(({ id }) => id);
  return { ...owner, cookies, first: first.id, ninth, signInAt, idsOf };
}

describe(`a controller with ${MAX_USERS} users`, () => {
  it('refuses another user before the password is sent, and signs in the known ones', async () => {
    const owner = await withUsers(MAX_USERS);
    const before = loginsOf(owner);
    expect(await owner.proxy.signIn(userNumber(MAX_USERS))).toMatchObject(FULL);
    expect(loginsOf(owner)).toBe(before);
    expect((await owner.proxy.signIn(userNumber(3))).status).toBe(200);
    const again = await restarted(owner);
    expect(await again.proxy.signIn(userNumber(MAX_USERS))).toMatchObject(FULL);
    expect((await again.proxy.signIn(userNumber(3))).status).toBe(200);
  });

  it('signs in one of two users who come at once for the last place', async () => {
    const owner = await withUsers(MAX_USERS - 1);
    const both = await Promise.all([owner.proxy.signIn(userNumber(20)), owner.proxy.signIn(userNumber(21))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(loginsOf(owner)).toBe(MAX_USERS + 1);
  });

  it('refuses another user also if one has signed out of every screen, who keeps the place and the layout', async () => {
    const { proxy, call, cookies, id } = await withUsers(MAX_USERS);
    const path = `/api/controllers/${id}`;
    const layout = { favourites: [1], devices: {}, rooms: {} };
    expect((await call(cookies[2] ?? '', 'GET', `${path}/home`)).status).toBe(200);
    expect((await call(cookies[2] ?? '', 'PUT', `${path}/layout`, layout)).status).toBe(204);
    await call(cookies[2] ?? '', 'POST', '/own/sign-out');
    expect(await proxy.signIn(userNumber(MAX_USERS))).toMatchObject(FULL);
    const again = cookieOf(await proxy.signIn(userNumber(2)));
    expect((await call(again, 'GET', `${path}/layout`)).json).toMatchObject({ favourites: [1] });
  });

  it('reveals its users to strangers no faster than their passwords', async () => {
    const { proxy } = await withUsers(MAX_USERS);
    for (let n = 0; n < 5; n++) expect(await proxy.signIn(userNumber(100 + n))).toMatchObject(FULL);
    expect(await proxy.signIn(userNumber(105))).toMatchObject(refusal(429, 'too-many-attempts'));
  });
});

describe(`a household of ${MAX_CONTROLLERS} controllers`, () => {
  it('refuses another one before it connects there, also if nobody is signed in at one of them, and adds it once that one is forgotten', async () => {
    const { proxy, call, cookies, first, ninth, signInAt, idsOf } = await withControllers();
    const code = await proxy.makeSetupCode();
    await call(cookies[0] ?? '', 'POST', '/own/sign-out');
    expect(await signInAt('127.0.0.90', code)).toMatchObject(FULL);
    expect(ninth.seen).toEqual([]);
    expect((await proxy.signIn(at('127.0.0.71', { username: 'another' }))).status).toBe(200);
    const headers = { origin: proxy.origin, [SETUP_CODE_HEADER]: code };
    const forget = { method: 'POST', headers, body: { now: true } };
    expect((await proxy.ask(`/api/controllers/${first}/forget`, forget)).status).toBe(200);
    const added = await signInAt('127.0.0.90', await proxy.makeSetupCode());
    const ids = await idsOf(cookieOf(added));
    expect(ids).toHaveLength(MAX_CONTROLLERS);
    expect([ids.includes(first), ids.includes(idIn(added))]).toEqual([false, true]);
  });
});
