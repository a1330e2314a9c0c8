import type { Home } from '#shared/home';
import type { Accounts } from '../controllers/accounts';
import type { Clock } from '../platform/clock';
import { Views } from './views';
import { Watcher } from './watcher';

/** A watcher goes on for this long after the last who wanted it, in ms: a page that reloads finds it running. */
export const LINGER_TIMEOUT_MS = 5_000;

/** A home that is being watched, and told to whoever joins. */
export interface Watched {
  readonly watcher: Watcher;
  readonly views: Views;
}

/** What the watchers stand on. */
export interface WatcherRegistryParts {
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** Nobody answers at this controller's address, or another box does. */
  readonly onLost: (controller: string) => void;
  /** A user's home was read whole at this controller, or its devices have other names. */
  readonly onRead: (controller: string, user: string, home: Home) => void;
}

interface Running extends Watched {
  readonly controller: string;
  leases: number;
  cancelEnd: (() => void) | undefined;
  stop(): void;
}

/** The watchers that run: one for each controller and user who has a screen that looks. */
export class WatcherRegistry {
  readonly #accounts: Accounts;
  readonly #clock: Clock;
  readonly #onLost: (controller: string) => void;
  readonly #onRead: WatcherRegistryParts['onRead'];
  readonly #byKey = new Map<string, Running>();

  constructor({ accounts, clock, onLost, onRead }: WatcherRegistryParts) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#onLost = onLost;
    this.#onRead = onRead;
  }

  /** How many run. */
  get size() {
    return this.#byKey.size;
  }

  /** How many of them have a poll under way. */
  get polls() {
    return [...this.#byKey.values()].filter(({ watcher }) => watcher.isPolling).length;
  }

  /** The watcher of a user's home, which runs until `release` and a moment longer. The first lease starts it. */
  lease(controller: string, user: string): { watched: Watched; release: () => void } {
    const key = keyOf(controller, user);
    const running = this.#byKey.get(key) ?? this.#start(controller, user);
    running.leases++;
    running.cancelEnd?.();
    running.cancelEnd = undefined;
    let isHeld = true;
    const release = () => {
      if (isHeld && --running.leases === 0)
        running.cancelEnd = this.#clock.after(LINGER_TIMEOUT_MS, () => this.#end(key, running));
      isHeld = false;
    };
    return { watched: running, release };
  }

  /** The watcher of a user's home, if it runs. */
  find(controller: string, user: string): Watched | undefined {
    return this.#byKey.get(keyOf(controller, user));
  }

  /** Has all watchers of a controller try again at once: it may be reached now. */
  wake(controller: string) {
    for (const running of this.#byKey.values()) if (running.controller === controller) running.watcher.wake();
  }

  /** Ends all. */
  stop() {
    for (const [key, running] of this.#byKey) this.#end(key, running);
  }

  #start(controller: string, user: string): Running {
    const watcher = new Watcher({
      client: this.#accounts.client(controller, user),
      clock: this.#clock,
      onLost: () => this.#onLost(controller)
    });
    const views = new Views(watcher.home, this.#clock);
    const read = () => this.#onRead(controller, user, watcher.home.journal.home);
    watcher.home.subscribe({
      onHome: read,
      onChanges: (changes) => {
        if (changes.some(({ fields }) => fields?.name !== undefined)) read();
      },
      onStatus: () => undefined
    });
    const stopWatching = watcher.start();
    const running: Running = {
      controller,
      watcher,
      views,
      leases: 0,
      cancelEnd: undefined,
      stop() {
        stopWatching();
        views.stop();
      }
    };
    this.#byKey.set(keyOf(controller, user), running);
    return running;
  }

  #end(key: string, running: Running) {
    running.cancelEnd?.();
    running.stop();
    if (this.#byKey.get(key) === running) this.#byKey.delete(key);
  }
}

const keyOf = (controller: string, user: string) => `${controller} ${user}`;
