import type { Home } from '#shared/home';
import type { ControllerState } from '#shared/wire-fields';
import type { Accounts } from '../controllers/accounts';
import type { Clock } from '#shared/clock';
import { Views } from './views';
import { Watcher } from './watcher';

/** A watcher runs for this long after its last lease was released, in ms: a page that reloads finds it running. */
const LINGER_TIMEOUT_MS = 5_000;

/** A watched home, with its views. */
interface Watched {
  readonly watcher: Watcher;
  readonly views: Views;
}

/** What the registry depends on. */
interface WatcherRegistryDeps {
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** The controller does not answer at its address, or another device does. */
  readonly onLost: (controller: string) => void;
  /** A user's home was read whole at this controller, or its devices have other names or roles. */
  readonly onRead: (controller: string, user: string, home: Home) => void;
  /** Something was left out of a user's home for the first time since its watcher started, because it is beyond the limits. */
  readonly onCut: (controller: string) => void;
  /** The connection state of a watched home has changed. */
  readonly onState?: ((controller: string, state: ControllerState) => void) | undefined;
}

interface Running extends Watched {
  readonly controller: string;
  readonly user: string;
  leases: number;
  cancelEnd: (() => void) | undefined;
  stop(): void;
}

/** Registry of the running watchers: one per controller and user with an open screen. */
export class WatcherRegistry {
  readonly #accounts: Accounts;
  readonly #clock: Clock;
  readonly #onLost: (controller: string) => void;
  readonly #onRead: WatcherRegistryDeps['onRead'];
  readonly #onCut: WatcherRegistryDeps['onCut'];
  readonly #onState: WatcherRegistryDeps['onState'];
  readonly #byKey = new Map<string, Running>();

  constructor({ accounts, clock, onLost, onRead, onCut, onState }: WatcherRegistryDeps) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#onLost = onLost;
    this.#onRead = onRead;
    this.#onCut = onCut;
    this.#onState = onState;
  }

  /** Number of running watchers. */
  get size() {
    return this.#byKey.size;
  }

  /** Number of watchers with a poll in flight. */
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

  /** The running watchers of a controller. */
  ofController(controller: string): Watched[] {
    return [...this.#byKey.values()].filter((running) => running.controller === controller);
  }

  /** The running watchers: the state of each, and when its controller last answered its user (monotonic ms). */
  get states(): {
    readonly id: string;
    readonly state: ControllerState | null;
    readonly lastHeard: number;
  }[] {
    return [...this.#byKey.values()].map(({ controller, user, watcher }) => ({
      id: controller,
      state: watcher.home.status?.state ?? null,
      lastHeard: this.#accounts.client(controller, user).lastHeard
    }));
  }

  /** Makes all watchers of a controller retry at once: it may be reachable now. */
  wake(controller: string) {
    for (const running of this.#byKey.values()) if (running.controller === controller) running.watcher.wake();
  }

  /** Stops all watchers. */
  stop() {
    for (const [key, running] of this.#byKey) this.#end(key, running);
  }

  #start(controller: string, user: string): Running {
    const watcher = new Watcher({
      client: this.#accounts.client(controller, user),
      clock: this.#clock,
      onLost: () => this.#onLost(controller),
      onCut: () => this.#onCut(controller)
    });
    const views = new Views(watcher.home, this.#clock);
    watcher.home.subscribe((event) => {
      if (event.type === 'status') this.#onState?.(controller, event.status.state);
      const isOther =
        event.type === 'changes' &&
        event.changes.some(({ fields }) => fields?.name !== undefined || fields?.role !== undefined);
      if (event.type === 'home' || isOther) this.#onRead(controller, user, watcher.home.journal.home);
    });
    const stopWatching = watcher.start();
    const running: Running = {
      controller,
      user,
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
