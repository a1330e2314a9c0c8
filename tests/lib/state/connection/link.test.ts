import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Cell } from '../../../../src/lib/state/cell.svelte';
import { HomeState } from '../../../../src/lib/state/home/home.svelte';
import { CommandFeed } from '../../../../src/lib/state/connection/command-feed.svelte';
import { Link } from '../../../../src/lib/state/connection/link.svelte';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { aHome, aLamp } from '../test-home';
import { createTestEnvironment, settled } from '../test-environment';
import { follow, rendered } from '../follow.svelte';

const CONTROLLER = '0123456789ab';
const home = aHome({ rooms: [{ id: 1, name: 'Hall' }], devices: [aLamp(1), aLamp(2)] });
const online = { state: 'online', since: 1 };
const snapshot = { type: 'home', revision: 'e.1', controller: online, home };

let world: ReturnType<typeof createTestEnvironment>;
let state: HomeState;
let unseen: Cell<readonly unknown[]>;
let link: Link;
let probe: ReturnType<typeof vi.fn<() => Promise<boolean>>>;
let receive: ReturnType<typeof vi.fn<(layout: Layout) => void>>;
let refused: ReturnType<typeof vi.fn<() => void>>;
let admitted: ReturnType<typeof vi.fn<() => void>>;
let outdated: ReturnType<typeof vi.fn<() => void>>;
let stop: () => void;

beforeEach(() => {
  world = createTestEnvironment();
  state = new HomeState();
  unseen = new Cell<readonly unknown[]>([]);
  probe = vi.fn(async () => true);
  refused = vi.fn();
  receive = vi.fn();
  admitted = vi.fn();
  outdated = vi.fn();
  const session = { probe, refused, admitted, outdated, updated: vi.fn() };
  link = new Link(
    world.environment,
    { home: state, layout: { receive }, commandFeed: new CommandFeed(), unseen },
    session
  );
  stop = link.start(CONTROLLER);
});

function connect(): void {
  world.sockets.last.open();
  world.sockets.last.say(snapshot);
}

