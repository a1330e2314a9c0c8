import type { Clock } from '#shared/clock';
import type { EndSlot, EndSlots } from '../../store/end-slots';
import type { StoredFile } from '../../store/sealed-file';

/** What noted ends stand on. Without slots nothing is noted, and the file alone counts. */
interface NotedEndsParts {
  /** The file of the screens. */
  readonly file: Pick<StoredFile<unknown>, 'flush'>;
  readonly clock: Clock;
  readonly slots?: Pick<EndSlots, 'add'>;
  /** What an earlier process noted. */
  readonly found?: readonly EndSlot[];
}

interface Noted {
  /** The screen's id; empty where an earlier process noted it. */
  readonly id: string;
  readonly slot: EndSlot;
}

/** How soon it is looked again whether the file could be written, in ms. */
const RETRY_INTERVAL_MS = 60_000;

/** Which screens ended or were limited since their file was last written. A slot keeps each through a power cut, also on a full disk. */
export class NotedEnds {
  readonly #parts: NotedEndsParts;
  #noted: readonly Noted[];
  #cancelRetry = () => {};
  #isStopped = false;

  constructor(parts: NotedEndsParts) {
    this.#parts = parts;
    this.#noted = (parts.found ?? []).map((slot) => ({ id: '', slot }));
  }

  /** Hashes of the cookies whose screens must not come back. */
  get hashes(): readonly string[] {
    return this.#noted.map(({ slot }) => slot.hash);
  }

  /** Notes a screen's end, before its file is written. */
  add(id: string, hash: string) {
    const { slots } = this.#parts;
    if (slots) this.#noted = [...this.#noted, { id, slot: slots.add(hash) }];
  }

  /** Puts the file on the disk, which frees the slots. Resolves with whether the file has what was done to these screens, or a slot has. */
  async saved(ids: readonly string[]): Promise<boolean> {
    this.#cancelRetry();
    const before = new Set(this.#noted);
    if (await this.#parts.file.flush()) {
      this.#noted = this.#noted.filter((noted) => !before.has(noted));
      await Promise.all([...before].map(({ slot }) => slot.free()));
      return true;
    }
    if (before.size > 0 && !this.#isStopped)
      this.#cancelRetry = this.#parts.clock.after(RETRY_INTERVAL_MS, () => void this.saved([]));
    const kept = new Set<string>();
    for (const { id, slot } of before) if (await slot.isKept) kept.add(id);
    return ids.every((id) => kept.has(id));
  }

  /** Looks no more whether the file could be written. */
  stop() {
    this.#isStopped = true;
    this.#cancelRetry();
  }
}
