import { describe, expect, it } from 'vitest';
import { EMPTY_LAYOUT } from '#shared/layout';
import { anEntry } from './commands/shown-commands';
import { settled } from './test-environment';
import { aLiveScreen, ann, aScreen, changed, guest, home, keptHome, snapshot } from './test-screen';

it('opening the app shows the cached home before any network, and connects with its revision', async () => {
  const { start, proxy, sockets } = aScreen({ session: ann, kept: keptHome });
  const { app } = await start();
  expect({ home: app.opened?.state.home, asOf: app.opened?.state.asOf }).toEqual({ home, asOf: 500_000 });
  expect({ session: app.session.current, isKnown: app.session.isKnown }).toEqual({
    session: ann,
    isKnown: true
  });
  expect(proxy.asked).toEqual([]);
  expect(sockets.last.path).toContain('/api/controllers/0123456789ab/live?revision=e.1&page=');
});

it('opening the app asks for the session if nothing is cached, and stores it with its own version', async () => {
  const { start, proxy, store } = aScreen();
  const { app } = await start('1.0.0+a');
  expect({ isKnown: app.session.isKnown, asked: proxy.asked }).toEqual({
    isKnown: false,
    asked: ['GET /api/me']
  });
  await proxy.answer('/me', 200, ann);
  expect({ session: app.session.current, isKnown: app.session.isKnown }).toEqual({
    session: ann,
    isKnown: true
  });
  expect(store.kept('session')).toEqual({ ...ann, writtenBy: '1.0.0+a' });
});

it('opening the app knows that it is signed out when the proxy says so, without a reason', async () => {
  const { start, proxy } = aScreen();
  const { app } = await start();
  await proxy.refuse('/me', 401, 'not-signed-in');
  expect({ session: app.session.current, isKnown: app.session.isKnown, lost: app.session.lost }).toEqual({
    session: null,
    isKnown: true,
    lost: null
  });
});

it('opening the app asks again once the network is back, if nothing was cached and nothing answered', async () => {
  const { start, proxy, page } = aScreen();
  const { app } = await start();
  await proxy.cut('/me');
  expect({ session: app.session.current, isKnown: app.session.isKnown }).toEqual({
    session: null,
    isKnown: true
  });
  page.tell('online');
  await proxy.answer('/me', 200, ann);
  expect(app.session.current).toEqual(ann);
});

it.each([
  ['of more rooms', { ...keptHome, rooms: null }, guest],
  ['of other rooms', { ...keptHome, rooms: [1] }, guest],
  ['of fewer rooms', { ...keptHome, rooms: [2] }],
  ['of a version that did not say which rooms', { ...keptHome, rooms: undefined }],
  ['another controller’s', { ...keptHome, controller: 'ffffffffffff' }],
  ['of another version', { ...keptHome, home: { rooms: 7 } }],
  ['garbage', 'garbage']
])('opening the app does not show a cached home that is %s', async (_, kept, session = ann) => {
  const { start } = aScreen({ session, kept });
  const { app } = await start();
  expect({ home: app.opened?.state.home, session: app.session.current }).toEqual({
    home: null,
    session
  });
});

it('opening the app trusts data of its own version, and checks that of others', async () => {
  const later = { ...keptHome, home: { ...home, later: true } };
  for (const [writtenBy, isChecked] of [
    ['1.0.0+a', false],
    ['1.0.0+b', true]
  ] as const) {
    const session = { ...ann, writtenBy };
    const screen = aScreen({ session, kept: { ...later, writtenBy } });
    const { app } = await screen.start('1.0.0+a');
    expect(app.session.current).toEqual(ann);
    expect(app.opened?.state.home).toEqual(isChecked ? home : later.home);
  }
});

it('opening the app works from memory if the browser stores nothing, and says so', async () => {
  const { start, store, proxy, sockets } = aScreen({ session: ann, kept: keptHome });
  store.isPersisted = false;
  const { app } = await start();
  await proxy.answer('/me', 200, ann);
  expect(app.opened?.isStoragePersisted).toBe(false);
  sockets.last.open();
  sockets.last.say(snapshot);
  expect({ isLive: app.opened?.link.isLive, home: app.opened?.state.home }).toEqual({ isLive: true, home });
});

