import { expect, it } from 'vitest';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import { FakeClock } from '../../../../support/fake-clock';
import { restarted, usersHousehold, wayOf } from '../household-with-users';
import { boxFor, ELSEWHERE, refusal } from '../owner';

const LIMITED = refusal(403, 'limited-screen');

const MINUTE_MS = 60_000;

it.each([
  ['a sign-in', { manages: true }, {}, MANAGING_RIGHTS],
  ['a sign-in that does not ask for it', { manages: false }, {}, FULL_RIGHTS],
  ['a sign-in of an older page', { manages: undefined }, {}, FULL_RIGHTS],
  ['a sign-in with a setup code', { manages: false }, 'code', MANAGING_RIGHTS]
])(
  'the right to manage comes with the password of the home, if it is wanted: %s',
  async (_, body, code, rights) => {
    const { signIn, proxy } = await usersHousehold();
    const headers = code === 'code' ? { 'mantel-setup-code': await proxy.makeSetupCode() } : {};
    expect((await signIn(body, headers)).answer.json).toMatchObject({ rights });
  }
);

it('the owner manages again by the password alone after the last phone was lost, and after a restart', async () => {
  const before = await usersHousehold();
  await before.call(before.owner.cookie, 'POST', '/own/sign-out');
  const { signIn, call } = await restarted(before);
  const me = await call((await signIn()).cookie, 'GET', '/api/me');
  expect(me.json).toMatchObject({ rights: MANAGING_RIGHTS });
});

it('an edit without the right to manage leaves it unchanged', async () => {
  const { call, owner, pair } = await usersHousehold();
  const heir = await pair(owner, 'Heir', MANAGING_RIGHTS);
  const path = `/own/screens/${heir.id}`;
  const rightsNow = async () =>
    ((await call(heir.cookie, 'GET', '/api/me')).json as { rights: unknown }).rights;
  const { manages: _, ...rights } = FULL_RIGHTS;
  await call(owner.cookie, 'PATCH', path, { name: 'Heir', rights });
  expect(await rightsNow()).toEqual(MANAGING_RIGHTS);
  await call(owner.cookie, 'PATCH', path, { rights: { ...rights, commands: false } });
  expect(await rightsNow()).toEqual({ ...FULL_RIGHTS, commands: false });
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
