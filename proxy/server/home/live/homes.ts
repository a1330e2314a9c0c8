import { wait } from '#shared/clock';
import type { Home } from '#shared/home';
import { Leases } from '../../base/platform/leases';
import { failCall, type CallResult } from '../../controllers/failure';
import { SIGNED_OUT } from '../../controllers/renewal';
import type { Household } from '../../household/household';
import type { User } from '../../household/screens/screen';
import type { TripTimes } from '../trips/trip-times';
import { eventQueue, userKey, type ControllerEvent, type HomeListener } from './home-listener';
import { Views } from './views';
import { Watcher } from './watcher';

/** A watcher runs for this long after its last lease was released, in ms: a page that reloads finds it running. */
const LINGER_TIMEOUT_MS = 5_000;
/** Timeout of a request for a home that was never read, in ms. */
const FIRST_READ_TIMEOUT_MS = 10_000;

/** Error if the first read takes longer. */
export const NO_ANSWER = failCall('controller-unreachable', 'The controller did not send its home in time.');

const TOO_LARGE = 'Home too large: some of its values are left out.';

/** A watched home of a user, with its views. */
interface HomeWatch {
  readonly watcher: Watcher;
  readonly views: Views;
}

interface RunningWatcher extends HomeWatch, User {
  /** Lets it run on if it is about to stop. */
  cancelStop: () => void;
  readonly stop: () => void;
}

/** The household with its homes. */
export interface HomeHousehold extends Household {
  readonly homes: Homes;
}

/** The homes of all users, each with a running watcher while an open screen or a command needs it. */
export class Homes {
  readonly #household: Household;
  readonly #listeners: readonly HomeListener[];
  readonly #trips: TripTimes;
  /** The events for each listener, by controller. */
  readonly #queues = new Map<string, readonly ReturnType<typeof eventQueue>[]>();
  readonly #byKey = new Map<string, RunningWatcher>();
  readonly #leases = new Leases((key) => {
    const running = this.#byKey.get(key);
    if (running) running.cancelStop = this.#household.clock.after(LINGER_TIMEOUT_MS, running.stop);
  });
  /** The leases of screens and commands, without those of the house itself. */
  readonly #attended = new Leases((key) => this.#byKey.get(key)?.watcher.attend(false));

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
    return this.#byKey.size;
  }

  /** Number of watchers with a poll in flight. */
  get polls() {
    return [...this.#byKey.values()].filter(({ watcher }) => watcher.isPolling).length;
  }

  /** The current whole home of a user. If it was never read, waits until it is, until it is known that it will not be, or for the timeout. */
  async read(controller: string, user: string): Promise<CallResult<Home>> {
    const { watcher, release } = this.lease(controller, user);
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
   * A user's home, whose watcher runs until `release` and a moment longer. The first lease starts it.
   * @param isHouse whether nobody looks at it: the house itself watches
   */
  lease(controller: string, user: string, { isHouse = false } = {}) {
    const key = userKey({ controller, user });
    const running = this.#byKey.get(key) ?? this.#start(controller, user);
    running.cancelStop();
    const releases = [this.#leases.take(key), ...(isHouse ? [] : [this.#attended.take(key)])];
    const { watcher, views } = running;
    watcher.attend(this.#attended.count(key) > 0);
    return { watcher, views, release: () => releases.forEach((release) => release()) };
  }

  /** A user's home, if its watcher runs. */
  find(controller: string, user: string): HomeWatch | undefined {
    return this.#byKey.get(userKey({ controller, user }));
  }

  /** The homes of a controller whose watchers run. */
  ofController(controller: string): HomeWatch[] {
    return [...this.#byKey.values()].filter((running) => running.controller === controller);
  }

  /** Makes all watchers of a controller retry at once: it may be reachable now. */
  wake(controller: string) {
    for (const { watcher } of this.ofController(controller)) watcher.wake();
  }

  /** Stops all watchers. */
  stop() {
    for (const running of this.#byKey.values()) running.stop();
  }

  #start(controller: string, user: string): RunningWatcher {
    const { accounts, known, clock, log } = this.#household;
    const of = { controller, user };
    const key = userKey(of);
    const watcher = new Watcher({
      client: accounts.client(controller, user),
      clock,
      onLost: () => this.emit({ type: 'lost', ...of, home: watcher.home }),
      onEvent: (event) => this.emit({ ...event, ...of, home: watcher.home }),
      onCut: () => log.warn({ home: controller, controller: known.get(controller)?.name }, TOO_LARGE),
      trips: this.#trips.of(controller)
    });
    const views = new Views(watcher.home, clock);
    const stopWatching = watcher.start();
    const stop = () => {
      running.cancelStop();
      stopWatching();
      this.emit({ type: 'unwatched', ...of, home: watcher.home });
      views.stop();
      if (this.#byKey.get(key) === running) this.#byKey.delete(key);
    };
    const running: RunningWatcher = { ...of, watcher, views, stop, cancelStop: () => undefined };
    this.#byKey.set(key, running);
    return running;
  }
}
