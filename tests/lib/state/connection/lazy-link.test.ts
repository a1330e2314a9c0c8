import { describe, expect, it } from 'vitest';
import { LazyModule } from '../../../../src/lib/lazy-module';
import { Cell } from '../../../../src/lib/state/cell.svelte';
import { HomeState } from '../../../../src/lib/state/home/home.svelte';
import { CommandFeed } from '../../../../src/lib/state/connection/command-feed.svelte';
import { LazyLink } from '../../../../src/lib/state/connection/lazy-link.svelte';
import * as linkModule from '../../../../src/lib/state/connection/link.svelte';
import { aHome } from '../test-home';
import { createTestEnvironment, settled } from '../test-environment';

const CONTROLLER = '0123456789ab';
const snapshot = {
  type: 'home',
  revision: 'e.1',
  controller: { state: 'online', since: 1 },
  home: aHome({ rooms: [], devices: [] })
};
const session = {
  probe: async () => true,
  refused: () => undefined,
  admitted: () => undefined,
  outdated: () => undefined,
  updated: () => undefined
};

/** A link whose code the test loads, or makes fail to load. */
function aLazyLink() {
  const world = createTestEnvironment();
  const attempts: { come(): void; fail(): void }[] = [];
  const code = new LazyModule(
    () =>
      new Promise<typeof linkModule>((resolve, reject) => {
        attempts.push({
          come: () => resolve(linkModule),
          fail: () => reject(new TypeError('Failed to fetch'))
        });
      })
  );
  const subjects = {
    home: new HomeState(),
    layout: { receive: () => undefined },
    commandFeed: new CommandFeed(),
    unseen: new Cell<readonly unknown[]>([])
  };
  const link = new LazyLink(world.environment, subjects, session, code);
  return { ...world, link, attempts };
}

describe('LazyLink', () => {
  it('connects once its code is loaded, and holds presses until then', async () => {
    const { link, attempts, sockets } = aLazyLink();
    expect(link.isResuming).toBe(false);
    link.start(CONTROLLER);
    await settled();
    expect([link.state, link.isLive, link.isResuming, sockets.all.length]).toEqual([
      'connecting',
      false,
      true,
      0
    ]);
    attempts[0]?.come();
    await settled();
    const phases: string[] = [];
    link.subscribe((phase) => phases.push(phase));
    sockets.last.open();
    sockets.last.say(snapshot);
    expect([link.state, link.isLive, phases]).toEqual(['live', true, ['live']]);
  });

  it('is offline if its code cannot be fetched, and tries again by itself', async () => {
    const { link, attempts, clock, sockets } = aLazyLink();
    const phases: string[] = [];
    link.subscribe((phase) => phases.push(phase));
    link.start(CONTROLLER);
    await settled();
    attempts[0]?.fail();
    await settled();
    expect([link.state, link.isResuming, phases]).toEqual(['offline', false, ['offline']]);
    clock.pass(5000);
    attempts[1]?.come();
    await settled();
    expect(sockets.last.path).toContain(CONTROLLER);
  });

  it('tries again at once when the page resumes', async () => {
    const { link, attempts, page } = aLazyLink();
    link.start(CONTROLLER);
    await settled();
    page.tell('visible');
    expect(attempts.length, 'while the first attempt is under way').toBe(1);
    attempts[0]?.fail();
    await settled();
    page.tell('visible');
    expect(attempts.length).toBe(2);
  });

  it('does not connect after its stop, and leaves no timer', async () => {
    const { link, attempts, clock, page, sockets } = aLazyLink();
    const stop = link.start(CONTROLLER);
    await settled();
    stop();
    attempts[0]?.come();
    await settled();
    expect([sockets.all.length, clock.waiting, page.listeners, link.isResuming]).toEqual([0, 0, 0, false]);
  });

  it('connects at once when it is started again', async () => {
    const { link, attempts, sockets } = aLazyLink();
    const stop = link.start(CONTROLLER);
    await settled();
    attempts[0]?.come();
    await settled();
    stop();
    link.start('ffffffffffff');
    expect(sockets.last.path).toContain('ffffffffffff');
  });
});
