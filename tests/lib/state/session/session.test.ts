import { describe, expect, it } from 'vitest';
import { DEMO_CONTROLLER_ID } from '#shared/demo';
import {
  ABOUT_HOME,
  FIRST_SCREEN,
  LAST_ROOM,
  SEARCHES,
  settingsOf,
  type Settings
} from '../../../../src/lib/state/preferences/settings';
import { settled } from '../test-environment';
import { aLiveScreen, ann, aScreen, guest, home, keptHome } from '../test-screen';

const request = { address: '192.168.1.5', username: 'ann', password: 'secret' };

const ownOf = (settings: Settings) => settingsOf(settings, ann.controller.id);

/** Signs in, which the proxy answers with this session. */
async function signInAs(
  { app, proxy }: Pick<Awaited<ReturnType<typeof aLiveScreen>>, 'app' | 'proxy'>,
  who = ann
) {
  const result = app.session.signIn(request);
  await settled();
  proxy.request('/sign-in').answer(200, who);
  await result;
}

it('signing in leads to the home, and stores only names', async () => {
  const { start, proxy, store, sockets } = aScreen();
  const { app } = await start();
  proxy.request('/me').refuse(401, 'not-signed-in');
  const result = app.session.signIn(request);
  await settled();
  expect(proxy.request('/sign-in').body).toEqual(request);
  proxy.request('/sign-in').answer(200, ann);
  expect(await result).toEqual({ ok: true, value: ann });
  expect({ session: app.session.current, socketCount: sockets.all.length }).toEqual({
    session: ann,
    socketCount: 1
  });
  expect(JSON.stringify([...store.values])).not.toContain('secret');
});

it('signing in ignores the end of the earlier session, whichever message arrives first', async () => {
  const { app, proxy, sockets, store } = await aLiveScreen();
  const seen: unknown[] = [];
  app.session.subscribe((who) => seen.push(who));
  const again = { ...ann, screen: { id: 's9', name: 'Phone' } };
  void app.session.probe();
  const early = proxy.request('/me');
  void app.proxy.read(ann.controller.id, '/devices/21');
  const late = proxy.request('/devices/21');
  const result = app.session.signIn(request);
  await settled();
  sockets.last.close(1008);
  early.refuse(401, 'not-signed-in');
  await settled();
  proxy.request('/sign-in').answer(200, again);
  await result;
  late.refuse(401, 'not-signed-in');
  await settled();
  expect({ seen, session: app.session.current, lost: app.session.lost }).toEqual({
    seen: [again],
    session: again,
    lost: null
  });
  expect(app.opened?.state.home).toEqual(home);
  expect(store.kept('session')).toEqual(again);
});

it('signing in sets the new session, even if an earlier request is answered after it', async () => {
  const { app, proxy } = await aLiveScreen();
  const again = { ...ann, screen: { id: 's9', name: 'Phone' } };
  void app.session.probe();
  const late = proxy.request('/me');
  await signInAs({ app, proxy }, again);
  late.answer(200, { ...ann, locked: true });
  await settled();
  expect(app.session.current).toEqual(again);
});

it('signing in checks the earlier session again if it was reported as ended and the sign-in failed', async () => {
  const { app, proxy, sockets } = await aLiveScreen();
  const result = app.session.signIn(request);
  await settled();
  sockets.last.close(1008);
  proxy.request('/sign-in').refuse(401, 'wrong-credentials');
  await result;
  expect(app.session.current).toEqual(ann);
  await proxy.refuse('/me', 401, 'not-signed-in');
  expect({ session: app.session.current, code: app.session.lost?.code }).toEqual({
    session: null,
    code: 'not-signed-in'
  });
});

it('signing in drops a home of more rooms at once', async () => {
  const { app, proxy, sockets, settings } = await aLiveScreen();
  ownOf(settings).write(SEARCHES, 'the safe');
  await signInAs({ app, proxy }, guest);
  expect({ home: app.opened?.state.home ?? null, searches: ownOf(settings).read(SEARCHES) }).toEqual({
    home: null,
    searches: null
  });
  expect(sockets.last.path).toMatch(/^\/api\/controllers\/0123456789ab\/live\?page=/);
});

it('signing out deletes stored data before the proxy has answered', async () => {
  const { app, store, proxy, sockets, caches, clock } = await aLiveScreen();
  void app.session.signOut();
  await settled();
  expect({ session: app.session.current, home: app.opened?.state.home ?? null }).toEqual({
    session: null,
    home: null
  });
  expect({ valueCount: store.values.size, forgotten: caches.forgotten }).toEqual({
    valueCount: 0,
    forgotten: 1
  });
  expect(sockets.last.isOpen).toBe(false);
  proxy.request('/sign-out').answer(204);
  await clock.advance(60_000);
  expect(store.values.size).toBe(0);
});

