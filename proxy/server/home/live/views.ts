import type { DeviceChange } from '#shared/changes';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { Rights } from '#shared/rights';
import { Leases } from '../../base/platform/leases';
import { limitHome } from '../../household/rights';
import { Journal } from './journal';
import { View } from './view';
import type { HomeEvent, HomeSource } from './watched-home';

/**
 * The part of a home that screens limited to some rooms see, synced with the whole home until `stop`. It has its own revisions: those of the
 * whole home do not match.
 */
function limitedHome(whole: HomeSource, rooms: readonly number[]) {
  const journal = new Journal();
  const events = new Emitter<HomeEvent>();
  const takeAll = () => {
    const difference = journal.update(limitHome(whole.journal.home, rooms));
    if (difference) events.emit(difference);
  };
  const take = (changes: readonly DeviceChange[]) => {
    const seen = changes.filter(({ device }) => journal.device(device));
    if (seen.length === 0) return;
    journal.append(seen);
    events.emit({ type: 'changes', changes: seen });
  };
  if (whole.journal.isRead) takeAll();
  const stop = whole.subscribe((event) => {
    if (event.type === 'home') takeAll();
    else if (event.type !== 'changes') events.emit(event);
    // A device that moves to another room may appear or disappear, which a change cannot express.
    else if (event.changes.some(({ fields }) => fields?.room_id !== undefined)) takeAll();
    else take(event.changes);
  });
  return {
    journal,
    get status() {
      return whole.status;
    },
    subscribe: events.subscribe,
    stop
  };
}

/** The views of one watched home: always the whole one, and those of some rooms while they are leased. */
export class Views {
  readonly #clock: Clock;
  readonly #home: HomeSource;
  readonly #byRooms = new Map<string, { readonly view: View; readonly stop: () => void }>();
  readonly #leases = new Leases((key) => this.#byRooms.get(key)?.stop());

  constructor(home: HomeSource, clock: Clock) {
    this.#clock = clock;
    this.#home = home;
    // The whole one is never released.
    this.lease(null);
  }

  /** All current views. */
  get all(): readonly View[] {
    return [...this.#byRooms.values()].map(({ view }) => view);
  }

  /** The view of some rooms, or of all, until `release`. */
  lease(rooms: Rights['rooms']): { view: View; release: () => void } {
    const key = rooms === null ? 'all' : [...new Set(rooms)].sort((a, b) => a - b).join(' ');
    const opened = this.#byRooms.get(key) ?? this.#open(rooms, key);
    this.#byRooms.set(key, opened);
    return { view: opened.view, release: this.#leases.take(key) };
  }

  /** Stops all views. */
  stop() {
    for (const { stop } of this.#byRooms.values()) stop();
  }

  #open(rooms: Rights['rooms'], key: string) {
    const part = rooms && limitedHome(this.#home, rooms);
    const view = new View(part ?? this.#home, this.#clock);
    const stopSending = view.start();
    const stop = () => {
      part?.stop();
      stopSending();
      this.#byRooms.delete(key);
    };
    return { view, stop };
  }
}
