import { combineStops } from '../../base/platform/combine-stops';
import type { Homes } from '../../home/live/homes';
import type { WatchedHome } from '../../home/live/watched-home';
import type { TimerList } from './timer-list';

/** Milliseconds in which a home need not be watched: a restart takes less. After a longer gap a timer does not act, but asks. */
export const MAX_GAP_MS = 120_000;

interface FollowedHome {
  readonly home: WatchedHome;
  /** Since when nobody watches it, in ms since the boot; null while somebody does. */
  lostAt: number | null;
  readonly stop: () => void;
}

/** The homes of pending timers. Each holds its watcher, so that nothing happens unseen while a timer waits. */
export class TimerHomes {
  readonly #homes: Homes;
  readonly #list: TimerList;
  readonly #onDevices: (controller: string) => void;
  readonly #byController = new Map<string, FollowedHome>();

  /** @param onDevices called when devices of a home have changed */
  constructor(homes: Homes, list: TimerList, onDevices: (controller: string) => void) {
    this.#homes = homes;
    this.#list = list;
    this.#onDevices = onDevices;
  }

  /** The home of a controller, if it is followed. */
  find(controller: string): WatchedHome | undefined {
    return this.#byController.get(controller)?.home;
  }

  /**
   * Follows a home.
   * @param lostAt since when nobody watched it, in ms since the boot
   */
  follow(controller: string, lostAt = this.#list.now) {
    if (this.#byController.has(controller)) return;
    const { watcher, release } = this.#homes.lease(controller);
    const { home } = watcher;
    const unsubscribe = home.subscribe((event) => {
      // What was missed counts before what is read now.
      this.#check(controller, followed);
      if (event.type === 'status') this.#list.emitChange(controller);
      this.#onDevices(controller);
    });
    const followed: FollowedHome = { home, lostAt, stop: combineStops(unsubscribe, release) };
    this.#byController.set(controller, followed);
    this.#check(controller, followed);
  }

  /** Releases all homes but those of these controllers. */
  keepOnly(controllers: readonly string[]) {
    for (const [controller, { stop }] of this.#byController) {
      if (controllers.includes(controller)) continue;
      stop();
      this.#byController.delete(controller);
    }
  }

  /** Notes since when nobody watches a home. Once somebody does, its timers have a gap if that was long. */
  #check(controller: string, followed: FollowedHome) {
    const { home, lostAt } = followed;
    const { now } = this.#list;
    followed.lostAt = home.status?.state === 'online' ? null : (lostAt ?? now);
    if (followed.lostAt === null && lostAt !== null && now - lostAt > MAX_GAP_MS)
      this.#list.markGap((timer) => timer.controller === controller);
  }
}
