import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { MissReason } from '#shared/timers';
import type { Boot } from '../platform/boot';
import type { StoredFile } from '../store/sealed-file';
import { miss, type ClockReading, type StoredTimer, type StoredTimers } from './stored-timers';

/** A screen that sets or cancels timers. */
export interface TimerActor {
  readonly screen: string;
  readonly screenName: string;
  readonly user: string;
}

/** What became of a timer. */
export interface TimerNews {
  readonly kind: 'set' | 'cancelled' | 'void' | 'missed';
  readonly timer: StoredTimer;
  /** Who cancelled it; absent for its own screen. */
  readonly by?: TimerActor;
}

/** What the list of timers depends on. */
export interface TimerListDeps {
  readonly file: StoredFile<StoredTimers>;
  /** See `SealedStore.identity`. */
  readonly folder: string;
  readonly clock: Clock;
  readonly boot: Boot;
  /** Whether the wall clock can be trusted: see `isTimeSynchronised`. */
  readonly isSynchronised: (now: number, floor: number) => boolean;
  /** When the program was built, in ms since the epoch. */
  readonly builtAt: number;
}

/** The timers of all controllers, and their file. Each change is written. */
export class TimerList {
  readonly #deps: TimerListDeps;
  readonly #changed = new Emitter<string>();
  readonly #news = new Emitter<TimerNews>();
  readonly #byId = new Map<string, StoredTimer>();
  #seen: StoredTimers['seen'];
  #notedAt: number;

  constructor(deps: TimerListDeps) {
    this.#deps = deps;
    this.#notedAt = deps.boot.now();
    this.#seen = this.#now();
  }

  /** Reads the stored timers. One of a copied folder, or one that was firing when the program stopped, never acts. */
  async load() {
    const { file, folder } = this.#deps;
    const { timers, seen, folder: before } = await file.read();
    for (const timer of timers) {
      const firing = timer.state === 'firing' ? miss(timer, 'unknown') : timer;
      const isCopy = before !== folder && timer.state !== 'missed';
      this.#byId.set(timer.id, isCopy ? miss(timer, 'copied') : firing);
    }
    if (timers.length > 0) this.#seen = seen;
  }

  /** All timers. */
  get all(): StoredTimer[] {
    return [...this.#byId.values()];
  }

  /** The timers of a controller, the next one first. */
  of(controller: string): StoredTimer[] {
    return this.all
      .filter((timer) => timer.controller === controller)
      .sort((one, other) => one.at - other.at);
  }

  /** A timer as it is now. */
  find(id: string): StoredTimer | undefined {
    return this.#byId.get(id);
  }

  /** When the program was last seen: before this start, until all timers of that are taken over. */
  get seen(): StoredTimers['seen'] {
    return this.#seen;
  }

  /** Milliseconds since the boot when the file was last written. */
  get notedAt(): number {
    return this.#notedAt;
  }

  /** The clocks now. */
  get moment(): ClockReading {
    const { boot, clock, isSynchronised, builtAt } = this.#deps;
    const now = clock.now();
    const floor = Math.max(builtAt, this.#seen.now);
    return { boot: boot.id, bootNow: boot.now(), now, isSynchronised: isSynchronised(now, floor) };
  }

  /** Calls back when the timers of a controller have changed. */
  onChange(listener: (controller: string) => void): () => void {
    return this.#changed.subscribe(listener);
  }

  /** Calls back with what became of a timer. Firing is no news: its commands are in the log. */
  onNews(listener: (news: TimerNews) => void): () => void {
    return this.#news.subscribe(listener);
  }

  /** Adds or replaces a timer. Without commands it is over. */
  put(timer: StoredTimer) {
    if (timer.commands.length > 0) this.#byId.set(timer.id, timer);
    else this.#byId.delete(timer.id);
    this.#write();
    this.tell(timer.controller);
  }

  /** Removes a timer, and says why; without a reason it has acted. */
  remove(timer: StoredTimer, why?: Omit<TimerNews, 'timer'>) {
    if (!this.#byId.has(timer.id)) return;
    this.put({ ...timer, commands: [] });
    if (why) this.#news.emit({ ...why, timer });
  }

  /** Says that a timer did not act. */
  miss(timer: StoredTimer, reason: MissReason) {
    const missed = miss(timer, reason);
    this.put(missed);
    this.#news.emit({ kind: 'missed', timer: missed });
  }

  /** Says what became of a timer. */
  say(news: TimerNews) {
    this.#news.emit(news);
  }

  /** Says that the timers of a controller may look different now. */
  tell(controller: string) {
    this.#changed.emit(controller);
  }

  /** Resolves with whether all timers are on the disk as they are now. */
  keep(): Promise<boolean> {
    this.#write();
    return this.#deps.file.flush();
  }

  /** Notes that the program still runs, and what the wall clock says now of when timers are due. */
  noteSeen() {
    const { boot, bootNow, now, isSynchronised } = this.moment;
    for (const timer of this.#byId.values())
      if (timer.state === 'pending' && timer.boot === boot)
        this.#byId.set(timer.id, { ...timer, at: now + timer.due - bootNow, isTimeSure: isSynchronised });
    this.#write();
  }

  #now(): StoredTimers['seen'] {
    const { boot, clock } = this.#deps;
    return { boot: boot.id, at: boot.now(), now: clock.now() };
  }

  #write() {
    const { file, folder, boot } = this.#deps;
    this.#notedAt = boot.now();
    // Until the time is known, what is known of the time before this start stays.
    if (this.all.every((timer) => timer.boot === boot.id || timer.state === 'missed'))
      this.#seen = this.#now();
    file.write({ folder, seen: this.#seen, timers: this.all });
  }
}
