import type { EndReason } from '#shared/household';
import { hashOf } from '../cookies';
import type { Screen } from './screen';
import type { Clock } from '#shared/clock';
import type { EndSlot, EndSlots } from '../../store/end-slots';
import type { StoredFile } from '../../store/sealed-file';

/** How a screen ends: the new screen of the same browser, if any, and what the ended screen is told. */
export interface EndTerms {
  readonly successor?: Screen | undefined;
  readonly reason?: EndReason | undefined;
}

/** Maximum number of ended screens whose reason is kept: more than can be signed in. */
const MAX_REASONS = 256;

/**
 * Why screens were signed out, for those screens themselves. It is kept in memory only, by the hash of the cookie: after a
 * restart the reason is unknown.
 */
export class EndReasons {
  /** By hash, the oldest first. */
  readonly #reasons = new Map<string, EndReason>();

  /** Keeps a reason; undefined is none. */
  add(hash: string, reason: EndReason | undefined) {
    if (reason === undefined) return;
    this.#reasons.set(hash, reason);
    const [oldest] = this.#reasons.keys();
    if (oldest !== undefined && this.#reasons.size > MAX_REASONS) this.#reasons.delete(oldest);
  }

  /** Why the screen of a cookie ended; undefined if that is not known. */
  of(cookie: string | undefined): EndReason | undefined {
    return cookie === undefined ? undefined : this.#reasons.get(hashOf(cookie));
  }
}

/** What noted ends depend on. Without slots nothing is noted, and only the file counts. */
interface NotedEndsDeps {
  /** The file of the screens. */
  readonly file: Pick<StoredFile<unknown>, 'flush'>;
  readonly clock: Clock;
  readonly slots?: Pick<EndSlots, 'add'>;
  /** What an earlier process noted. */
  readonly found?: readonly EndSlot[];
}

interface Noted {
  /** The screen's id; empty if an earlier process noted it. */
  readonly id: string;
  readonly slot: EndSlot;
}

/** How soon writing the file is tried again, in ms. */
const RETRY_INTERVAL_MS = 60_000;

/**
 * Screens that ended or were limited since their file was last written. Each has a slot, which outlasts a power cut even on a full disk.
 */
export class NotedEnds {
  readonly #deps: NotedEndsDeps;
  #noted: readonly Noted[];
  #cancelRetry = () => {};
  #isStopped = false;

  constructor(deps: NotedEndsDeps) {
    this.#deps = deps;
    this.#noted = (deps.found ?? []).map((slot) => ({ id: '', slot }));
  }

  /** Hashes of the cookies whose screens must not come back. */
  get hashes(): readonly string[] {
    return this.#noted.map(({ slot }) => slot.hash);
  }

  /** Notes a screen's end, before its file is written. */
  add(id: string, hash: string) {
    const { slots } = this.#deps;
    if (slots) this.#noted = [...this.#noted, { id, slot: slots.add(hash) }];
  }

  /** Writes the file, which frees the slots. Resolves with whether the change of these screens is in the file or in a slot. */
  async saved(ids: readonly string[]): Promise<boolean> {
    this.#cancelRetry();
    const before = new Set(this.#noted);
    if (await this.#deps.file.flush()) {
      this.#noted = this.#noted.filter((noted) => !before.has(noted));
      await Promise.all([...before].map(({ slot }) => slot.free()));
      return true;
    }
    if (before.size > 0 && !this.#isStopped)
      this.#cancelRetry = this.#deps.clock.after(RETRY_INTERVAL_MS, () => void this.saved([]));
    const kept = new Set<string>();
    for (const { id, slot } of before) if (await slot.isKept) kept.add(id);
    return ids.every((id) => kept.has(id));
  }

  /** Stops trying to write the file. */
  stop() {
    this.#isStopped = true;
    this.#cancelRetry();
  }
}
