import { PROTOCOL } from '#shared/live-protocol';
import type { Mood } from '#shared/mood';
import type { Scene } from '#shared/scenes';
import type { LiveMessage, OtherHome } from '#shared/wire-live';
import type { Cell } from '../base/cell.svelte';
import type { HomeState } from '../home/home.svelte';
import type { LayoutState } from '../home/layout.svelte';
import type { ShownAlarm } from '../home/shown-alarm';
import type { ShownTimer } from '../home/shown-timer';
import type { OwnScreen } from '../session/session.svelte';
import type { CommandFeed } from './command-feed';
import type { LinkEvent } from './link-machine';

/** The states that the proxy's messages keep current. */
export interface LinkDeps {
  readonly state: HomeState;
  readonly layout: Pick<LayoutState, 'receive'>;
  /** How each room was lit, by its id. */
  readonly moods: Cell<Readonly<Record<string, Mood>>>;
  readonly commandFeed: CommandFeed;
  /** Household activities that this screen has not seen, as the proxy sends them: see `decodeActivities`. */
  readonly unseen: Cell<readonly unknown[]>;
  readonly scenes: Cell<readonly Scene[]>;
  readonly timers: Cell<readonly ShownTimer[]>;
  readonly alarms: Cell<readonly ShownAlarm[]>;
  readonly otherHomes: Cell<readonly OtherHome[] | null>;
}

/** What the link needs from the session, and reports to it. */
export interface LinkSession {
  /** Checks by HTTP whether the proxy answers. It also updates the session. */
  probe(): Promise<boolean>;
  /** Called when the proxy has accepted a connection, so this screen is not locked. */
  admitted(): void;
  /** Called when the proxy has closed the connection because this screen is not signed in to the controller. */
  refused(): void;
  /** Called when the proxy does not understand this version of the page: it has to be updated. */
  outdated(): void;
  /** Called when the proxy has sent what it tells of this screen. */
  updated(own: OwnScreen): void;
}

/**
 * Applies a message. The home is updated before the link, so that a listener to `live` reads a current home.
 * @param now in ms since the epoch
 * @returns what it means for the link; null for nothing
 */
export function takeMessage(
  message: LiveMessage,
  { state: home, layout, moods, commandFeed, unseen, scenes, timers, alarms, otherHomes }: LinkDeps,
  session: LinkSession,
  { now, isLive }: { readonly now: number; readonly isLive: boolean }
): LinkEvent | null {
  switch (message.type) {
    case 'home': {
      const { state, since, clockOffsetMs } = message.controller;
      home.setClockOffset(clockOffsetMs);
      home.replace(message.home, message.revision, state === 'online' ? now : Math.min(now, since));
      return { type: 'message', controller: state, isHome: true };
    }
    case 'changes':
      home.apply(message.changes, message.revision, now);
      return { type: 'message', isHome: true };
    case 'controller':
      home.setClockOffset(message.clockOffsetMs);
      if (message.state !== 'online' && home.asOf !== null) home.touch(Math.min(home.asOf, message.since));
      return { type: 'message', controller: message.state };
    case 'layout':
      layout.receive(message.layout);
      return null;
    case 'moods':
      moods.value = message.moods;
      return null;
    case 'screen': {
      const { type: _type, ...own } = message;
      session.updated(own);
      return null;
    }
    case 'commands':
      commandFeed.receive(message);
      return null;
    case 'activity':
      unseen.value = message.unseen;
      return null;
    case 'alarms':
      home.setUnguarded(message.unguarded);
      alarms.value = message.alarms.map((alarm) => ({
        ...alarm,
        since: alarm.forMs === undefined ? undefined : now - alarm.forMs,
        seenAt: alarm.seen && now - alarm.seen.forMs
      }));
      return null;
    case 'homes':
      otherHomes.value = message.homes;
      return null;
    case 'scenes':
      scenes.value = [...(message.isWhole ? [] : scenes.value), ...message.scenes];
      return null;
    case 'touch':
      home.setTouches(message.touch);
      return null;
    case 'timers': {
      const shown = message.timers.map((timer) => ({ ...timer, dueAt: now + timer.leftMs }));
      timers.value = [...(message.isWhole ? [] : timers.value), ...shown];
      return null;
    }
    case 'taken':
    case 'refused':
      commandFeed.answer(message);
      return null;
    case 'parts':
      // The connection puts them together.
      return null;
    case 'beat':
      if (message.protocol !== PROTOCOL) session.outdated();
      if (isLive) home.touch(now);
      return null;
  }
}
