import { expect, it } from 'vitest';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import { FakeClock } from '../../../../support/fake-clock';
import { restarted, usersHousehold, wayOf } from '../household-with-users';
import { signedInBy } from '../managed-household';
import { at, boxFor, cookieOf, ELSEWHERE, HOME, idIn, openOwner, refusal } from '../owner';

const LIMITED = refusal(403, 'limited-screen');

const MINUTE_MS = 60_000;

/** A household whose controller has several users with the same password. */
async function severalUsers() {
  const { proxy, call } = await openOwner();
  const signIn = async (username: string, headers: Record<string, string> = {}) => {
    const answer = await proxy.signIn(at(HOME, { username, screen: `${username}’s` }), headers);
    return { ...signedInBy(answer), controller: idIn(answer) };
  };
  const rightsOf = async (cookie: string) =>
    ((await call(cookie, 'GET', '/api/me')).json as { rights: unknown }).rights;
  return { proxy, call, signIn, rightsOf };
}

/** The same with two of them who manage. */
async function twoManagers() {
  const home = await severalUsers();
  const owner = await home.signIn('owner');
  const code = await home.proxy.makeSetupCode();
  return { ...home, owner, successor: await home.signIn('successor', { 'mantel-setup-code': code }) };
}

it('the first user manages the household, and later users who sign in with a password do not', async () => {
  const { call, signIn, rightsOf } = await severalUsers();
  const owner = await signIn('owner');
  const guest = await signIn('guest');
  expect(await rightsOf(owner.cookie)).toEqual(MANAGING_RIGHTS);
  expect(await rightsOf(guest.cookie)).toEqual(FULL_RIGHTS);

  const own = `/api/controllers/${guest.controller}`;
  expect((await call(guest.cookie, 'GET', `${own}/home`)).status).toBe(200);
  for (const [method, path, body] of [
    ['POST', '/api/controllers/search', {}],
    ['POST', `${own}/move`, { address: '127.0.0.9' }],
    ['POST', '/own/pairing', { rights: MANAGING_RIGHTS }]
  ] as const)
    expect(await call(guest.cookie, method, path, body), path).toMatchObject(LIMITED);
  const elsewhere = { address: '127.0.0.9', username: 'guest', password: 'secret' };
  expect(await call(guest.cookie, 'POST', '/api/sign-in', elsewhere)).toMatchObject(
    refusal(403, 'setup-code-needed')
  );
  expect((await call(guest.cookie, 'DELETE', `/own/screens/${owner.id}`)).status).toBe(404);
  expect((await call(guest.cookie, 'PATCH', `/own/screens/${owner.id}`, { name: 'X' })).status).toBe(404);
});

it('the owner manages again by the password alone after the last phone was lost, and after a restart', async () => {
  const before = await usersHousehold();
  await before.call(before.owner.cookie, 'POST', '/own/sign-out');
  const { signIn, call } = await restarted(before);
  const me = await call((await signIn()).cookie, 'GET', '/api/me');
  expect(me.json).toMatchObject({ rights: MANAGING_RIGHTS });
});

it('a user who brings a setup code to the known controller manages from then on', async () => {
  const { proxy, call, signIn, rightsOf } = await severalUsers();
  await signIn('owner');
  const code = await proxy.makeSetupCode();
  const successor = await signIn('successor', { 'mantel-setup-code': code });
  expect(await rightsOf(successor.cookie)).toEqual(MANAGING_RIGHTS);
  await call(successor.cookie, 'POST', '/own/sign-out');
  expect(await rightsOf((await signIn('successor')).cookie)).toEqual(MANAGING_RIGHTS);
  const third = await proxy.signIn(at(HOME, { username: 'third' }), { 'mantel-setup-code': code });
  expect(third).toMatchObject(refusal(401, 'wrong-setup-code'));
});

it('a user whose right to manage was removed does not regain it with a password', async () => {
  const { call, signIn, rightsOf, owner, successor } = await twoManagers();
  const edit = { rights: FULL_RIGHTS };
  expect((await call(owner.cookie, 'PATCH', `/own/screens/${successor.id}`, edit)).status).toBe(204);
  // An older page does not send this right, so it stays unchanged.
  expect(await rightsOf(successor.cookie)).toEqual(FULL_RIGHTS);
  expect(await rightsOf((await signIn('successor')).cookie)).toEqual(FULL_RIGHTS);
});

