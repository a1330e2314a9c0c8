import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEMO_CONTROLLER_ID } from '#shared/demo';
import { setStatus } from '#shared/interfaces/switch-binary';
import type { Session } from '#shared/wire';
import { HomeCommands } from '../../../src/lib/state/commands/home-commands';
import type { OpenHome } from '../../../src/lib/state/open-home.svelte';
import { forgetDemo } from '../../../src/lib/state/session/manages';
import { settled } from './test-environment';
import { aHome, aLamp } from './test-home';
import { ann, aScreen, openedIn } from './test-screen';

const LAKE = 'ba9876543210';
const lake: Session = { ...ann, controller: { ...ann.controller, id: LAKE, name: 'Home' } };
const sessions = [ann, lake];

/** The home of a controller: the ids and names are the same everywhere, and its only device says whose it is. */
const homeOf = (id: string, n = 0) =>
  aHome({ rooms: [{ id: 1, name: 'Hall' }], devices: [aLamp(1, { params: { Status: false, of: id, n } })] });

/** A browser with both homes, as they were at their last visits. */
async function twoHomes() {
  const screen = aScreen();
  const homes = sessions.map(({ controller: { id, name } }) => ({ id, name }));
  screen.settings.write('homes', JSON.stringify({ homes }));
  for (const session of sessions) {
    const { id } = session.controller;
    const kept = { controller: id, rooms: null, revision: 'e.1', asOf: 500_000, home: homeOf(id) };
    screen.store.keep('session', session, id).keep('home', kept, id);
  }
  // One of them takes longer to read.
  const read = screen.store.read.bind(screen.store);
  screen.store.read = async (name, home) => {
    for (let tick = 0; home === LAKE && tick < 9; tick += 1) await Promise.resolve();
    return read(name, home);
  };
  const running = await screen.start();
  return { ...screen, ...running, wanted: ann.controller.id, opened: [] as OpenHome[] };
}

const shownIn = ({ opened }: { opened: { state: { reportedDevice(id: number): unknown } } | null }) =>
  (opened?.state.reportedDevice(1) as { params: { of: string } } | undefined)?.params.of;

type World = Awaited<ReturnType<typeof twoHomes>>;

/** Lets something happen: `n` chooses which, and `at` is a new revision. */
async function happen(world: World, event: string, n: number, at: number): Promise<void> {
  const { app, sockets, proxy, page, clock } = world;
  const { opened } = app;
  if (event === 'show') app.show((world.wanted = n % 2 ? ann.controller.id : LAKE));
  else if (event === 'say') {
    // On any connection, those too that the page has left.
    const socket = sockets.all[n % sockets.all.length];
    const id = socket?.path.split('/')[3] ?? '';
    socket?.open();
    socket?.beat(at);
    const about = { revision: `e.${at}`, controller: { state: 'online', since: 1 } };
    const params = { of: id, n: at, Status: n % 2 > 0 };
    if (n < 50) socket?.say({ type: 'home', ...about, home: homeOf(id, at) });
    else socket?.say({ type: 'changes', ...about, changes: [{ device: 1, params }] });
    socket?.say({ type: 'commands', isWhole: true, entries: [], batches: [], instance: id });
    socket?.say({ type: 'scenes', isWhole: true, scenes: [{ id, name: id, icon: 'moon', commands: [] }] });
  } else if (event === 'act' && opened) {
    const device = opened.state.device(1);
    const others = () => sockets.all.flatMap(({ path, frames }) => (path.includes(opened.id) ? [] : frames));
    const before = others().length;
    if (device) opened.service(HomeCommands).send(device, setStatus.call({ status: n % 2 > 0 }));
    expect(others().length, 'frames to the other home').toBe(before);
    void opened.layout.change((layout) => ({ ...layout, favourites: [1] }));
    // What began in a home may end after that was left.
    for (const home of (world.opened = [...world.opened, opened]))
      void home.proxy.call('POST /api/controllers/:id/alarms/seen', { body: { alarms: [home.id] } });
  } else if (event === 'cut') sockets.last.close();
  else if (event === 'answer') proxy.waiting[0]?.answer(204);
  else if (event === 'hide') await page.told('hidden');
  else await clock.advance(0);
}

/** What is shown, kept and asked is of the home that it says it is of. */
function check({ app, store, proxy, wanted }: World): void {
  const { opened } = app;
  if (opened) {
    expect({ id: opened.id, base: opened.base }).toEqual({ id: wanted, base: `/h/${wanted}` });
    expect(shownIn(app) ?? opened.id).toBe(opened.id);
    expect(opened.scenes.value.filter(({ id }) => id !== opened.id)).toEqual([]);
  }
  for (const [own, other] of [
    [ann.controller.id, LAKE],
    [LAKE, ann.controller.id]
  ] as const)
    expect(JSON.stringify([store.kept('home', own), store.kept('layout', own)])).not.toContain(other);
  for (const { path, body } of proxy.waiting)
    if (path.endsWith('/seen')) expect(path).toContain((body as { alarms: string[] }).alarms[0]);
}

