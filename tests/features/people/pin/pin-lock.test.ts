import { describe, expect, it, vi } from 'vitest';
import { fail, succeed } from '#shared/errors';
import { PIN_UNLOCK_MS } from '#shared/pin';
import { pinLockOf } from '../../../../src/features/people/pin/pin-lock.svelte';
import { settled } from '../../../lib/state/test-environment';
import { ann, aScreen, keptHome, snapshot } from '../../../lib/state/test-screen';

/** A live screen with a PIN. */
async function aPinnedScreen() {
  const screen = aScreen({ session: { ...ann, hasPin: true }, kept: keptHome });
  const { app } = await screen.start();
  screen.sockets.last.open();
  screen.sockets.last.say(snapshot);
  return { ...screen, app, lock: pinLockOf(app) };
}

const needed = fail('pin-needed', 'unlock it first');

describe('the PIN of this screen', () => {
  it('is asked for once, and unlocks for five minutes', async () => {
    const { app, lock, proxy, clock } = await aPinnedScreen();
    const opened = lock.open();
    expect({ isAsked: lock.isAsked, isLocked: lock.isLocked }).toEqual({ isAsked: true, isLocked: true });
    void lock.enter('4711');
    await settled();
    expect({ isBusy: lock.isBusy, body: proxy.request('/pin/unlock').body }).toEqual({
      isBusy: true,
      body: { pin: '4711' }
    });
    proxy.request('/pin/unlock').answer(204);
    expect(await opened).toBe(true);
    expect({ isAsked: lock.isAsked, isLocked: lock.isLocked, isUnlocked: app.isUnlocked.value }).toEqual({
      isAsked: false,
      isLocked: false,
      isUnlocked: true
    });
    expect(await lock.open()).toBe(true);

    await clock.advance(PIN_UNLOCK_MS - 1);
    expect(lock.isLocked).toBe(false);
    await clock.advance(1);
    expect(lock.isLocked).toBe(true);
  });

  it.each(['wrong-pin', 'too-many-attempts'] as const)('stays locked after %s and says why', async (code) => {
    const { lock, proxy } = await aPinnedScreen();
    void lock.open();
    void lock.enter('0000');
    await settled();
    await proxy.refuse('/pin/unlock', 401, code);
    expect({ isAsked: lock.isAsked, isLocked: lock.isLocked, isBusy: lock.isBusy }).toEqual({
      isAsked: true,
      isLocked: true,
      isBusy: false
    });
    expect(lock.failure?.code).toBe(code);
  });

  it('repeats what the proxy has refused, once it is entered', async () => {
    const { lock, proxy } = await aPinnedScreen();
    const send = vi.fn().mockResolvedValueOnce(needed).mockResolvedValueOnce(succeed(2));
    const passed = lock.pass<number>(send);
    await settled();
    expect(lock.isAsked).toBe(true);
    void lock.enter('4711');
    await settled();
    proxy.request('/pin/unlock').answer(204);
    expect(await passed).toEqual(succeed(2));
  });

  it('is asked for again if the proxy refuses what this page thought to be unlocked', async () => {
    const { app, lock } = await aPinnedScreen();
    app.isUnlocked.value = true;
    const passed = lock.pass(async () => needed);
    await settled();
    expect({ isAsked: lock.isAsked, isLocked: lock.isLocked }).toEqual({ isAsked: true, isLocked: true });
    lock.cancel();
    expect(await passed).toEqual(needed);
  });

  it('is not asked for any more after somebody has reset it', async () => {
    const { lock, sockets } = await aPinnedScreen();
    expect(lock.isLocked).toBe(true);
    sockets.last.say({ type: 'screen', screen: ann.screen, rights: ann.rights });
    expect({ isSet: lock.isSet, isLocked: lock.isLocked }).toEqual({ isSet: false, isLocked: false });
    expect(await lock.open()).toBe(true);
  });

  it('goes by the password of the home if it is forgotten, and answers the question', async () => {
    const { lock, proxy } = await aPinnedScreen();
    const opened = lock.open();
    void lock.removeForgotten('wrong');
    await settled();
    await proxy.refuse('/pin/forgotten', 401, 'wrong-credentials');
    expect({ isAsked: lock.isAsked, isSet: lock.isSet, code: lock.failure?.code }).toEqual({
      isAsked: true,
      isSet: true,
      code: 'wrong-credentials'
    });
    void lock.removeForgotten('secret');
    await settled();
    expect(proxy.request('/pin/forgotten').body).toEqual({ password: 'secret' });
    await proxy.answer('/pin/forgotten', 204);
    await proxy.answer('/me', 200, ann);
    expect(await opened).toBe(true);
    expect({ isAsked: lock.isAsked, isSet: lock.isSet, failure: lock.failure }).toEqual({
      isAsked: false,
      isSet: false,
      failure: null
    });
  });

  it('ends the other homes of this browser when it goes by the password, and keeps their names alone', async () => {
    const { app, lock, proxy, store, settings } = await aPinnedScreen();
    const lake = { id: 'ba9876543210', name: 'Lake house' };
    app.session.homes.put(lake);
    store.keep('session', ann, lake.id);
    settings.write(`searches.${lake.id}`, 'lamp');
    void lock.removeForgotten('secret');
    await settled();
    await proxy.answer('/pin/forgotten', 204);
    expect(app.session.homes.list.map(({ id }) => id)).toEqual([ann.controller.id]);
    expect(app.session.homes.all).toContainEqual({ ...lake, ended: true });
    expect([store.kept('session', lake.id), settings.read(`searches.${lake.id}`)]).toEqual([undefined, null]);
    await proxy.answer('/me', 200, { ...ann, homes: [] });
    expect(app.session.homes.list.map(({ id }) => id)).toEqual([ann.controller.id]);
  });

  it('locks at once when it is asked to, here and at the proxy', async () => {
    const { app, lock, proxy } = await aPinnedScreen();
    app.isUnlocked.value = true;
    lock.lock();
    await settled();
    expect(lock.isLocked).toBe(true);
    expect(proxy.request('/pin/lock').method).toBe('POST');
  });
});

describe('signing out of a screen with a PIN', () => {
  it('keeps the home if the proxy refuses it, or cannot be reached', async () => {
    const { app, proxy, store } = await aPinnedScreen();
    const signingOut = app.session.signOut();
    await settled();
    proxy.request('/sign-out').refuse(403, 'pin-needed');
    await signingOut;
    expect(app.session.current?.account).toBe('ann');
    expect(store.kept('home')).toBeDefined();
  });

  it('deletes the home after the proxy has agreed', async () => {
    const { app, proxy, store } = await aPinnedScreen();
    const signingOut = app.session.signOut();
    await settled();
    await proxy.answer('/sign-out', 204);
    proxy.request('/sign-out').refuse(401, 'not-signed-in');
    await signingOut;
    expect(app.session.current).toBeNull();
    expect(store.kept('home')).toBeUndefined();
  });
});