it('signing out leaves nothing of the home in the browser, its name neither', async () => {
  const { app, proxy, settings, store } = await aLiveScreen();
  for (const name of ABOUT_HOME) ownOf(settings).write(name, 'Kitchen');
  const done = app.session.signOut();
  await settled();
  proxy.request('/sign-out').answer(204);
  await done;
  expect({ homes: app.session.homes.all, stored: [...store.values] }).toEqual({ homes: [], stored: [] });
  const kept = JSON.stringify([...settings.values]);
  for (const part of [ann.controller.id, ann.controller.name, 'Kitchen']) expect(kept).not.toContain(part);
});

it('signing out works offline: the next visit shows nothing, and revokes the cookie at the first contact', async () => {
  const { app, stop, store, proxy, settings, start, page } = await aLiveScreen();
  ownOf(settings).write(LAST_ROOM, '11');
  const done = app.session.signOut();
  await settled();
  proxy.request('/sign-out').cut();
  await done;
  stop();
  expect(store.values.size).toBe(0);
  const next = await start();
  expect({ session: next.app.session.current, isKnown: next.app.session.isKnown }).toEqual({
    session: null,
    isKnown: true
  });
  expect(next.app.opened?.state.home ?? null).toBeNull();
  expect(proxy.asked).not.toContain('GET /api/me');
  await proxy.cut('/sign-out');
  await page.told('online');
  await proxy.answer('/sign-out', 204);
  page.tell('visible');
  expect({ waiting: proxy.waiting, valueCount: settings.values.size }).toEqual({
    waiting: [],
    valueCount: 0
  });
});

it('signing out deletes again at the next visit if the browser failed to, although the cookie is revoked', async () => {
  const { app, stop, store, proxy, start } = await aLiveScreen();
  store.isPersisted = false;
  void app.session.signOut();
  await settled();
  await proxy.answer('/sign-out', 204);
  stop();
  store.isPersisted = true;
  store.keep('session', ann).keep('home', keptHome);
  const next = await start();
  expect({ session: next.app.session.current, home: next.app.opened?.state.home ?? null }).toEqual({
    session: null,
    home: null
  });
  expect(store.values.size).toBe(0);
  expect(proxy.waiting).toEqual([]);
});

it('signing out does not revoke the next sign-in', async () => {
  const { app, proxy, page } = await aLiveScreen();
  void app.session.signOut();
  await settled();
  const result = app.session.signIn(request);
  await proxy.cut('/sign-out');
  proxy.request('/sign-in').answer(200, ann);
  await result;
  await page.told('visible');
  expect(proxy.waiting.map(({ path }) => path)).not.toContain('/sign-out');
});

it('losing the session deletes stored data when the proxy closes the link, and asks for the reason if that does not say it', async () => {
  const { app, proxy, sockets, store } = await aLiveScreen();
  sockets.last.close(1008);
  await settled();
  const deleted = () => [app.session.current, app.opened?.state.home ?? null, store.values.size];
  expect({ deleted: deleted(), code: app.session.lost?.code }).toEqual({
    deleted: [null, null, 0],
    code: 'not-signed-in'
  });
  const detail = { reason: 'someone' };
  await proxy.answer('/me', 401, { error: { code: 'not-signed-in', message: 'Sign in first.', detail } });
  expect(deleted()).toEqual([null, null, 0]);
  expect(app.session.lost).toMatchObject({ code: 'not-signed-in', detail });
});

it('losing the session detects that an upgrade was refused because the cookie is unknown', async () => {
  const { start, proxy, sockets, store } = aScreen({ session: ann, kept: keptHome });
  const { app } = await start();
  sockets.last.close();
  await proxy.refuse('/me', 401, 'not-signed-in');
  expect({ session: app.session.current, valueCount: store.values.size }).toEqual({
    session: null,
    valueCount: 0
  });
  expect(app.session.lost).toMatchObject({ code: 'not-signed-in' });
});

it('losing the session keeps the id and the name of the home, which no start opens, until the next sign-in', async () => {
  const { app, proxy, sockets, settings, store, start, stop } = await aLiveScreen();
  for (const name of ABOUT_HOME) ownOf(settings).write(name, 'Kitchen');
  sockets.last.close(1008);
  await settled();
  const { id, name } = ann.controller;
  expect({ all: app.session.homes.all, list: app.session.homes.list }).toEqual({
    all: [{ id, name, ended: true }],
    list: []
  });
  expect(JSON.parse(settings.read('homes') ?? '')).toEqual({ homes: [{ id, name, ended: true }] });
  expect([[...store.values], ABOUT_HOME.map((each) => ownOf(settings).read(each))]).toEqual([
    [],
    ABOUT_HOME.map(() => null)
  ]);
  stop();
  proxy.waiting.splice(0);
  const next = await start();
  await proxy.refuse('/me', 401, 'not-signed-in');
  expect({ home: next.app.session.home, opened: next.app.opened }).toEqual({ home: null, opened: null });
  await signInAs({ app: next.app, proxy });
  expect(next.app.session.homes.all).toEqual([{ id, name }]);
});

