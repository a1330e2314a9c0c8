import { wait } from '#shared/clock';
import type { Home } from '#shared/home';
import { combineStops } from '../../base/platform/combine-stops';
import { Leases } from '../../base/platform/leases';
import { failCall, type CallResult } from '../../controllers/failure';
import { SIGNED_OUT } from '../../controllers/renewal';
import type { Household } from '../../household/household';
import type { TripTimes } from '../trips/trip-times';
import { eventQueue, type ControllerEvent, type HomeListener } from './home-listener';
import { Views } from './views';
import { Watcher } from './watcher';

/** A watcher runs for this long after its last lease was released, in ms: a page that reloads finds it running. */
const LINGER_TIMEOUT_MS = 5_000;
/** Timeout of a request for a home that was never read, in ms. */
const FIRST_READ_TIMEOUT_MS = 10_000;

/** Error if the first read takes longer. */
export const NO_ANSWER = failCall('controller-unreachable', 'The controller did not send its home in time.');

const TOO_LARGE = 'Home too large: some of its values are left out.';

/** A watched home, with its views. */
interface HomeWatch {
  readonly watcher: Watcher;
  readonly views: Views;
}

interface RunningWatcher extends HomeWatch {
  /** Lets it run on if it is about to stop. */
  cancelStop: () => void;
  readonly stop: () => void;
}

/** The household with its homes. */
export interface HomeHousehold extends Household {
  readonly homes: Homes;
}

/** The homes of all controllers, each with one running watcher while an open screen, a command or the house itself needs it. */
export class Homes {
  readonly #household: Household;
  readonly #listeners: readonly HomeListener[];
  readonly #trips: TripTimes;
  /** The events for each listener, by controller. */
  readonly #queues = new Map<string, readonly ReturnType<typeof eventQueue>[]>();
  readonly #byController = new Map<string, RunningWatcher>();
  readonly #leases = new Leases((controller) => {
    const running = this.#byController.get(controller);
    if (running) running.cancelStop = this.#household.clock.after(LINGER_TIMEOUT_MS, running.stop);
  });
  /** The leases of screens and commands, without those of the house itself. */
  readonly #attended = new Leases((controller) => this.#byController.get(controller)?.watcher.attend(false));

  /** @param listeners the features that follow all homes, in the order in which they get each event */
  constructor(household: Household, listeners: readonly HomeListener[], trips: TripTimes) {
    this.#household = household;
    this.#listeners = listeners;
    this.#trips = trips;
  }

  /** Passes an event to all listeners: what happens at a controller beside the changes of its homes. */
  emit(event: ControllerEvent) {
    const { controller } = event;
    const queues =
      this.#queues.get(controller) ?? this.#listeners.map((each) => eventQueue(each, this.#household.log));
    this.#queues.set(controller, queues);
    for (const add of queues) add(event);
  }

  /** Number of running watchers. */
  get size() {
    return this.#byController.size;
  }

  /** Number of watchers with a poll in flight. */
  get polls() {
    return [...this.#byController.values()].filter(({ watcher }) => watcher.isPolling).length;
  }

  /**
   * The current whole home of a controller. If it was never read, waits until it is, until it is known that it will not be, or for the
   * timeout.
   */
  async read(controller: string): Promise<CallResult<Home>> {
    const { watcher, release } = this.lease(controller);
    const { home } = watcher;
    if (!home.journal.isRead && home.status?.state !== 'signed-out') {
      watcher.wake();
      const isKnown = new AbortController();
      const unsubscribe = home.subscribe(() => isKnown.abort());
      await wait(this.#household.clock, FIRST_READ_TIMEOUT_MS, isKnown.signal);
      unsubscribe();
    }
    release();
    const { journal, status } = home;
    if (journal.isRead) return { ok: true, value: journal.home };
    if (status?.state === 'signed-out') return SIGNED_OUT;
    return watcher.failure ? { ok: false, error: watcher.failure } : NO_ANSWER;
  }

  /**
   * The home of a controller, whose watcher runs until `release` and a moment longer. The first lease starts it.
   * @param isHouse whether nobody looks at it: the house itself watches
   */
  lease(controller: string, { isHouse = false } = {}) {
    const running = this.#byController.get(controller) ?? this.#start(controller);
    running.cancelStop();
    const releases = [this.#leases.take(controller), ...(isHouse ? [] : [this.#attended.take(controller)])];
    const { watcher, views } = running;
    watcher.attend(this.#attended.count(controller) > 0);
    return { watcher, views, release: () => releases.forEach((release) => release()) };
  }

  /** The home of a controller, if its watcher runs. */
  find(controller: string): HomeWatch | undefined {
    return this.#byController.get(controller);
  }

  /** Makes the watcher of a controller retry at once: it may be reachable now. */
  wake(controller: string) {
    this.find(controller)?.watcher.wake();
  }

  /** Stops all watchers. */
  stop() {
    for (const running of this.#byController.values()) running.stop();
  }

  #start(controller: string): RunningWatcher {
    const { accounts, known, clock, log } = this.#household;
    const watcher = new Watcher({
      client: accounts.client(controller),
      clock,
      onLost: () => this.emit({ type: 'lost', controller, home: watcher.home }),
      onEvent: (event) => this.emit({ ...event, controller, home: watcher.home }),
      onCut: () => log.warn({ home: controller, controller: known.get(controller)?.name }, TOO_LARGE),
      trips: this.#trips.of(controller)
    });
    const views = new Views(watcher.home, clock);
    let account = accounts.userOf(controller);
    const stopWatching = combineStops(
      watcher.start(),
      accounts.onChange(() => {
        const before = account;
        account = accounts.userOf(controller);
        // Another account may see other devices.
        if (account !== before) watcher.readAgain();
      })
    );
    const stop = () => {
      running.cancelStop();
      stopWatching();
      this.emit({ type: 'unwatched', controller, home: watcher.home });
      views.stop();
      if (this.#byController.get(controller) === running) this.#byController.delete(controller);
    };
    const running: RunningWatcher = { watcher, views, stop, cancelStop: () => undefined };
    this.#byController.set(controller, running);
    return running;
  }
}
