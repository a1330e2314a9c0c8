import { vi } from 'vitest';
import type { Layout } from '#shared/layout';
import type { Scene } from '#shared/scenes';
import type { OtherHome } from '#shared/wire-live';
import type { ShownAlarm } from '$lib/state/home/shown-alarm';
import type { ShownTimer } from '$lib/state/home/shown-timer';
import { Cell } from '../../../../src/lib/state/base/cell.svelte';
import { CommandFeed } from '../../../../src/lib/state/connection/command-feed';
import { Link, connectionCode } from '../../../../src/lib/state/connection/link.svelte';
import { HomeState } from '../../../../src/lib/state/home/home.svelte';
import { createTestEnvironment } from '../test-environment';
import { ann, snapshot } from '../test-screen';

/** The first message of a connection. */
export const firstHome = { ...snapshot, revision: 'e.1' };

/** What a link tells a page, but for its layout. */
export const linkedParts = () => ({
  state: new HomeState(),
  commandFeed: new CommandFeed(),
  moods: new Cell({}),
  unseen: new Cell<readonly unknown[]>([]),
  scenes: new Cell<readonly Scene[]>([]),
  timers: new Cell<readonly ShownTimer[]>([]),
  alarms: new Cell<readonly ShownAlarm[]>([]),
  otherHomes: new Cell<readonly OtherHome[] | null>(null)
});

/** A started link. The test is its proxy, its session and its page. */
export function aLink(code = connectionCode) {
  const world = createTestEnvironment();
  const { state, ...parts } = linkedParts();
  const receive = vi.fn<(layout: Layout) => void>();
  const session = {
    probe: vi.fn(async () => true),
    refused: vi.fn(),
    admitted: vi.fn(),
    outdated: vi.fn(),
    updated: vi.fn()
  };
  const deps = { state, layout: { receive }, ...parts };
  const link = new Link(world.environment, deps, session, code);
  return {
    world,
    state,
    receive,
    ...session,
    link,
    ...parts,
    stop: link.start(ann.controller.id),
    connect() {
      world.sockets.last.open();
      world.sockets.last.say(firstHome);
    }
  };
}
