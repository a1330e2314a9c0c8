import type { Homes } from '../live/homes';
import type { WatchedHome } from '../live/watched-home';

/** What the homes of timers depend on. */
interface TimerHomesDeps {
  readonly homes: Pick<Homes, 'lease'>;
  /** Milliseconds since the boot. */
  readonly now: () => number;
  /** A home was not watched for so many ms, and is again. */
  readonly onGap: (controller: string, user: string, ms: number) => void;
  /** Devices of a home have changed. */
  readonly onDevices: (controller: string, user: string) => void;
  /** The state of a controller has changed. */
  readonly onStatus: (controller: string) => void;
}

interface Followed {
  readonly controller: string;
  readonly user: string;
  readonly home: WatchedHome;
  /** Since when nobody watches it, in ms since the boot; null while somebody does. */
  lostAt: number | null;
  readonly stop: () => void;
}

/** The homes of pending timers. Each holds its watcher, so that nothing happens unseen while a timer waits. */
export class TimerHomes {
  readonly #deps: TimerHomesDeps;
  readonly #byKey = new Map<string, Followed>();

  constructor(deps: TimerHomesDeps) {
    this.#deps = deps;
  }

  /** The home of a user, if it is followed. */
  find(controller: string, user: string): WatchedHome | undefined {
    return this.#byKey.get(keyOf(controller, user))?.home;
  }

  /**
   * Follows a home.
   * @param lostAt since when nobody watched it, in ms since the boot
   */
  follow(controller: string, user: string, lostAt = this.#deps.now()) {
    const key = keyOf(controller, user);
    if (this.#byKey.has(key)) return;
    const { watched, release } = this.#deps.homes.lease(controller, user);
    const { home } = watched.watcher;
    const unsubscribe = home.subscribe((event) => {
      // What was missed counts before what is read now.
      this.#look(followed);
      if (event.type === 'status') this.#deps.onStatus(controller);
      this.#deps.onDevices(controller, user);
    });
    const stop = () => {
      unsubscribe();
      release();
    };
    const followed: Followed = { controller, user, home, lostAt, stop };
    this.#byKey.set(key, followed);
    this.#look(followed);
  }

  /** Releases all homes that are not in use. */
  keepOnly(isUsed: (controller: string, user: string) => boolean) {
    for (const [key, { controller, user, stop }] of this.#byKey) {
      if (isUsed(controller, user)) continue;
      stop();
      this.#byKey.delete(key);
    }
  }

  #look(followed: Followed) {
    const { now, onGap } = this.#deps;
    if (followed.home.status?.state !== 'online') {
      followed.lostAt ??= now();
      return;
    }
    const { lostAt } = followed;
    followed.lostAt = null;
    if (lostAt !== null) onGap(followed.controller, followed.user, now() - lostAt);
  }
}

const keyOf = (controller: string, user: string) => `${controller} ${user}`;