describe('two homes with the same ids, names and users', () => {
  const events = fc.array(
    fc.tuple(
      fc.constantFrom('show', 'say', 'act', 'cut', 'answer', 'wait', 'hide'),
      fc.nat(99),
      fc.constantFrom(0, 20_000)
    ),
    { maxLength: 40 }
  );

  it('never show, keep, command or tell anything of each other, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (all) => {
        const world = await twoHomes();
        for (const [at, [event, n, ms]] of all.entries()) {
          await happen(world, event, n, at);
          if (n % 3 > 0) await world.clock.advance(ms);
          check(world);
        }
        world.stop();
      }),
      { numRuns: 300 }
    );
  });

  it('shows the other home as it was last seen before any answer, and its connection alone', async () => {
    const { app, sockets } = await twoHomes();
    const first = sockets.last;
    app.show(LAKE);
    await settled();
    expect({ id: openedIn(app).id, shown: shownIn(app), asOf: openedIn(app).state.asOf }).toEqual({
      id: LAKE,
      shown: LAKE,
      asOf: 500_000
    });
    expect({ isOpen: first.isOpen, home: sockets.last.path.split('/')[3] }).toEqual({
      isOpen: false,
      home: LAKE
    });
  });

  it('goes on with the other ones when one is lost or left, and remembers the last one for a start', async () => {
    const screen = await twoHomes();
    const { app, proxy, sockets, store, settings, start, stop } = screen;
    app.show(LAKE);
    await settled();
    sockets.last.close(1008);
    await settled();
    expect({ home: app.session.home, code: app.session.lost?.code }).toEqual({
      home: null,
      code: 'not-signed-in'
    });
    expect(app.session.homes.list.map(({ id }) => id)).toEqual([ann.controller.id]);
    expect([store.kept('session', LAKE), store.kept('session')]).toEqual([undefined, ann]);
    stop();
    const next = await start();
    expect({ home: next.app.session.home, base: next.app.opened?.base }).toEqual({
      home: ann.controller.id,
      base: ''
    });
    expect(settings.read('home')).toBe(ann.controller.id);
    expect(proxy.asked.filter((each) => each.includes('sign-out'))).toEqual([]);
  });

  it('signs out of the one that is not shown without touching the other', async () => {
    const { app, proxy, store } = await twoHomes();
    void app.session.signOut(LAKE);
    await settled();
    expect({ home: app.session.home, homeCount: app.session.homes.list.length }).toEqual({
      home: ann.controller.id,
      homeCount: 1
    });
    expect([store.kept('home', LAKE), store.kept('session')]).toEqual([undefined, ann]);
    expect(proxy.request(`/${LAKE}/sign-out`).method).toBe('POST');
  });
});

it('a tab keeps no id of a home that was signed out or forgotten', async () => {
  const { app, proxy, settings, tab } = await twoHomes();
  const lastOnes = () => [settings.read('home'), tab.read('home')];
  expect(lastOnes()).toEqual([ann.controller.id, ann.controller.id]);
  app.session.homes.forget(LAKE);
  expect(lastOnes()).toEqual([ann.controller.id, ann.controller.id]);
  void app.session.signOut();
  await settled();
  await proxy.answer('/sign-out', 204);
  expect(lastOnes()).toEqual([null, null]);
});

it('what tells a home from one of its name is kept for lists without a network', async () => {
  const { app, proxy, settings } = await twoHomes();
  const namesake = { number: 2, addedAt: 5 };
  void app.session.probe();
  const other = { id: LAKE, name: 'Home', namesake: { number: 1, addedAt: 0 } };
  await proxy.answer('/me', 200, { ...ann, controller: { ...ann.controller, namesake }, homes: [other] });
  const kept = [{ id: ann.controller.id, name: 'Home', namesake }, other];
  expect(app.session.homes.list).toEqual(kept);
  expect(JSON.parse(settings.read('homes') ?? '')).toEqual({ homes: kept });
});

it('the demo home is gone after the first sign-in to a real one', async () => {
  const { app, proxy } = await twoHomes();
  app.session.homes.put({ id: DEMO_CONTROLLER_ID, name: 'Demo home' });
  forgetDemo(app.session);
  await settled();
  await proxy.refuse(`/${DEMO_CONTROLLER_ID}/sign-out`, 401, 'not-signed-in');
  expect(app.session.homes.all.map(({ id }) => id)).toEqual([ann.controller.id, LAKE]);
});
