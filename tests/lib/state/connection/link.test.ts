import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_LAYOUT } from '#shared/layout';
import { settled } from '../test-environment';
import { ann, changed, home } from '../test-screen';
import { aLink, firstHome } from './a-link';

let world: ReturnType<typeof aLink>['world'];
let page: ReturnType<typeof aLink>;
beforeEach(() => {
  page = aLink();
  ({ world } = page);
});

it('Link connects, and is live once it has received the home', () => {
  expect(world.sockets.last.path).toMatch(
    new RegExp(`^/api/controllers/${ann.controller.id}/live\\?page=[\\w-]{22}&connection=1$`)
  );
  world.sockets.last.open();
  expect({ state: page.link.state, isLive: page.link.isLive }).toEqual({
    state: 'connecting',
    isLive: false
  });
  world.sockets.last.say(firstHome);
  expect({ state: page.link.state, isLive: page.link.isLive, home: page.state.home }).toEqual({
    state: 'live',
    isLive: true,
    home
  });
});

it('Link emits the home before it is live', () => {
  const seen: unknown[] = [];
  page.link.subscribe((phase) => seen.push([phase, page.state.home !== null]));
  page.connect();
  expect(seen).toEqual([['live', true]]);
});

it('Link ends an attempt that hangs, and counts its time as waited', () => {
  const { last } = world.sockets;
  world.clock.pass(4000);
  expect({ isOpen: last.isOpen, state: page.link.state }).toEqual({ isOpen: false, state: 'offline' });
  expect(world.sockets.all).toHaveLength(2);
});

it('Link counts as resuming for a second, while the link is coming back', () => {
  expect(page.link.isResuming).toBe(true);
  page.connect();
  expect(page.link.isResuming).toBe(false);
  world.clock.pass(2000);
  world.sockets.last.close();
  expect(page.link.isResuming).toBe(false);
  world.page.tell('visible');
  expect(page.link.isResuming).toBe(true);
  world.clock.pass(1000);
  expect(page.link.isResuming).toBe(false);
});

