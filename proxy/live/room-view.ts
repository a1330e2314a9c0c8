import type { DeviceChange } from '#shared/changes';
import { limitHome } from '../access/rights';
import { Journal } from './journal';
import type { HomeSource } from './watched-home';
import type { HomeListener } from './watched-home';

/**
 * Some rooms of a home, for screens that see no more. It has revisions of its own, so that one of the whole home leads nowhere here; its
 * devices are the whole home's own objects.
 */
export class RoomView implements HomeSource {
  readonly journal = new Journal();
  readonly #whole: HomeSource;
  readonly #rooms: readonly number[];
  readonly #listeners = new Set<HomeListener>();

  constructor(whole: HomeSource, rooms: readonly number[]) {
    this.#whole = whole;
    this.#rooms = rooms;
  }

  get status() {
    return this.#whole.status;
  }

  subscribe(listener: HomeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Follows the whole home from now on; what it returns stops that. */
  start(): () => void {
    if (this.#whole.journal.isRead) this.#takeAll();
    return this.#whole.subscribe({
      onHome: () => this.#takeAll(),
      onChanges: (changes) => this.#take(changes),
      onStatus: (status) => {
        for (const { onStatus } of this.#listeners) onStatus(status);
      }
    });
  }

  /** A device that goes to another room may come into sight or go out of it, which no change can say. */
  #take(changes: readonly DeviceChange[]) {
    if (changes.some(({ fields }) => fields?.room_id !== undefined)) {
      this.#takeAll();
      return;
    }
    const seen = changes.filter(({ device }) => this.journal.has(device));
    if (seen.length === 0) return;
    this.journal.append(seen);
    this.#tellChanges(seen);
  }

  #takeAll() {
    const difference = this.journal.update(limitHome(this.#whole.journal.home, this.#rooms));
    if (difference === 'home') for (const { onHome } of this.#listeners) onHome();
    else if (difference.length > 0) this.#tellChanges(difference);
  }

  #tellChanges(changes: readonly DeviceChange[]) {
    for (const { onChanges } of this.#listeners) onChanges(changes);
  }
}
