import type { DeviceChange } from '#shared/changes';
import { Emitter } from '#shared/emitter';
import { limitHome } from '../../household/rights';
import { Journal } from './journal';
import type { HomeEvent, HomeSource } from './watched-home';
import type { Rights } from '#shared/rights';
import type { Clock } from '#shared/clock';
import { Leases } from '../../base/platform/leases';
import { View } from './view';

/** The part of a home that screens limited to some rooms see. It has its own revisions: those of the whole home do not match. */
class LimitedHome implements HomeSource {
  readonly journal = new Journal();
  readonly #whole: HomeSource;
  readonly #rooms: readonly number[];
  readonly #events = new Emitter<HomeEvent>();
  readonly subscribe = this.#events.subscribe;

  constructor(whole: HomeSource, rooms: readonly number[]) {
    this.#whole = whole;
    this.#rooms = rooms;
  }

  get status() {
    return this.#whole.status;
  }

  /** Syncs with the whole home from now on. Returns a function that stops it. */
  start(): () => void {
    if (this.#whole.journal.isRead) this.#takeAll();
    return this.#whole.subscribe((event) => {
      if (event.type === 'home') this.#takeAll();
      else if (event.type === 'changes') this.#take(event.changes);
      else this.#events.emit(event);
    });
  }

  /** A device that moves to another room may appear or disappear, which a change cannot express. */
  #take(changes: readonly DeviceChange[]) {
    if (changes.some(({ fields }) => fields?.room_id !== undefined)) {
      this.#takeAll();
      return;
    }
    const seen = changes.filter(({ device }) => this.journal.has(device));
    if (seen.length === 0) return;
    this.journal.append(seen);
    this.#events.emit({ type: 'changes', changes: seen });
  }

  #takeAll() {
    const difference = this.journal.update(limitHome(this.#whole.journal.home, this.#rooms));
    if (difference === 'home') this.#events.emit({ type: 'home' });
    else if (difference.length > 0) this.#events.emit({ type: 'changes', changes: difference });
  }
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
    const part = rooms && new LimitedHome(this.#home, rooms);
    const view = new View(part ?? this.#home, this.#clock);
    const stopSending = view.start();
    const stopFollowing = part?.start();
    const stop = () => {
      stopFollowing?.();
      stopSending();
      this.#byRooms.delete(key);
    };
    return { view, stop };
  }
}
