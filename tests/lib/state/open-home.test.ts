import { expect, it, onTestFinished, vi } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { Counter, inEffect } from './counter.svelte';
import { settled } from './test-environment';
import { aLiveScreen, anOpenHome, ann, aScreen, guest, keptHome, openedIn } from './test-screen';

/** A service that notes its end. */
class Noted extends Counter {
  static readonly ended = vi.fn();

  constructor({ lifetime }: OpenHome) {
    super();
    lifetime.onEnd(Noted.ended);
  }
}

it('a service of a home is created at its first use, once, and stays current after the component that asked for it', () => {
  const home = anOpenHome();
  const end = inEffect(() => expect(home.service(Noted).doubled).toBe(0));
  end();
  home.service(Noted).count = 2;
  expect(home.service(Noted).doubled).toBe(4);
  expect(anOpenHome().service(Noted).count).toBe(0);
});

it('a home ends with all its services at a sign-out, and another one is opened for who signs in next', async () => {
  const { app, opened, proxy, sockets } = await aLiveScreen();
  const before = opened.service(Noted);
  const seen: unknown[] = [];
  onTestFinished(inEffect(() => void seen.push(app.opened)));
  Noted.ended.mockClear();
  void app.session.signOut();
  await settled();
  expect(Noted.ended).toHaveBeenCalledOnce();
  expect({ opened: app.opened, isOpen: sockets.last.isOpen }).toEqual({ opened: null, isOpen: false });
  await proxy.answer('/sign-out', 204);

  void app.session.signIn({ controller: ann.controller.id, username: 'ann', password: 'x' });
  await settled();
  await proxy.answer('/sign-in', 200, guest);
  expect(openedIn(app).service(Noted)).not.toBe(before);
  expect({
    home: openedIn(app).state.home,
    entryCount: openedIn(app).commandFeed.known.entries.size
  }).toEqual({ home: null, entryCount: 0 });
  expect(seen).toEqual([opened, null, app.opened]);
});

it('a home ends when the app stops', async () => {
  const { opened, stop } = await aLiveScreen();
  opened.service(Noted);
  Noted.ended.mockClear();
  stop();
  expect(Noted.ended).toHaveBeenCalledOnce();
});

it('a home stays open when the name, the rights or the PIN of its screen change', async () => {
  const { app, opened, sockets } = await aLiveScreen();
  sockets.last.say({
    type: 'screen',
    screen: { ...ann.screen, name: 'Hall' },
    rights: ann.rights,
    hasPin: true
  });
  expect(app.session.current?.hasPin).toBe(true);
  expect(app.opened).toBe(opened);
});

it('a home is opened again without what it knew once its screen sees other rooms', async () => {
  const { app, opened, sockets, store } = await aLiveScreen();
  sockets.last.say({ type: 'screen', screen: ann.screen, rights: guest.rights });
  await settled();
  expect(app.opened).not.toBe(opened);
  expect({ home: openedIn(app).state.home, kept: store.kept('home') }).toMatchObject({
    home: null,
    kept: { rooms: null }
  });
});

it.each([
  ['goes on being shown with the same rights', { ...ann, screen: { id: 's9', name: 'Phone' } }, 500_000],
  ['is hidden with other rights', { ...ann, screen: { id: 's9', name: 'Phone' }, rights: FULL_RIGHTS }, null],
  ['is not shown with other rooms', guest, null]
])('what is known of a home %s after another sign-in', async (_, session, asOf) => {
  const { start, proxy } = aScreen({ session: ann, kept: keptHome });
  const { app } = await start();
  const before = openedIn(app);
  expect(before.state.asOf).toBe(500_000);
  void app.session.signIn({ controller: ann.controller.id, username: 'ann', password: 'x' });
  await settled();
  await proxy.answer('/sign-in', 200, session);
  expect(openedIn(app)).not.toBe(before);
  expect(openedIn(app).state.asOf).toBe(asOf);
});
