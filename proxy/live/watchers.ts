import type { Accounts } from '../controllers/accounts';
import type { Clock } from '../clock';
import { Views } from './views';
import { Watcher } from './watcher';

/** A watcher goes on for this long after the last who wanted it, in ms: a page that reloads finds it running. */
export const LINGER_MS = 5_000;

/** A home that is being watched, and told to whoever joins. */
export interface Watched {
  readonly watcher: Watcher;
  readonly views: Views;
}

interface Running extends Watched {
  readonly controller: string;
  leases: number;
  cancelEnd: (() => void) | undefined;
  stop(): void;
}

/** The watchers that run: one for each controller and user who has a screen that looks. */
export class Watchers {
  readonly #accounts: Accounts;
  readonly #clock: Clock;
  readonly #onLost: (controller: string) => void;
  readonly #byKey = new Map<string, Running>();

  constructor({
    accounts,
    clock,
    onLost
  }: {
    accounts: Accounts;
    clock: Clock;
    /** Nobody answers at this controller's address. */
    onLost: (controller: string) => void;
  }) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#onLost = onLost;
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
        running.cancelEnd = this.#clock.after(LINGER_MS, () => this.#end(key, running));
      isHeld = false;
    };
    return { watched: running, release };
  }

  /** The watcher of a user's home, if it runs. */
  find(controller: string, user: string): Watched | undefined {
    return this.#byKey.get(keyOf(controller, user));
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
