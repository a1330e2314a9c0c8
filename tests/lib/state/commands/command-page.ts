import type { CommandEntry } from '#shared/commands/command-entry';
import type { ErrorCode } from '#shared/error-codes';
import { Commands } from '../../../../src/lib/state/commands/commands';
import { CommandFeed, type ProxyMemory } from '../../../../src/lib/state/connection/command-feed';
import type { SentFrame } from '../../../../src/lib/state/connection/connection';
import type { LinkPhase } from '../../../../src/lib/state/connection/link.svelte';
import { HomeState } from '../../../../src/lib/state/home/home.svelte';
import { HomeProxy } from '../../../../src/lib/state/proxy/home-proxy';
import { ProxyClient } from '../../../../src/lib/state/proxy/proxy-client';
import { Emitter } from '../../../../src/shared/emitter';
import { createTestEnvironment } from '../test-environment';
import { aHome, aLamp } from '../test-home';
import { ann } from '../test-screen';
import { anEntry, on } from './shown-commands';

export type CommandPage = ReturnType<typeof aCommandPage>;

/** The commands of a live page with two lamps. The test is its link and its proxy. */
export function aCommandPage() {
  const world = createTestEnvironment();
  const home = new HomeState();
  const feed = new CommandFeed();
  const emitter = new Emitter<LinkPhase>();
  const frames: SentFrame[] = [];
  const link = {
    isLive: true,
    isResuming: false,
    isLinked: true,
    send(frame: SentFrame) {
      if (!link.isLive) return null;
      frames.push(frame);
      return world.clock.monotonic();
    },
    subscribe: (listener: (phase: LinkPhase) => void) => emitter.subscribe(listener)
  };
  const report = (entries: readonly CommandEntry[], whole?: Partial<ProxyMemory>) =>
    feed.receive({
      type: 'commands',
      entries: [...entries],
      batches: [],
      hasMore: false,
      isWhole: whole !== undefined,
      instance: whole?.instance ?? 'p',
      since: whole?.since ?? 0,
      remembered: [...(whole?.remembered ?? [])]
    });
  feed.begin(1);
  report([], {});
  const commands = new Commands(world.environment, {
    state: home,
    link,
    session: { current: ann },
    proxy: new HomeProxy(new ProxyClient(world.environment), ann.controller.id),
    commandFeed: feed
  });
  const stop = commands.start();
  home.replace(aHome({ devices: [aLamp(1), aLamp(2)] }), 'e.1', 1);

  /** The id of the last frame. */
  function lastId(): string {
    const frame = frames.at(-1);
    if (!frame) throw new Error('nothing was sent');
    return frame.id;
  }
  const page = {
    world,
    home,
    feed,
    emitter,
    link,
    commands,
    stop,
    /** A live message of the proxy. */
    report,
    /** The frames that the page has sent. */
    frames,
    lastId,
    /** A new connection with its first list. */
    reconnect(entries: readonly CommandEntry[], memory: Partial<ProxyMemory> = {}) {
      feed.begin(feed.known.connection + 1);
      report(entries, memory);
    },
    /** The proxy takes the last frame. */
    take: (id = lastId()) =>
      feed.answer({ type: 'taken', id, batch: { id, by: null, at: 1, expiresAt: 2 }, entries: [] }),
    /** Sends a command for the first lamp, which the proxy takes and reports to be in this state. Returns its id. */
    sendUntil(state: CommandEntry['state'], more: Partial<CommandEntry> = {}) {
      commands.send(page.lamp(), on);
      const id = lastId();
      page.take();
      report([anEntry(`${id}.0`, state, more)]);
      return id;
    },
    /** The proxy refuses the last frame. */
    refuse: (code: ErrorCode, id = lastId()) =>
      feed.answer({ type: 'refused', id, error: { code, message: code } }),
    lamp(id = 1) {
      const device = home.device(id);
      if (!device) throw new Error('no lamp');
      return device;
    },
    phases: (id = 1) => commands.of(id).map(({ phase }) => phase),
    change: (Status: boolean, device = 1) =>
      home.apply([{ device, params: { Status } }], 'e.2', world.clock.now())
  };
  return page;
}
