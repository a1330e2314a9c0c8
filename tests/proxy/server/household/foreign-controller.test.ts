import { expect, it } from 'vitest';
import { json } from '../../../../tools/support/misbehaving-controller';
import { devicesOf } from '../../../support/homes';
import { at, cookieOf, ELSEWHERE, HOME, ownerAtHome, refusal, sentTo } from './owner';

/** A thief with a stolen managing phone has added a controller of his own that copies the owner's home. */
async function foothold() {
  const owner = await ownerAtHome();
  owner.other.on('GET /devices', json(devicesOf('Lamp')));
  const added = await owner.call(owner.cookie, 'POST', '/api/sign-in', at(ELSEWHERE, { username: 'thief' }));
  expect(added.status).toBe(200);
  await owner.proxy.signIn(at(HOME));
  return { ...owner, thief: cookieOf(added) };
}

it('a screen that manages at its own controller cannot set the address of another controller', async () => {
  const { call, thief, id, other, command, proxy } = await foothold();
  const lie = { controller: id, username: 'owner', password: 'any' };
  for (const more of [{ movedTo: ELSEWHERE }, { isNewHome: true }])
    expect(await call(thief, 'POST', '/api/sign-in', { ...lie, ...more })).toMatchObject(
      refusal(403, 'setup-code-needed')
    );
  const another = at(HOME, { isNewHome: true });
  expect(await call(thief, 'POST', '/api/sign-in', another)).toMatchObject(refusal(403, 'setup-code-needed'));
  expect(sentTo(other.seen)).not.toContain('Bearer real');
  expect(await command(cookieOf(await proxy.signIn(at(HOME))), id)).toBe(200);
});

it('a screen cannot see or cancel a timer of another controller, though that has the same devices', async () => {
  const { call, thief, proxy } = await foothold();
  const owner = await proxy.signIn(at(HOME));
  const ownTimers = async (cookie: string, path = '') => {
    const { json } = await call(cookie, 'GET', '/api/me');
    const { controller } = json as { controller: { id: string } };
    return `/api/controllers/${controller.id}/timers${path}`;
  };
  const switchOn = { device: 1, method: 'setStatus', params: { status: true }, inMs: 60_000 };
  const set = await call(cookieOf(owner), 'POST', await ownTimers(cookieOf(owner)), switchOn);
  const { timer } = set.json as { timer: { id: string } };
  expect(await call(thief, 'GET', await ownTimers(thief))).toMatchObject({ json: { timers: [] } });
  expect(await call(thief, 'DELETE', await ownTimers(thief, `/${timer.id}`))).toMatchObject({ status: 404 });
  expect(await call(cookieOf(owner), 'GET', await ownTimers(cookieOf(owner)))).toMatchObject({
    json: { timers: [{ id: timer.id }] }
  });
});

it('a home that replaced another one can be replaced again by a browser that manages both', async () => {
  const { call, cookie } = await ownerAtHome();
  const another = at(HOME, { isNewHome: true });
  const second = await call(cookie, 'POST', '/api/sign-in', another);
  expect(second.status).toBe(200);
  const both = `${cookie}; ${cookieOf(second)}`;
  expect((await call(both, 'POST', '/api/sign-in', another)).status).toBe(200);
  expect(await call(cookieOf(second), 'POST', '/api/sign-in', another)).toMatchObject(
    refusal(403, 'setup-code-needed')
  );
});

it.each(['sign-in', 'move'])(
  'the new address of a controller receives no token by a %s if its home is another one',
  async (way) => {
    const { proxy, real, other, cookie, id, call, screen } = await ownerAtHome();
    await real.disconnect();
    await screen.next('controller', ({ state }) => state === 'unreachable');
    const moved = { ...at(HOME), address: undefined, controller: id, movedTo: ELSEWHERE };
    const answer =
      way === 'sign-in'
        ? await proxy.signIn(moved, { cookie })
        : await call(cookie, 'POST', `/api/controllers/${id}/move`, {
            address: ELSEWHERE,
            password: 'secret'
          });
    expect(answer).toMatchObject(refusal(409, 'different-home'));
    expect(other.count('POST /auth/login')).toBe(1);
    for (const { url, headers } of other.seen) {
      expect(headers.authorization ?? '').not.toContain('real');
      expect(url).not.toContain('real');
    }
  }
);
