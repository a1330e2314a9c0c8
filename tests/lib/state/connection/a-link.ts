import type { Scene } from '#shared/scenes';
import type { ShownDanger } from '$lib/state/home/shown-danger';
import type { ShownTimer } from '$lib/state/home/shown-timer';
import { vi } from 'vitest';
import type { Layout } from '#shared/layout';
import { Cell } from '../../../../src/lib/state/cell.svelte';
import { HomeState } from '../../../../src/lib/state/home/home.svelte';
import { CommandFeed } from '../../../../src/lib/state/connection/command-feed';
import { Link, connectionCode } from '../../../../src/lib/state/connection/link.svelte';
import { ann, snapshot } from '../test-screen';
import { createTestEnvironment } from '../test-environment';

/** The first message of a connection. */
export const firstHome = { ...snapshot, revision: 'e.1' };

/** A started link. The test is its proxy, its session and its page. */
export function aLink(code = connectionCode) {
  const world = createTestEnvironment();
  const state = new HomeState();
  const unseen = new Cell<readonly unknown[]>([]);
  const receive = vi.fn<(layout: Layout) => void>();
  const session = {
    probe: vi.fn(async () => true),
    refused: vi.fn(),
    admitted: vi.fn(),
    outdated: vi.fn(),
    updated: vi.fn()
  };
  const lists = {
    scenes: new Cell<readonly Scene[]>([]),
    timers: new Cell<readonly ShownTimer[]>([]),
    dangers: new Cell<readonly ShownDanger[]>([])
  };
  const deps = {
    home: state,
    layout: { receive },
    commandFeed: new CommandFeed(),
    moods: new Cell({}),
    unseen,
    ...lists
  };
  const link = new Link(world.environment, deps, session, code);
  return {
    ...{ world, state, unseen, receive, ...session, link, ...lists },
    stop: link.start(ann.controller.id),
    connect() {
      world.sockets.last.open();
      world.sockets.last.say(firstHome);
    }
  };
}
