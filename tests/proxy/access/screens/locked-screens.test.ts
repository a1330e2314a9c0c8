import { describe, expect, it, onTestFinished } from 'vitest';
import { LIVE_CLOSE } from '#shared/wire';
import {
  json,
  refusal as rejection,
  startMisbehaving,
  type Behaviour
} from '../../../support/misbehaving-controller';
import { testProxy } from '../../../support/test-proxy';
import { HOME, refusal } from '../owner';
import { usersHousehold, type Entered, type UsersHousehold } from '../household-with-users';

/** What a screen reaches that is locked, and one that is not. */
const NOTHING = { home: 401, layout: 401, screens: 401, pairing: 401, command: 401, live: 401 };
const ALL = { home: 200, layout: 200, screens: 200, pairing: 200, command: 200, live: 101 };

const letBackIn = ({ call }: UsersHousehold, by: Entered, ...screens: readonly Entered[]) =>
  call(by.cookie, 'POST', '/api/screens/let-back-in', { screens: screens.map(({ id }) => id) });

/** The owner changes the password at the controller, and signs in on a new phone. */
async function afterTheft() {
  const household = await usersHousehold();
  const { owner: stolen, pair, controller, signIn } = household;
  const tablet = await pair(stolen, 'Hall');
  controller.changePassword('new');
  const owner = await signIn({ password: 'new', screen: 'New phone' });
  return { ...household, stolen, tablet, owner };
}

describe('once the password was changed at the controller', () => {
  it('the screens of before stay out, also when their user signs in again', async () => {
    const { stolen, tablet, owner, reach } = await afterTheft();
    expect(await reach(stolen)).toEqual(NOTHING);
    expect(await reach(tablet)).toEqual(NOTHING);
    expect(await reach(owner)).toEqual(ALL);
  });

  it('they learn who they are and that they are locked, and no more', async () => {
    const { stolen, call, id } = await afterTheft();
    expect(await call(stolen.cookie, 'GET', '/api/me')).toMatchObject({
      status: 200,
      json: { user: 'owner', locked: true }
    });
    expect(await call(stolen.cookie, 'GET', `/api/controllers/${id}/home`)).toMatchObject(
      refusal(401, 'screen-locked')
    );
    expect(await letBackIn(await afterTheft(), stolen, stolen)).toMatchObject({ status: 401 });
    expect((await call(stolen.cookie, 'POST', '/api/sign-out')).status).toBe(204);
  });

  it('an open connection is closed with a code of its own', async () => {
    const { owner, live, controller } = await usersHousehold();
    const client = live(owner);
    await client.next('home');
    controller.changePassword('new');
    expect(await client.closed()).toBe(LIVE_CLOSE.locked);
  });

  it('one touch lets ten tablets back in, which are live within 12 s, and not the stolen phone', async () => {
    const household = await usersHousehold();
    const { owner: stolen, pair, controller, signIn, live, list, reach } = household;
    const tablets: Entered[] = [];
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

  it('they are locked after a restart too, and one that was let back in is not', async () => {
    const before = await afterTheft();
    await letBackIn(before, before.owner, before.tablet);
    const { reach, restart } = await before.restart();
    expect(await reach(before.stolen)).toEqual(NOTHING);
    expect(await reach(before.tablet)).toEqual(ALL);
    expect(await (await restart()).reach(before.stolen)).toEqual(NOTHING);
  });

  it('nobody is let back in before the user has signed in again', async () => {
    const household = await usersHousehold();
    const { owner, pair, controller, call, id } = household;
    const tablet = await pair(owner, 'Hall');
    controller.changePassword('new');
    expect((await call(owner.cookie, 'GET', `/api/controllers/${id}/v2/rooms`)).status).not.toBe(200);
    expect(await letBackIn(household, owner, tablet)).toMatchObject(refusal(401, 'screen-locked'));
  });
});

describe('what locks nobody', () => {
  it('is an outage', async () => {
    const { owner, controller, reach, live } = await usersHousehold();
    const client = live(owner);
    await client.next('home');
    const plugIn = await controller.unplug();
    await client.next('controller', ({ state }) => state === 'unreachable');
    await plugIn();
    await client.next('controller', ({ state }) => state === 'online', client.messages.length);
    expect(await reach(owner)).toEqual(ALL);
  });

  it('is an access token that can be renewed', async () => {
    const { owner, controller, reach } = await usersHousehold();
    controller.expireTokens();
    expect(await reach(owner)).toEqual(ALL);
  });

  it('is another sign-in with the right password', async () => {
    const { owner, signIn, reach } = await usersHousehold();
    await signIn({ screen: 'Another phone' });
    expect(await reach(owner)).toEqual(ALL);
  });
});

describe('a controller that ends the earlier tokens of a client that signs in again', () => {
  it('locks nobody by that', async () => {
    let logins = 0;
    const own: Behaviour = (response, seen) =>
      (seen.headers.authorization === `Bearer access-${logins}` ? json([]) : rejection(401))(response, seen);
    const box = await startMisbehaving(
      {
        'POST /auth/login': (response, seen) => {
          logins += 1;
          json({ token: `access-${logins}`, refresh_token: `refresh-${logins}` })(response, seen);
        },
        'POST /auth/get-new-access-token': rejection(401),
        ...{ 'GET /sections': own, 'GET /rooms': own, 'GET /devices': own, 'GET /info': own }
      },
      0,
      HOME
    );
    onTestFinished(() => box.stop());
    const argv = ['--allow-loopback', '--controller-port', String(box.port)];
    const proxy = await testProxy({ argv, hasDemo: false });
    const signIn = () => proxy.cookie({ controller: undefined, address: HOME });
    const first = await signIn();
    await signIn();
    expect((await proxy.ask('/api/me', { headers: { cookie: first } })).json).toMatchObject({
      locked: false
    });
    expect((await proxy.ask('/api/screens', { headers: { cookie: first } })).status).toBe(200);
  });
});

describe('a password that is typed on a screen of before', () => {
  it('lets that screen stay and locks the others, where the tokens of before have ended', async () => {
    const { owner, pair, controller, call, reach } = await usersHousehold();
    const tablet = await pair(owner, 'Hall');
    controller.changePassword('new');
    expect((await call(owner.cookie, 'POST', '/api/password', { password: 'new' })).status).toBe(204);
    expect(await reach(owner)).toEqual(ALL);
    expect(await reach(tablet)).toEqual(NOTHING);
  });

  it('locks it too where it is the old one', async () => {
    const { owner, controller, call, reach } = await usersHousehold();
    controller.changePassword('new');
    const typed = await call(owner.cookie, 'POST', '/api/password', { password: 'secret' });
    expect(typed).toMatchObject(refusal(401, 'wrong-credentials'));
    expect(await reach(owner)).toEqual(NOTHING);
  });
});
