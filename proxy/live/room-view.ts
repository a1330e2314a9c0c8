import type { DeviceChange } from '#shared/changes';
import { Emitter } from '#shared/emitter';
import { limitHome } from '../access/rights';
import { Journal } from './journal';
import type { HomeEvent, HomeSource } from './watched-home';

/** The part of a home that screens limited to some rooms see. It has its own revisions: those of the whole home do not match. */
export class RoomView implements HomeSource {
  readonly journal = new Journal();
  readonly #whole: HomeSource;
  readonly #rooms: readonly number[];
  readonly #events = new Emitter<HomeEvent>();

  constructor(whole: HomeSource, rooms: readonly number[]) {
    this.#whole = whole;
    this.#rooms = rooms;
  }

  get status() {
    return this.#whole.status;
  }

  subscribe(listener: (event: HomeEvent) => void): () => void {
    return this.#events.subscribe(listener);
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
