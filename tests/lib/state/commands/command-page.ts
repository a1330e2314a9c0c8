import type { CommandEntry } from '#shared/commands/command-entry';
import { isRecord } from '#shared/home';
import { setStatus } from '#shared/interfaces/switch-binary';
import { FULL_RIGHTS } from '#shared/rights';
import { Commands } from '../../../../src/lib/state/commands/commands.svelte';
import { CommandFeed } from '../../../../src/lib/state/connection/command-feed.svelte';
import { beginConnection, receiveCommands } from '../../../../src/lib/state/connection/command-messages';
import type { LinkPhase } from '../../../../src/lib/state/connection/link.svelte';
import { ProxyClient } from '../../../../src/lib/state/connection/proxy-client';
import { HomeState } from '../../../../src/lib/state/home/home.svelte';
import { Emitter } from '../../../../src/shared/emitter';
import { createTestEnvironment } from '../test-environment';
import { aHome, aLamp } from '../test-home';

/** The session of the page. */
export const current = {
  controller: { id: '0123456789ab', name: 'Home', address: '192.168.1.5' },
  user: 'ann',
  screen: { id: 's1', name: 'Phone' },
  rights: FULL_RIGHTS,
  locked: false
};
/** Calls. */
export const on = setStatus.call({ status: true });
export const off = setStatus.call({ status: false });
/** How the path of a batch's route ends. */
export const POST = '/commands';

export type CommandPage = ReturnType<typeof aCommandPage>;

/** The commands of a live page with two lamps. The test is its link and its proxy. */
export function aCommandPage() {
  const world = createTestEnvironment();
  const home = new HomeState();
  const feed = new CommandFeed();
  const emitter = new Emitter<LinkPhase>();
  const link = {
    isLive: true,
    isResuming: false,
    isLinked: true,
    subscribe: (listener: (phase: LinkPhase) => void) => emitter.subscribe(listener)
  };
  const report = (entries: readonly CommandEntry[], isWhole = false) =>
    receiveCommands(feed, {
      type: 'commands',
      entries: [...entries],
      batches: [],
      isWhole,
      hasMore: false,
      ended: [],
      instance: 'p'
    });
  beginConnection(feed);
  report([], true);
  const commands = new Commands(world.environment, {
    home,
    link,
    session: { current },
    proxy: new ProxyClient(world.environment),
    commandFeed: feed
  });
  const stop = commands.start();
  home.replace(aHome({ devices: [aLamp(1), aLamp(2)] }), 'e.1', 1);

  function postedId(): string {
    const { body } = world.proxy.request(POST);
    if (!isRecord(body) || typeof body['id'] !== 'string') throw new Error('no batch');
    return body['id'];
  }
  return {
    world,
    home,
    feed,
    emitter,
    link,
    commands,
    stop,
    /** A live message of the proxy. */
    report,
    /** The id of the batch that waits for its answer. */
    postedId,
    /** The proxy takes the batch. */
    take() {
      const batch = { id: postedId(), by: null, at: 1, expiresAt: 2 };
      world.proxy.request(POST).answer(202, { batch, entries: [] });
    },
    lamp(id = 1) {
      const device = home.device(id);
      if (!device) throw new Error('no lamp');
      return device;
    },
    phases: (id = 1) => commands.of(id).map(({ phase }) => phase),
    change: (Status: boolean, device = 1) =>
      home.apply([{ device, params: { Status } }], 'e.2', world.clock.now())
  };
}
