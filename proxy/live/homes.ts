import type { Household } from '../access/household';
import type { DeviceChange } from '#shared/changes';
import type { Home } from '#shared/home';
import type { ControllerState } from '#shared/wire-fields';
import type { Clock } from '#shared/clock';
import type { CallFailure, CallResult } from '../controllers/failure';
import { SIGNED_OUT } from '../controllers/renewal';
import type { Relocation } from '../controllers/relocation';
import type { Layouts } from '../layouts/layouts';
import type { Moods } from '../lights/moods';
import { Leases } from '../platform/leases';
import { Views } from './views';
import type { WatchedHome } from './watched-home';
import { Watcher } from './watcher';

/** A watcher runs for this long after its last lease was released, in ms: a page that reloads finds it running. */
const LINGER_TIMEOUT_MS = 5_000;
/** Timeout of a request for a home that was never read, in ms. */
const FIRST_READ_TIMEOUT_MS = 10_000;

/** Error if the first read takes longer. */
export const NO_ANSWER: CallFailure = {
  code: 'controller-unreachable',
  message: 'It has not told its home in time.'
};

/** What the homes depend on. */
interface HomesDeps extends Pick<Household, 'accounts' | 'known' | 'clock' | 'log' | 'fingerprints'> {
  readonly layouts: Pick<Layouts, 'observe'>;
  readonly scenes: { observe(controller: string, devices: Home['devices']): void };
  readonly moods: Pick<Moods, 'follow'>;
  /** Follows a lost controller to its new address. */
  readonly relocation: Pick<Relocation, 'lost'>;
  /** A home is watched from now on. Returns a function that is called when its watcher stops. */
  readonly onWatched?: ((controller: string, user: string, home: WatchedHome) => () => void) | undefined;
  /** The connection state of a watched home has changed. */
  readonly onState?: ((controller: string, state: ControllerState) => void) | undefined;
}

/** A watched home of a user, with its views. */
interface Watched {
  readonly watcher: Watcher;
  readonly views: Views;
}

interface Running extends Watched {
  readonly controller: string;
  readonly user: string;
  /** Lets it run on if it is about to stop. */
  cancelStop: () => void;
  readonly stop: () => void;
}

/** The homes of all users, each with a running watcher while an open screen or a command needs it. */
export class Homes {
  readonly #deps: HomesDeps;
  readonly #byKey = new Map<string, Running>();
  readonly #leases = new Leases((key) => {
    const running = this.#byKey.get(key);
    if (running) running.cancelStop = this.#deps.clock.after(LINGER_TIMEOUT_MS, running.stop);
  });

  constructor(deps: HomesDeps) {
    this.#deps = deps;
  }

  /** Number of running watchers. */
  get size() {
    return this.#byKey.size;
  }

  /** Number of watchers with a poll in flight. */
  get polls() {
    return [...this.#byKey.values()].filter(({ watcher }) => watcher.isPolling).length;
  }

  /** The current whole home of a user. If it was never read, waits for the first reading. */
  async read(controller: string, user: string): Promise<CallResult<Home>> {
    const { watched, release } = this.lease(controller, user);
    await firstRead(watched.watcher, this.#deps.clock);
    release();
    const { journal, status } = watched.watcher.home;
    if (journal.isRead) return { ok: true, value: journal.home };
    if (status?.state === 'signed-out') return SIGNED_OUT;
    return { ok: false, error: watched.watcher.failure ?? NO_ANSWER };
  }

  /** A user's home, whose watcher runs until `release` and a moment longer. The first lease starts it. */
  lease(controller: string, user: string): { readonly watched: Watched; readonly release: () => void } {
    const running = this.#byKey.get(keyOf(controller, user)) ?? this.#start(controller, user);
    running.cancelStop();
    return { watched: running, release: this.#leases.take(keyOf(controller, user)) };
  }

  /** A user's home, if its watcher runs. */
  find(controller: string, user: string): Watched | undefined {
    return this.#byKey.get(keyOf(controller, user));
  }

  /** The homes of a controller whose watchers run. */
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
      lastHeard: this.#deps.accounts.client(controller, user).lastHeard
    }));
  }

  /** Makes all watchers of a controller retry at once: it may be reachable now. */
  wake(controller: string) {
    for (const { watcher } of this.ofController(controller)) watcher.wake();
  }

  /** Stops all watchers. */
  stop() {
    for (const running of this.#byKey.values()) running.stop();
  }

  #start(controller: string, user: string): Running {
    const { accounts, known, clock, log, moods, relocation, onState, onWatched } = this.#deps;
    const key = keyOf(controller, user);
    const watcher = new Watcher({
      client: accounts.client(controller, user),
      clock,
      onLost: () => relocation.lost(controller),
      onCut: () =>
        log.warn(
          { controller: known.get(controller)?.name },
          'Home too large: some of its values are left out.'
        )
    });
    const views = new Views(watcher.home, clock);
    watcher.home.subscribe((event) => {
      if (event.type === 'status') onState?.(controller, event.status.state);
      if (event.type === 'home' || (event.type === 'changes' && event.changes.some(mayMakeOther)))
        this.#learn(controller, user, watcher.home.journal.home);
    });
    const stopMoods = moods.follow(controller, user, watcher.home);
    const onStopped = onWatched?.(controller, user, watcher.home);
    const stopWatching = watcher.start();
    const stop = () => {
      running.cancelStop();
      stopWatching();
      stopMoods();
      onStopped?.();
      views.stop();
      if (this.#byKey.get(key) === running) this.#byKey.delete(key);
    };
    const running: Running = { controller, user, watcher, views, stop, cancelStop: () => undefined };
    this.#byKey.set(key, running);
    return running;
  }

  /** A home was read whole, or its devices may be other ones. */
  #learn(controller: string, user: string, { devices }: Home) {
    const { known, layouts, scenes, fingerprints } = this.#deps;
    // Behind the messages of this reading, and each in a turn of its own: a home may have ten thousand devices.
    setImmediate(() => layouts.observe(controller, user, devices));
    setImmediate(() => scenes.observe(controller, devices));
    setImmediate(() => {
      if (known.get(controller)?.source === 'known') fingerprints.remember(controller, user, devices);
    });
  }
}

/** Whether a change may make another device of one: see `modelOf`. A name is part of a home's fingerprint. */
const mayMakeOther = ({ fields, params = {} }: DeviceChange): boolean =>
  fields?.name !== undefined ||
  fields?.role !== undefined ||
  fields?.icon !== undefined ||
  Object.hasOwn(params, 'nodeId');

const keyOf = (controller: string, user: string) => `${controller} ${user}`;

/** Resolves when there is a home, when it is known that there will be none, or after the timeout. */
async function firstRead(watcher: Watcher, clock: Clock) {
  const { journal, status } = watcher.home;
  if (journal.isRead || status?.state === 'signed-out') return;
  watcher.wake();
  await new Promise<void>((resolve) => {
    const end = () => {
      cancel();
      unsubscribe();
      resolve();
    };
    const cancel = clock.after(FIRST_READ_TIMEOUT_MS, end);
    const unsubscribe = watcher.home.subscribe(end);
  });
}