describe('a link that is live', () => {
  beforeEach(() => page.connect());

  it('Link emits unseen activity, with rows of a later version too', () => {
    const rows = ['signed-in', 'of-later'].map((kind, seq) => ({ seq, kind }));
    world.sockets.last.say({ type: 'activity', unseen: rows });
    expect(page.unseen.value).toEqual(rows);
    world.sockets.last.say({ type: 'activity', unseen: [] });
    expect(page.unseen.value).toEqual([]);
  });

  it('Link applies changes, and ignores unknown messages', () => {
    for (const noise of ['', '{', '[]', '{"type":"brand-new"}', '{"type":"changes"}', 'null'])
      world.sockets.last.say(noise);
    world.sockets.last.say(changed('e.2', { Status: true }));
    expect(page.state.device(1)?.params).toEqual({ Status: true });
    expect({ revision: page.state.revision, state: page.link.state }).toEqual({
      revision: 'e.2',
      state: 'live'
    });
  });

  it('Link reconnects with its revision, and applies what it missed as one step', () => {
    world.sockets.last.close();
    expect(page.link.state).toBe('reconnecting');
    world.clock.pass(500);
    const [first, second] = world.sockets.all.map(({ path }) => new URL(path, 'http://box').searchParams);
    expect([second?.get('revision'), second?.get('connection')]).toEqual(['e.1', '2']);
    expect(second?.get('page')).toBe(first?.get('page'));
    const steps = vi.fn();
    page.state.subscribe(steps);
    world.sockets.last.open();
    const changes = [1, 2].map((device) => ({ device, params: { Status: true } }));
    world.sockets.last.say({ type: 'changes', revision: 'e.9', changes });
    expect(page.link.state).toBe('live');
    expect(steps).toHaveBeenCalledOnce();
  });

  it('Link emits the layout, and ignores a malformed one', () => {
    const layout = { ...EMPTY_LAYOUT, rooms: { '1': { name: 'Foyer' } } };
    world.sockets.last.say({ type: 'layout', layout: { hidden: [] } });
    world.sockets.last.say({ type: 'layout', layout });
    expect(page.receive.mock.calls).toEqual([[layout]]);
    expect(page.link.state).toBe('live');
  });

  it('Link detects a lost connection within 35 s', () => {
    world.clock.pass(30_000);
    world.sockets.last.say({ type: 'beat', at: 1 });
    const { last } = world.sockets;
    world.clock.pass(32_999);
    expect(last.isOpen).toBe(true);
    world.clock.pass(2000);
    expect({ isOpen: last.isOpen, socketCount: world.sockets.all.length, state: page.link.state }).toEqual({
      isOpen: false,
      socketCount: 2,
      state: 'reconnecting'
    });
  });

  it('Link keeps the time of the last heartbeat, while the controller is reachable', () => {
    world.clock.pass(15_000);
    world.sockets.last.say({ type: 'beat', at: 1 });
    expect(page.state.asOf).toBe(world.clock.now());
    const since = world.clock.now() - 3000;
    world.sockets.last.say({ type: 'controller', state: 'unreachable', since });
    world.clock.pass(15_000);
    world.sockets.last.say({ type: 'beat', at: 2 });
    expect({ state: page.link.state, asOf: page.state.asOf }).toEqual({ state: 'unreachable', asOf: since });
  });

  it.each(['visible', 'online', 'restored'] as const)('Link tries at once on %s', (event) => {
    world.sockets.last.close();
    world.page.tell(event);
    expect(world.sockets.all).toHaveLength(2);
  });

  it.each<[string, () => void]>([
    [
      'visible after a sleep',
      () => {
        world.clock.jump(20_000);
        world.page.tell('visible');
      }
    ],
    [
      'awake after a sleep without an event',
      () => {
        world.clock.jump(60_000);
        world.clock.pass(5000);
      }
    ],
    [
      'visible, and the proxy does not answer',
      () => {
        page.probe.mockResolvedValueOnce(false);
        world.page.tell('visible');
      }
    ]
  ])('Link does not trust a connection once the page is %s', async (_, resume) => {
    resume();
    await settled();
    expect({ socketCount: world.sockets.all.length, state: page.link.state }).toEqual({
      socketCount: 2,
      state: 'reconnecting'
    });
  });

  it('Link does not blame a new connection for a check before it', async () => {
    let answer: (isThere: boolean) => void = () => undefined;
    page.probe.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    world.page.tell('visible');
    world.sockets.last.close();
    world.page.tell('online');
    page.connect();
    answer(false);
    await settled();
    expect({ socketCount: world.sockets.all.length, state: page.link.state }).toEqual({
      socketCount: 2,
      state: 'live'
    });
  });

  it('Link does not mistake a hidden page’s slow timers for a sleep', () => {
    world.page.tell('hidden');
    world.clock.jump(60_000);
    world.clock.pass(5000);
    expect({
      socketCount: world.sockets.all.length,
      probeCalls: page.probe.mock.calls.length,
      state: page.link.state
    }).toEqual({ socketCount: 1, probeCalls: 0, state: 'live' });
  });

  it('Link asks for its session at once when the proxy closes because the screen is locked, and goes on trying', () => {
    world.sockets.last.close(4001);
    expect([page.probe.mock.calls.length, page.refused.mock.calls.length]).toEqual([1, 0]);
    world.clock.pass(1000);
    expect(world.sockets.all).toHaveLength(2);
    expect(page.admitted).toHaveBeenCalledOnce();
    world.sockets.last.open();
    expect(page.admitted).toHaveBeenCalledTimes(2);
  });

  it('Link leaves nothing behind when stopped', () => {
    const { last } = world.sockets;
    page.stop();
    expect({ isOpen: last.isOpen, timers: world.clock.waiting, listeners: world.page.listeners }).toEqual({
      isOpen: false,
      timers: 0,
      listeners: 0
    });
    last.close();
    world.clock.pass(60_000);
    expect(world.sockets.all).toHaveLength(1);
  });
});