it('losing the session of the demo home keeps nothing of it', async () => {
  const controller = { ...ann.controller, id: DEMO_CONTROLLER_ID, name: 'Demo home' };
  const { start, sockets, settings } = aScreen({ session: { ...ann, controller } });
  const { app } = await start();
  sockets.last.close(1008);
  await settled();
  expect({ all: app.session.homes.all, kept: settings.read('homes') }).toEqual({ all: [], kept: null });
});

it('losing the session keeps the session while the proxy is unreachable', async () => {
  const { start, proxy, sockets } = aScreen({ session: ann, kept: keptHome });
  const { app } = await start();
  sockets.last.close();
  await proxy.cut('/me');
  expect({ session: app.session.current, home: app.opened?.state.home }).toEqual({ session: ann, home });
  expect(app.opened?.link.state).toBe('offline');
});

it('losing the session follows the cookie to one of fewer rooms that another tab has signed in with', async () => {
  const { app, proxy, page } = await aLiveScreen();
  page.tell('visible');
  await proxy.answer('/me', 200, guest);
  expect({ session: app.session.current, home: app.opened?.state.home ?? null }).toEqual({
    session: guest,
    home: null
  });
});

describe('what a browser has stored about the home besides it', () => {
  const left = (settings: Settings) => ABOUT_HOME.filter((name) => ownOf(settings).read(name) !== null);
  /** A screen whose session is not stored any more. */
  function aForgottenScreen() {
    const screen = aScreen({ session: ann });
    screen.store.values.clear();
    for (const name of ABOUT_HOME) ownOf(screen.settings).write(name, 'Kitchen');
    return screen;
  }

  it('goes at the next visit if the proxy knows no session: the record before it is asked', async () => {
    const { start, proxy, settings } = aForgottenScreen();
    const { app } = await start();
    expect(app.session.isAsking).toBe(true);
    expect(ownOf(settings).read(FIRST_SCREEN)).toBeNull();
    await proxy.refuse('/me', 401, 'not-signed-in');
    expect({ session: app.session.current, left: left(settings) }).toEqual({ session: null, left: [] });
  });

  it('stays, but for the record, while the proxy cannot be asked', async () => {
    const { start, proxy, settings } = aForgottenScreen();
    await start();
    await proxy.cut('/me');
    expect(left(settings)).toEqual(ABOUT_HOME.filter((name) => name !== FIRST_SCREEN));
  });

  it('goes again when a sign-out is completed, since another window may have stored it meanwhile', async () => {
    const { app, proxy, settings } = await aLiveScreen();
    void app.session.signOut();
    await settled();
    ownOf(settings).write(FIRST_SCREEN, 'Kitchen');
    await proxy.answer('/sign-out', 204);
    expect(left(settings)).toEqual([]);
  });

  it.each([
    ['stays with the same rights', {}, ABOUT_HOME],
    [
      'has no record of what the screen may no longer do',
      { commands: false },
      ABOUT_HOME.filter((name) => name !== FIRST_SCREEN)
    ],
    ['goes with the right to see a room', { rooms: [2] }, []]
  ])('%s', async (_, edit, expected) => {
    const { app, settings } = await aLiveScreen();
    const { screen, rights } = ann;
    for (const name of ABOUT_HOME) ownOf(settings).write(name, 'Kitchen');
    app.session.updateScreen({ screen, rights: { ...rights, ...edit } });
    expect(left(settings)).toEqual(expected);
  });
});

describe('a replaced account of the home', () => {
  const replaced = { accountReplaced: { by: 'Phone 3', until: 900_000 } };
  const { screen, rights } = ann;

  it.each([
    ['comes with the live connection', ann, { screen, rights, ...replaced }, replaced.accountReplaced],
    ['goes with it', { ...ann, ...replaced }, { screen, rights }, undefined]
  ])('%s, and what the session knows besides stays', async (_, session, own, expected) => {
    const { start } = aScreen({ session });
    const { app } = await start();
    app.session.updateScreen(own);
    expect(app.session.current?.accountReplaced).toEqual(expected);
    expect(app.session.current?.account).toBe('ann');
  });

  it('is still known once the screen is let back in', async () => {
    const { start } = aScreen({ session: { ...ann, ...replaced, locked: true } });
    const { app } = await start();
    app.session.admitted();
    expect(app.session.current).toEqual({ ...ann, ...replaced });
  });
});
