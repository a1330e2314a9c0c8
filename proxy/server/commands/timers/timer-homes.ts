import { combineStops } from '../../base/platform/combine-stops';
import { userKey } from '../../home/live/home-listener';
import type { Homes } from '../../home/live/homes';
import type { WatchedHome } from '../../home/live/watched-home';
import type { User } from '../../household/screens/screen';
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
  readonly #onDevices: (of: User) => void;
  readonly #byKey = new Map<string, FollowedHome>();

  /** @param onDevices called when devices of a home have changed */
  constructor(homes: Homes, list: TimerList, onDevices: (of: User) => void) {
    this.#homes = homes;
    this.#list = list;
    this.#onDevices = onDevices;
  }

  /** The home of a user, if it is followed. */
  find(of: User): WatchedHome | undefined {
    return this.#byKey.get(userKey(of))?.home;
  }

  /**
   * Follows a home.
   * @param lostAt since when nobody watched it, in ms since the boot
   */
  follow({ controller, user }: User, lostAt = this.#list.now) {
    const key = userKey({ controller, user });
    if (this.#byKey.has(key)) return;
    const { watcher, release } = this.#homes.lease(controller, user);
    const { home } = watcher;
    const unsubscribe = home.subscribe((event) => {
      // What was missed counts before what is read now.
      this.#check(key, followed);
      if (event.type === 'status') this.#list.emitChange(controller);
      this.#onDevices({ controller, user });
    });
    const followed: FollowedHome = { home, lostAt, stop: combineStops(unsubscribe, release) };
    this.#byKey.set(key, followed);
    this.#check(key, followed);
  }

  /** Releases all homes but those of these users. */
  keepOnly(users: readonly User[]) {
    const kept = new Set(users.map(userKey));
    for (const [key, { stop }] of this.#byKey) {
      if (kept.has(key)) continue;
      stop();
      this.#byKey.delete(key);
    }
  }

  /** Notes since when nobody watches a home. Once somebody does, its timers have a gap if that was long. */
  #check(key: string, followed: FollowedHome) {
    const { home, lostAt } = followed;
    const { now } = this.#list;
    followed.lostAt = home.status?.state === 'online' ? null : (lostAt ?? now);
    if (followed.lostAt === null && lostAt !== null && now - lostAt > MAX_GAP_MS)
      this.#list.markGap((timer) => userKey(timer) === key);
  }
}
