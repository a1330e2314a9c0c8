import { expect, it } from 'vitest';
import { EMPTY_LAYOUT } from '#shared/layout';
import { ABOUT_HOME, settingsOf } from '../../../../src/lib/state/preferences/settings';
import { settled } from '../test-environment';
import { aLiveScreen, ann, aScreen, changed, home, keptHome, snapshot } from '../test-screen';

const locked = { ...ann, locked: true };
const layout = { ...EMPTY_LAYOUT, devices: { '1': { name: 'Tall lamp' } } };

/** A screen that was live, and that the proxy has just locked. */
async function aLockedScreen() {
  const screen = await aLiveScreen();
  screen.sockets.last.say({ type: 'layout', layout });
  screen.settings.write('theme', 'dark');
  for (const name of ABOUT_HOME) settingsOf(screen.settings, ann.controller.id).write(name, 'Kitchen');
  await settled();
  screen.sockets.last.close(4001);
  await screen.proxy.answer('/me', 200, locked);
  return screen;
}

it('a screen that is locked neither shows nor stores the home; the session and the settings stay', async () => {
  const { app, store, settings, caches } = await aLockedScreen();
  expect(app.session.isLocked).toBe(true);
  expect({ home: app.opened?.state.home, layout: app.opened?.layout.current }).toEqual({
    home: null,
    layout: EMPTY_LAYOUT
  });
  expect({
    keptHome: store.kept('home'),
    keptLayout: store.kept('layout'),
    forgotten: caches.forgotten
  }).toEqual({ keptHome: null, keptLayout: null, forgotten: 1 });
  expect({ keptSession: store.kept('session'), theme: settings.read('theme') }).toEqual({
    keptSession: locked,
    theme: 'dark'
  });
  const own = settingsOf(settings, ann.controller.id);
  expect(ABOUT_HOME.filter((name) => own.read(name) !== null)).toEqual([]);
});

it('a screen that is locked does not write a home that was about to be cached', async () => {
  const { app, store, sockets, proxy, clock, page } = await aLiveScreen();
  sockets.last.say(changed('e.9', { Status: true }));
  sockets.last.close(4001);
  await proxy.answer('/me', 200, locked);
  page.tell('hidden');
  await clock.advance(60_000);
  expect({ isLocked: app.session.isLocked, keptHome: store.kept('home') }).toEqual({
    isLocked: true,
    keptHome: null
  });
});

it('a screen that is locked is locked by the response to a pending request', async () => {
  const { app, proxy } = await aLiveScreen();
  void app.proxy.read(ann.controller.id, '/devices/1/parameter-history');
  await proxy.refuse('/parameter-history', 401, 'screen-locked');
  await proxy.answer('/me', 200, locked);
  expect({ isLocked: app.session.isLocked, lost: app.session.lost, home: app.opened?.state.home }).toEqual({
    isLocked: true,
    lost: null,
    home: null
  });
});

it('a screen that is locked shows no home when it is opened again without a network', async () => {
  const { stop, start, sockets } = await aLockedScreen();
  stop();
  const { app } = await start();
  sockets.last.close();
  expect({
    isLocked: app.session.isLocked,
    isKnown: app.session.isKnown,
    home: app.opened?.state.home
  }).toEqual({ isLocked: true, isKnown: true, home: null });
});

it('a screen that is locked does not show what an earlier version of the page could not delete', async () => {
  const { start, store } = aScreen({ session: locked, kept: keptHome });
  const { app } = await start();
  expect({ home: app.opened?.state.home, keptHome: store.kept('home') }).toEqual({
    home: null,
    keptHome: null
  });
});

it('a screen that is locked goes on trying, and is live by itself within 12 s once it is unlocked', async () => {
  const { app, sockets, proxy, clock, store } = await aLockedScreen();
  proxy.rule = (request) => {
    if (request.path === '/api/me') request.answer(200, locked);
  };
  for (let second = 0; second < 120; second += 1) {
    clock.pass(1000);
    if (sockets.last.isOpen) sockets.last.close();
    await settled();
  }
  expect(app.session.isLocked).toBe(true);
  let waited = 0;
  for (; !sockets.last.isOpen; waited += 1) clock.pass(1000);
  expect(waited).toBeLessThanOrEqual(10);
  sockets.last.open();
  sockets.last.say(snapshot);
  sockets.last.say({ type: 'layout', layout });
  await settled();
  expect(app.session.isLocked).toBe(false);
  expect({ isLive: app.opened?.link.isLive, home: app.opened?.state.home }).toEqual({ isLive: true, home });
  expect(store.kept('session')).toEqual(ann);
  expect(store.kept('layout')).toMatchObject({ layout });
  await clock.advance(20_000);
  expect(store.kept('home')).toMatchObject({ revision: 'e.5' });
});

it('a screen that is locked connects at once if the proxy says that it is no longer locked', async () => {
  const { app, sockets, proxy, clock } = await aLockedScreen();
  clock.pass(1000);
  sockets.last.close();
  const tried = sockets.all.length;
  await proxy.answer('/me', 200, ann);
  expect({ isLocked: app.session.isLocked, socketCount: sockets.all.length }).toEqual({
    isLocked: false,
    socketCount: tried + 1
  });
});

it('a screen of a home that is being forgotten knows when it goes, and nothing of that once it was taken back', async () => {
  const { app, sockets, proxy, clock, store } = await aLockedScreen();
  clock.pass(1000);
  sockets.last.close(4001);
  await proxy.answer('/me', 200, { ...locked, goesInMs: 5_000_000 });
  expect(app.session.current).toEqual({ ...locked, goesInMs: 5_000_000 });
  clock.pass(10_000);
  sockets.last.open();
  sockets.last.say(snapshot);
  sockets.last.say({ type: 'layout', layout });
  await settled();
  expect({ session: app.session.current, kept: store.kept('session') }).toEqual({ session: ann, kept: ann });
});

it('a screen that is locked is unlocked by a sign-in, as the same screen or another', async () => {
  const { app, sockets, proxy } = await aLockedScreen();
  const result = app.session.signIn({ controller: ann.controller.id, username: 'ann', password: 'new' });
  await settled();
  proxy.request('/sign-in').answer(200, ann);
  await result;
  sockets.last.open();
  sockets.last.say(snapshot);
  expect(app.session.isLocked).toBe(false);
  expect({ isLive: app.opened?.link.isLive, home: app.opened?.state.home }).toEqual({ isLive: true, home });
});

it('a screen that is locked is signed out if it was ended meanwhile', async () => {
  const { app, sockets, proxy, clock, store } = await aLockedScreen();
  clock.pass(1000);
  sockets.last.close();
  await proxy.refuse('/me', 401, 'not-signed-in');
  expect({
    session: app.session.current,
    isLocked: app.session.isLocked,
    valueCount: store.values.size
  }).toEqual({ session: null, isLocked: false, valueCount: 0 });
});
