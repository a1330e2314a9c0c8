import { expect, it } from 'vitest';
import { LIVE_CLOSE } from '#shared/live-protocol';
import {
  json,
  refusal as rejection,
  type Behaviour
} from '../../../../../tools/support/misbehaving-controller';
import { controllerAt } from '../../../../../tools/support/test-variables';
import { misbehavingForTest } from '../../../../support/controllers';
import { testProxy } from '../../../../support/test-proxy';
import { restarted, usersHousehold, type UsersHousehold } from '../household-with-users';
import type { SignedIn } from '../managed-household';
import { HOME, refusal } from '../owner';

/** The statuses of requests of locked and unlocked screens. */
const NOTHING = { home: 401, layout: 401, screens: 401, pairing: 401, command: 401, live: 401 };
const ALL = { home: 200, layout: 200, screens: 200, pairing: 200, command: 200, live: 101 };

const letBackIn = ({ call }: UsersHousehold, by: SignedIn, ...screens: readonly SignedIn[]) =>
  call(by.cookie, 'POST', '/own/screens/let-back-in', { screens: screens.map(({ id }) => id) });

/** Changes the owner's password at the controller, and signs in on a new phone. */
async function afterTheft() {
  const household = await usersHousehold();
  const { owner: stolen, pair, controller, signIn } = household;
  const tablet = await pair(stolen, 'Hall');
  controller.changePassword('new');
  const owner = await signIn({ password: 'new', screen: 'New phone' });
  return { ...household, stolen, tablet, owner };
}

it('earlier screens stay locked after a change of the password, even if somebody signs in again', async () => {
  const { stolen, tablet, owner, reach } = await afterTheft();
  expect(await reach(stolen)).toEqual(NOTHING);
  expect(await reach(tablet)).toEqual(NOTHING);
  expect(await reach(owner)).toEqual(ALL);
});

it('locked screens receive the account of the home and that they are locked, and nothing else', async () => {
  const { stolen, call, id } = await afterTheft();
  const me = await call(stolen.cookie, 'GET', '/api/me');
  expect(me).toMatchObject({ status: 200, json: { account: 'owner', locked: true } });
  expect(await call(stolen.cookie, 'GET', `/api/controllers/${id}/home`)).toMatchObject(
    refusal(401, 'screen-locked')
  );
  expect(await letBackIn(await afterTheft(), stolen, stolen)).toMatchObject({ status: 401 });
  expect((await call(stolen.cookie, 'POST', '/own/sign-out')).status).toBe(204);
});

it('an open connection of a locked screen is closed with its own code', async () => {
  const { owner, live, controller } = await usersHousehold();
  const client = live(owner);
  await client.next('home');
  controller.changePassword('new');
  expect(await client.closed()).toBe(LIVE_CLOSE.locked);
});

it('one touch unlocks ten tablets, which are live within 12 s, and not the stolen phone', async () => {
  const household = await usersHousehold();
  const { owner: stolen, pair, controller, signIn, live, list, reach } = household;
  const tablets: SignedIn[] = [];
  for (let n = 1; n <= 10; n++) tablets.push(await pair(stolen, `Tablet ${n}`));
  controller.changePassword('new');
  const owner = await signIn({ password: 'new', screen: 'New phone' });

  const entries = await list(owner);
  expect(entries.filter(({ locked }) => locked)).toHaveLength(11);
  const begun = Date.now();
  expect((await letBackIn(household, owner, ...tablets)).status).toBe(204);
  await Promise.all(tablets.map((tablet) => live(tablet).next('home')));
  expect(Date.now() - begun).toBeLessThan(12_000);
  expect(await reach(stolen)).toEqual(NOTHING);
});

it('screens stay locked after a restart, and unlocked ones stay unlocked', async () => {
  const before = await afterTheft();
  await letBackIn(before, before.owner, before.tablet);
  const once = await restarted(before);
  expect(await once.reach(before.stolen)).toEqual(NOTHING);
  expect(await once.reach(before.tablet)).toEqual(ALL);
  expect(await (await restarted(once)).reach(before.stolen)).toEqual(NOTHING);
});

it('no screen can be unlocked before somebody has signed in with the account again', async () => {
  const household = await usersHousehold();
  const { owner, pair, controller, call, id } = household;
  const tablet = await pair(owner, 'Hall');
  controller.changePassword('new');
  expect((await call(owner.cookie, 'GET', `/api/controllers/${id}/v2/rooms`)).status).not.toBe(200);
  expect(await letBackIn(household, owner, tablet)).toMatchObject(refusal(401, 'screen-locked'));
});

it('an outage locks no screen', async () => {
  const { owner, controller, reach, live } = await usersHousehold();
  const client = live(owner);
  await client.next('home');
  const plugIn = await controller.unplug();
  await client.next('controller', ({ state }) => state === 'unreachable');
  await plugIn();
  await client.next('controller', ({ state }) => state === 'online', client.messages.length);
  expect(await reach(owner)).toEqual(ALL);
});

it('a new sign-in locks no screen if the controller revokes earlier tokens', async () => {
  let logins = 0;
  const own: Behaviour = (response, seen) =>
    (seen.headers.authorization === `Bearer access-${logins}` ? json([]) : rejection(401))(response, seen);
  const box = await misbehavingForTest(
    {
      'POST /auth/login': (response, seen) => {
        logins += 1;
        json({ token: `access-${logins}`, refresh_token: `refresh-${logins}` })(response, seen);
      },
      'POST /auth/get-new-access-token': rejection(401),
      'GET /sections': own,
      'GET /rooms': own,
      'GET /devices': own,
      'GET /info': own
    },
    0,
    HOME
  );
  const argv = controllerAt(box.port);
  const proxy = await testProxy({ argv, hasDemo: false });
  const signIn = () => proxy.cookie({ controller: undefined, address: HOME });
  const first = await signIn();
  await signIn();
  expect((await proxy.ask('/api/me', { headers: { cookie: first } })).json).toMatchObject({ locked: false });
  expect((await proxy.ask('/own/screens', { headers: { cookie: first } })).status).toBe(200);
});

it('a password typed on an earlier screen keeps that screen and locks the others, if earlier tokens were revoked', async () => {
  const { owner, pair, controller, call, reach } = await usersHousehold();
  const tablet = await pair(owner, 'Hall');
  controller.changePassword('new');
  expect((await call(owner.cookie, 'POST', '/own/password', { password: 'new' })).status).toBe(204);
  expect(await reach(owner)).toEqual(ALL);
  expect(await reach(tablet)).toEqual(NOTHING);
});

it('the old password typed on an earlier screen locks it too', async () => {
  const { owner, controller, call, reach } = await usersHousehold();
  controller.changePassword('new');
  const typed = await call(owner.cookie, 'POST', '/own/password', { password: 'secret' });
  expect(typed).toMatchObject(refusal(401, 'wrong-credentials'));
  expect(await reach(owner)).toEqual(NOTHING);
});
