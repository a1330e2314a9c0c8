import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { FULL_RIGHTS, MANAGING_RIGHTS } from '#shared/rights';
import { afterPowerCut } from '../../../../support/power-cut';
import { openStore } from '../../../../support/sealed-folder';
import { activities, household, LOOKING, pair, signedInBy, withCode } from '../managed-household';
import { at, ELSEWHERE, HOME, idIn, refusal } from '../owner';

const LAYOUT = { favourites: [1], devices: {}, rooms: {} };

/** What a data folder holds of homes. */
async function keptIn(folder: string) {
  const store = await openStore(folder);
  const read = (kind: string) => store.files(kind, v.unknown()).readAll();
  const kept = [await read('layout'), await read('scenes'), await read('touch')];
  await store.close();
  return kept;
}

/** A household with a guest who manages too and has two screens, and with another home, which one user has. */
async function threeUsers() {
  const home = await household();
  const { proxy, call, id, phone } = home;
  const guest = signedInBy(await proxy.signIn(at(HOME, { username: 'guest' }), await withCode(home)));
  const second = signedInBy(await proxy.signIn(at(HOME, { username: 'guest' })));
  const there = await proxy.signIn(at(ELSEWHERE, { username: 'tenant' }), await withCode(home));
  const remove = (user: string, cookie = phone.cookie) => call(cookie, 'POST', '/own/users/remove', { user });
  const users = async (cookie = phone.cookie) =>
    (await call(cookie, 'GET', '/own/users')).json as { users: object[] };
  return { ...home, guest, second, tenant: signedInBy(there), elsewhere: idIn(there), id, remove, users };
}

it('a managing screen sees the users of its home and no other, who of them manages, and how many screens they have', async () => {
  const { users, guest, call, tenant } = await threeUsers();
  await call(guest.cookie, 'POST', '/own/sign-out');
  expect(await users()).toEqual({
    users: [
      { user: 'guest', manages: true, screens: 1, current: false },
      { user: 'owner', manages: true, screens: 2, current: true }
    ]
  });
  expect(await users(tenant.cookie)).toEqual({
    users: [{ user: 'tenant', manages: true, screens: 1, current: true }]
  });
});

it('a removed user is signed out everywhere at once, which is a row of the recent activity, and comes back by the password without rights and layout, after a power cut too', async () => {
  const home = await threeUsers();
  const { call, proxy, id, guest, second, live, remove, users, phone } = home;
  const path = `/api/controllers/${id}`;
  expect((await call(guest.cookie, 'GET', `${path}/home`)).status).toBe(200);
  expect((await call(guest.cookie, 'PUT', `${path}/layout`, LAYOUT)).status).toBe(204);
  const open = live(second.cookie, id);
  await open.next('home');
  expect((await remove('guest')).status).toBe(204);
  const left = await afterPowerCut(proxy.dataDir);
  expect(await open.closed()).toBe(1008);
  const me = await call(guest.cookie, 'GET', '/api/me');
  expect(me).toMatchObject({ status: 401, json: { error: { detail: { reason: 'someone' } } } });
  expect((await users()).users).toHaveLength(1);
  const [activity] = await activities(home, phone);
  expect(activity).toMatchObject({ kind: 'user-removed', user: 'guest', by: { id: phone.id } });
  expect((await call(phone.cookie, 'GET', `${path}/home`)).status).toBe(200);
  const back = await proxy.signIn(at(HOME, { username: 'guest' }));
  expect(back.json).toMatchObject({ rights: FULL_RIGHTS });
  expect((await call(signedInBy(back).cookie, 'GET', `${path}/layout`)).json).toMatchObject({
    favourites: null
  });
  expect(await keptIn(left)).toEqual([[], [], []]);
});

it('a user is not removed by a screen that does not manage, is limited, waits for its PIN or lacks the password, nor by a stranger, and nobody removes their own', async () => {
  const home = await threeUsers();
  const { call, remove, users, phone, tablet } = home;
  await call(tablet.cookie, 'PUT', '/own/pin', { pin: '90817263' });
  await call(tablet.cookie, 'POST', '/own/pin/lock');
  for (const [{ cookie }, expected] of [
    [{ cookie: '' }, refusal(401, 'not-signed-in')],
    [await pair(home, phone, FULL_RIGHTS), refusal(403, 'limited-screen')],
    [await pair(home, phone, LOOKING), refusal(403, 'limited-screen')],
    [tablet, refusal(403, 'pin-needed')]
  ] as const) {
    expect(await remove('guest', cookie)).toMatchObject(expected);
    expect(await call(cookie, 'GET', '/own/users')).toMatchObject(expected);
  }
  const { cookie } = await pair(home, phone, MANAGING_RIGHTS);
  expect(await remove('guest', cookie)).toMatchObject(refusal(401, 'password-needed'));
  expect(await remove('owner')).toMatchObject(refusal(400, 'bad-request'));
  expect(await remove('nobody')).toMatchObject(refusal(404, 'not-found'));
  expect((await users()).users).toHaveLength(2);
});

it('a removal that a file does not take is said to be not kept', async () => {
  const { proxy, remove } = await threeUsers();
  const accounts = join(proxy.dataDir, 'accounts');
  await rm(accounts);
  await mkdir(join(accounts, 'in-the-way'), { recursive: true });
  expect(await remove('guest')).toMatchObject(refusal(507, 'not-kept'));
  await rm(accounts, { recursive: true });
});