it('the last managing screen can lose the right only to a user who typed a password recently', async () => {
  const { call, signIn, rightsOf, owner, successor } = await twoManagers();
  const offer = await call(successor.cookie, 'POST', '/own/pairing', { rights: MANAGING_RIGHTS });
  const { code } = offer.json as { code: string };
  const found = cookieOf(await call('', 'POST', '/api/pair', { code }));

  const take = () => call(found, 'PATCH', `/own/screens/${owner.id}`, { rights: FULL_RIGHTS });
  expect(await take()).toMatchObject(refusal(401, 'password-needed'));
  expect(await rightsOf((await signIn('owner')).cookie)).toEqual(MANAGING_RIGHTS);
  // The owner has another managing screen by now, so the password restores a right that is removed here.
  expect((await take()).status).toBe(204);
});

it('an edit without the right to manage leaves it unchanged', async () => {
  const { call, rightsOf, owner, successor } = await twoManagers();
  const { manages: _, ...rights } = FULL_RIGHTS;
  await call(owner.cookie, 'PATCH', `/own/screens/${successor.id}`, { name: 'Heir', rights });
  expect(await rightsOf(successor.cookie)).toEqual(MANAGING_RIGHTS);
  await call(owner.cookie, 'PATCH', `/own/screens/${successor.id}`, {
    rights: { ...rights, commands: false }
  });
  expect(await rightsOf(successor.cookie)).toEqual({ ...FULL_RIGHTS, commands: false });
});

it('adding a controller requires the password, on a screen where it was not typed for ten minutes', async () => {
  const clock = new FakeClock();
  const { owner, controller, call } = await usersHousehold({ clock });
  const box = await boxFor({ address: ELSEWHERE, port: controller.port, token: 'own' });
  await clock.advance(10 * MINUTE_MS);
  const add = () =>
    call(owner.cookie, 'POST', '/api/sign-in', { address: ELSEWHERE, username: 'thief', password: 'any' });
  expect(await add()).toMatchObject(refusal(401, 'password-needed'));
  expect(box.seen).toEqual([]);
  expect((await call(owner.cookie, 'POST', '/own/password', { password: 'secret' })).status).toBe(204);
  expect((await add()).status).toBe(200);
});

it('granting the right to manage requires the password, on a screen where it was not typed for ten minutes', async () => {
  const clock = new FakeClock();
  const { owner, pair, call } = await usersHousehold({ clock });
  const offer = (rights: unknown) => call(owner.cookie, 'POST', '/own/pairing', { rights });
  expect((await offer(MANAGING_RIGHTS)).status).toBe(200);
  await clock.advance(10 * MINUTE_MS);
  expect(await offer(MANAGING_RIGHTS)).toMatchObject(refusal(401, 'password-needed'));
  expect((await offer(FULL_RIGHTS)).status).toBe(200);

  const tablet = await pair(owner, 'Hall');
  const edit = { rights: MANAGING_RIGHTS };
  const path = `/own/screens/${tablet.id}`;
  expect(await call(owner.cookie, 'PATCH', path, edit)).toMatchObject(refusal(401, 'password-needed'));
  expect(await call(owner.cookie, 'DELETE', '/own/screens')).toMatchObject(refusal(401, 'password-needed'));
  expect((await call(owner.cookie, 'POST', '/own/password', { password: 'secret' })).status).toBe(204);
  expect((await call(owner.cookie, 'PATCH', path, edit)).status).toBe(204);
  expect((await call(owner.cookie, 'DELETE', '/own/screens')).status).toBe(204);
});

it('granting the right to manage fails with a message if the controller does not answer', async () => {
  const clock = new FakeClock();
  const { owner, call, controller } = await usersHousehold({ clock });
  await clock.advance(10 * MINUTE_MS);
  await controller.unplug();
  expect(await call(owner.cookie, 'POST', '/own/password', { password: 'secret' })).toMatchObject(
    refusal(502, 'controller-unreachable')
  );
  expect(await call(owner.cookie, 'DELETE', '/own/screens')).toMatchObject(refusal(401, 'password-needed'));
});