it('the app as a whole passes commands on, after the changes that came before them', async () => {
  const { app, sockets } = await aLiveScreen();
  const seen: unknown[] = [];
  app.opened?.commandFeed.subscribe(({ entries }) =>
    seen.push([entries.map(({ id }) => id), app.opened?.state.reportedDevice(1)?.params['Status']])
  );
  sockets.last.say(changed('e.6', { Status: true }));
  sockets.last.say({ type: 'commands', entries: [anEntry('a.0', 'confirmed')], batches: [] });
  expect(seen).toEqual([[['a.0'], true]]);
  expect(app.opened?.commandFeed.known.connection).toBe(1);
});

it('the app as a whole leaves nothing behind when stopped', async () => {
  const { stop, clock, page, sockets } = await aLiveScreen();
  stop();
  expect({ timers: clock.waiting, listeners: page.listeners, isOpen: sockets.last.isOpen }).toEqual({
    timers: 0,
    listeners: 0,
    isOpen: false
  });
});

describe('the household’s layout', () => {
  const layout = { ...EMPTY_LAYOUT, devices: { '1': { name: 'Tall lamp' } } };
  const keptLayout = { controller: ann.controller.id, rooms: null, layout };

  it('is shown from the cache and from the wire, cached beside the home, and only what changed is sent', async () => {
    const cached = { ...layout, devices: { '1': { name: 'Tall lamp' } } };
    const session = { ...ann, ofLater: 1 };
    const screen = aScreen({ session, kept: { ...keptHome, ofLater: 1 } });
    screen.store.keep('layout', { ...keptLayout, layout: cached, ofLater: 1 });
    const { app } = await screen.start();
    expect({ name: app.opened?.state.device(1)?.name, layout: app.opened?.layout.current }).toEqual({
      name: 'Tall lamp',
      layout: cached
    });

    const reported = { ...cached, rooms: { '11': { name: 'Parlour' } } };
    screen.sockets.last.open();
    screen.sockets.last.say(snapshot);
    screen.sockets.last.say({ type: 'layout', layout: reported });
    await settled();
    expect(screen.store.kept('layout')).toEqual({ ...keptLayout, layout: reported });
    screen.sockets.last.say(changed('e.9', { Status: true }));
    await screen.page.told('hidden');
    expect(screen.store.kept('home')).toMatchObject({ home: { devices: [{ name: 'Lamp 1' }, {}] } });
    void app.opened?.layout.change((before) => ({ ...before, favourites: [2] }));
    expect(screen.proxy.request('/layout').body).toEqual({ favourites: [2] });
  });

  it.each([
    ['of other rooms', { ...keptLayout, rooms: [1] }],
    ['another controller’s', { ...keptLayout, controller: 'ba9876543210' }],
    ['another version’s', { ...keptLayout, layout: { names: {} } }]
  ])('is not shown if it is %s', async (_, kept) => {
    const screen = aScreen({ session: ann, kept: keptHome });
    screen.store.keep('layout', kept);
    const { app } = await screen.start();
    expect(app.opened?.layout.current).toEqual(EMPTY_LAYOUT);
  });

  it('can be undone after a reload, since the one before is cached with it', async () => {
    const { app, proxy, store } = await aLiveScreen();
    void app.opened?.layout.change(() => layout);
    await proxy.answer('/layout', 204);
    expect(store.kept('layout')).toEqual({ ...keptLayout, before: EMPTY_LAYOUT });
    const reloaded = aScreen({ session: ann, kept: keptHome });
    reloaded.store.keep('layout', store.kept('layout'));
    const { app: next } = await reloaded.start();
    expect({ canUndo: next.opened?.layout.canUndo, before: next.opened?.layout.before }).toEqual({
      canUndo: true,
      before: EMPTY_LAYOUT
    });
  });
});