describe('Link', () => {
  it('connects, and is live once it has received the home', () => {
    expect(world.sockets.last.path).toMatch(
      new RegExp(`^/api/controllers/${CONTROLLER}/live\\?page=[\\w-]{22}&connection=0$`)
    );
    world.sockets.last.open();
    expect([link.state, link.isLive]).toEqual(['connecting', false]);
    world.sockets.last.say(snapshot);
    expect([link.state, link.isLive, state.home]).toEqual(['live', true, home]);
  });

  it('emits unseen activity, with rows of a later version too', () => {
    connect();
    const rows = [
      { seq: 1, kind: 'signed-in' },
      { seq: 2, kind: 'of-later' }
    ];
    world.sockets.last.say({ type: 'activity', unseen: rows });
    expect(unseen.value).toEqual(rows);
    world.sockets.last.say({ type: 'activity', unseen: [] });
    expect(unseen.value).toEqual([]);
  });

  it('emits the home before it is live', () => {
    const seen: unknown[] = [];
    link.subscribe((phase) => seen.push([phase, state.home !== null]));
    connect();
    expect(seen).toEqual([['live', true]]);
  });

  it('applies changes, and ignores unknown messages', () => {
    connect();
    for (const noise of ['', '{', '[]', '{"type":"brand-new"}', '{"type":"changes"}', 'null'])
      world.sockets.last.say(noise);
    world.sockets.last.say({
      type: 'changes',
      revision: 'e.2',
      changes: [{ device: 1, params: { Status: true } }]
    });
    expect([state.device(1)?.params, state.revision, link.state]).toEqual([{ Status: true }, 'e.2', 'live']);
  });

  it('reconnects with its revision, and applies what it missed as one step', () => {
    connect();
    world.sockets.last.close();
    expect(link.state).toBe('reconnecting');
    world.clock.pass(500);
    const [first, second] = world.sockets.all.map(({ path }) => new URL(path, 'http://box').searchParams);
    expect([second?.get('revision'), second?.get('connection')]).toEqual(['e.1', '1']);
    expect(second?.get('page')).toBe(first?.get('page'));
    const steps = vi.fn();
    state.subscribe(steps);
    world.sockets.last.open();
    world.sockets.last.say({
      type: 'changes',
      revision: 'e.9',
      changes: [
        { device: 1, params: { Status: true } },
        { device: 2, params: { Status: true } }
      ]
    });
    expect(link.state).toBe('live');
    expect(steps).toHaveBeenCalledOnce();
  });

  it('emits the layout, and ignores a malformed one', () => {
    connect();
    const layout = { ...EMPTY_LAYOUT, rooms: { '1': { name: 'Foyer' } } };
    world.sockets.last.say({ type: 'layout', layout: { hidden: [] } });
    world.sockets.last.say({ type: 'layout', layout });
    expect(receive.mock.calls).toEqual([[layout]]);
    expect(link.state).toBe('live');
  });

  it('keeps trying without an end, and is current within 12 s of the network’s return', async () => {
    connect();
    world.sockets.last.close();
    world.proxy.rule = (request) => request.cut();
    for (let tries = 0; tries < 500; tries += 1) {
      world.clock.pass(10_000);
      world.sockets.last.close();
      await settled();
    }
    expect(link.state).toBe('offline');
    expect(world.sockets.all.length).toBeGreaterThan(500);
    world.clock.pass(10_000);
    connect();
    expect(link.state).toBe('live');
  });

  it('ends an attempt that hangs, and counts its time as waited', () => {
    const { last } = world.sockets;
    world.clock.pass(4000);
    expect([last.isOpen, link.state]).toEqual([false, 'offline']);
    expect(world.sockets.all).toHaveLength(2);
  });

  it('detects a lost connection within 35 s', () => {
    connect();
    world.clock.pass(30_000);
    world.sockets.last.say({ type: 'beat', at: 1 });
    const { last } = world.sockets;
    world.clock.pass(32_999);
    expect(last.isOpen).toBe(true);
    world.clock.pass(2000);
    expect([last.isOpen, world.sockets.all.length, link.state]).toEqual([false, 2, 'reconnecting']);
  });

  it('keeps the time of the last heartbeat, while the controller is reachable', () => {
    connect();
    world.clock.pass(15_000);
    world.sockets.last.say({ type: 'beat', at: 1 });
    expect(state.asOf).toBe(world.clock.now());
    const since = world.clock.now() - 3000;
    world.sockets.last.say({ type: 'controller', state: 'unreachable', since });
    world.clock.pass(15_000);
    world.sockets.last.say({ type: 'beat', at: 2 });
    expect([link.state, state.asOf]).toEqual(['unreachable', since]);
  });

  it.each(['visible', 'online', 'restored'] as const)('tries at once on %s', (event) => {
    connect();
    world.sockets.last.close();
    world.page.tell(event);
    expect(world.sockets.all).toHaveLength(2);
  });

  it('does not trust a connection from before a sleep', () => {
    connect();
    world.clock.jump(20_000);
    world.page.tell('visible');
    expect([world.sockets.all.length, link.state]).toEqual([2, 'reconnecting']);
  });

  it('detects a sleep without an event', () => {
    connect();
    world.clock.jump(60_000);
    world.clock.pass(5000);
    expect([world.sockets.all.length, link.state]).toEqual([2, 'reconnecting']);
  });

  it('checks the proxy when the page resumes, and reconnects if it does not answer', async () => {
    connect();
    probe.mockResolvedValueOnce(false);
    world.page.tell('visible');
    await settled();
    expect([world.sockets.all.length, link.state]).toEqual([2, 'reconnecting']);
  });

  it('does not blame a new connection for a check before it', async () => {
    connect();
    let answer: (isThere: boolean) => void = () => undefined;
    probe.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    world.page.tell('visible');
    world.sockets.last.close();
    world.page.tell('online');
    connect();
    answer(false);
    await settled();
    expect([world.sockets.all.length, link.state]).toEqual([2, 'live']);
  });

  it('does not mistake a hidden page’s slow timers for a sleep', () => {
    connect();
    world.page.tell('hidden');
    world.clock.jump(60_000);
    world.clock.pass(5000);
    expect([world.sockets.all.length, probe.mock.calls.length, link.state]).toEqual([1, 0, 'live']);
  });

  it('is offline if the browser says so and the proxy does not answer', async () => {
    connect();
    probe.mockResolvedValue(false);
    world.page.tell('offline');
    await settled();
    expect(link.state).toBe('offline');
  });

  it('asks why an attempt failed, because a refused upgrade has no reason', () => {
    world.sockets.last.close();
    expect(probe).toHaveBeenCalledOnce();
  });

  it('updates the session when the proxy has ended it', () => {
    connect();
    world.sockets.last.close(1008);
    expect(refused).toHaveBeenCalledOnce();
  });

  it('asks for its session at once when the proxy closes because the screen is locked, and goes on trying', () => {
    connect();
    world.sockets.last.close(4001);
    expect([probe.mock.calls.length, refused.mock.calls.length]).toEqual([1, 0]);
    world.clock.pass(1000);
    expect(world.sockets.all).toHaveLength(2);
    expect(admitted).toHaveBeenCalledOnce();
    world.sockets.last.open();
    expect(admitted).toHaveBeenCalledTimes(2);
  });

  it('tries at once on request, and does not interrupt an attempt', () => {
    world.sockets.last.close();
    link.retry();
    link.retry();
    expect(world.sockets.all).toHaveLength(2);
    world.clock.pass(1000);
    expect(world.sockets.all).toHaveLength(2);
  });

  it('counts as resuming for a second, while the link is coming back', () => {
    expect(link.isResuming).toBe(true);
    connect();
    expect(link.isResuming).toBe(false);
    world.clock.pass(2000);
    world.sockets.last.close();
    expect(link.isResuming).toBe(false);
    world.page.tell('visible');
    expect(link.isResuming).toBe(true);
    world.clock.pass(1000);
    expect(link.isResuming).toBe(false);
  });

  it('does not re-run its readers while values change', async () => {
    connect();
    const isLive = follow(() => [link.state, link.isLive, link.isResuming]);
    world.sockets.last.say({ type: 'changes', revision: 'e.2', changes: [{ device: 1, params: { a: 1 } }] });
    world.sockets.last.say({ type: 'beat', at: 1 });
    await rendered();
    expect(isLive.runs).toBe(1);
  });

  it('leaves nothing behind when stopped', () => {
    connect();
    const { last } = world.sockets;
    stop();
    expect([last.isOpen, world.clock.waiting, world.page.listeners]).toEqual([false, 0, 0]);
    last.close();
    world.clock.pass(60_000);
    expect(world.sockets.all).toHaveLength(1);
  });
});