it('only managing screens can grant the right to manage; others can pair without it', async () => {
  const { owner, pair, call } = await usersHousehold();
  const tablet = await pair(owner, 'Hall');
  await call(tablet.cookie, 'POST', '/own/password', { password: 'secret' });
  expect(await call(tablet.cookie, 'POST', '/own/pairing', { rights: MANAGING_RIGHTS })).toMatchObject(
    LIMITED
  );
  expect((await call(tablet.cookie, 'POST', '/own/pairing', { rights: FULL_RIGHTS })).status).toBe(200);
  expect(await call(tablet.cookie, 'DELETE', `/own/screens/${owner.id}`)).toMatchObject(LIMITED);
});

it('a pairing with limits cannot grant the right to manage', async () => {
  const { owner, pair, call } = await usersHousehold();
  const child = await pair(owner, 'Child', { ...MANAGING_RIGHTS, commands: false });
  expect((await call(child.cookie, 'GET', '/api/me')).json).toMatchObject({ rights: { manages: false } });
});

it("the list shows all users' screens to managing screens, and to others their own", async () => {
  const { call, signIn } = await severalUsers();
  const owner = await signIn('owner');
  const guest = await signIn('guest');
  const namesFor = async (cookie: string) =>
    (
      (await call(cookie, 'GET', '/own/screens')).json as { screens: { name: string; user: string }[] }
    ).screens
      .map(({ name, user }) => `${name} ${user}`)
      .sort();
  expect(await namesFor(owner.cookie)).toEqual(['guest’s guest', 'owner’s owner']);
  expect(await namesFor(guest.cookie)).toEqual(['guest’s guest']);
  expect((await call(owner.cookie, 'DELETE', `/own/screens/${guest.id}`)).status).toBe(204);
  expect((await call(guest.cookie, 'GET', '/api/me')).status).toBe(401);
});

it('the list shows how each screen came in, by whom and when', async () => {
  const household = await usersHousehold();
  const { owner, pair, list, signIn, proxy } = household;
  await pair(owner, 'Hall');
  await signIn({ screen: 'Coded' }, { 'mantel-setup-code': await proxy.makeSetupCode() });
  const paired = { how: 'pairing', by: { id: owner.id, name: 'Phone' } };
  const expected = { Phone: { how: 'password' }, Hall: paired, Coded: { how: 'setup-code' } };
  const ways = async (entries: ReturnType<typeof list>) =>
    Object.fromEntries((await entries).map((entry) => [entry.name, wayOf(entry)]));
  expect(await ways(list(owner))).toEqual(expected);
  for (const { cameIn } of await list(owner))
    expect(Math.abs(cameIn.at - Date.now())).toBeLessThan(MINUTE_MS);
  expect(await ways((await restarted(household)).list(owner))).toEqual(expected);
});

it('ending a screen ends the screens that it paired, even if one between them has signed out or signed in again', async () => {
  const { owner, pair, call, list } = await usersHousehold();
  const stolen = await pair(owner, 'Stolen');
  const between = await pair(stolen, 'Between');
  await pair(between, 'Behind');
  await call(between.cookie, 'POST', '/own/sign-out');
  const offer = await call(stolen.cookie, 'POST', '/own/pairing', { rights: FULL_RIGHTS });
  const { code } = offer.json as { code: string };
  await call(stolen.cookie, 'POST', '/api/pair', { code, screen: 'Stolen anew' });

  const signedInAgain = (await list(owner)).find(({ name }) => name === 'Stolen anew');
  expect(signedInAgain && wayOf(signedInAgain)).toEqual({
    how: 'pairing',
    by: { id: owner.id, name: 'Phone' }
  });
  expect((await call(owner.cookie, 'DELETE', `/own/screens/${signedInAgain?.id}?letIn=true`)).status).toBe(
    204
  );
  expect((await list(owner)).map(({ name }) => name)).toEqual(['Phone']);
});

it('ending a screen ends those that it paired, at any depth', async () => {
  const { owner, pair, call, list, proxy } = await usersHousehold();
  const stolen = await pair(owner, 'Stolen', MANAGING_RIGHTS);
  const friend = await pair(stolen, 'Friend');
  await pair(friend, 'Friend of the friend');
  await pair(owner, 'Hall');
  expect((await call(owner.cookie, 'DELETE', `/own/screens/${stolen.id}?letIn=true`)).status).toBe(204);
  expect((await list(owner)).map(({ name }) => name).sort()).toEqual(['Hall', 'Phone']);
  expect((await proxy.ask('/api/me', { headers: { cookie: friend.cookie } })).status).toBe(401);
});
