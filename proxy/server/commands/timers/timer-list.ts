import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { MissReason } from '#shared/timers';
import type { Boot } from '../../base/platform/boot';
import type { StoredFile } from '../../base/store/sealed-file';
import type { StoredTimer, StoredTimers } from '../../base/store/stored-timers';
import type { TimerEvent } from '../../home/live/home-listener';
import type { ListChange } from '../../home/live/lists';
import { mayAct } from './timer-commands';

/** A screen that sets or cancels timers. */
export type TimerActor = Pick<StoredTimer, 'screen' | 'screenName'>;

/** What became of a timer. */
export interface TimerNews extends Pick<TimerEvent, 'kind'> {
  readonly timer: StoredTimer;
  /** Who cancelled it; absent for its own screen. */
  readonly by?: TimerActor;
}

/** Where timers are kept, and by which time. */
export interface TimerStorage {
  readonly file: StoredFile<StoredTimers>;
  /** See `SealedStore.identity`. */
  readonly folder: string;
  readonly boot: Boot;
}

/** The timers of all controllers, and their file. Each change is written. */
export class TimerList {
  readonly #clock: Clock;
  readonly #storage: TimerStorage;
  readonly #news = new Emitter<TimerNews>();
  /** Calls back with what became of a timer. Firing is no news: its commands are in the log. */
  readonly onNews = this.#news.subscribe;
  readonly #changed = new Emitter<ListChange>();
  /** Calls back when the timers of a controller have changed. */
  readonly onChange = this.#changed.subscribe;
  readonly #byId = new Map<string, StoredTimer>();
  #isLoaded = false;
  #notedAt: number;

  constructor(clock: Clock, storage: TimerStorage) {
    this.#clock = clock;
    this.#storage = storage;
    this.#notedAt = storage.boot.now();
  }

  /**
   * Reads the stored timers. One of a copied folder or of another boot, or one that was firing when the program stopped, never acts.
   * Nothing is written before all of them are read: what is written counts as of this boot.
   * @returns when the program was last seen, in ms since the boot, if that was in this boot
   */
  async load(): Promise<number> {
    const { file, folder, boot } = this.#storage;
    const { timers, seen, folder: before } = await file.read();
    this.#isLoaded = true;
    // A container that starts again may keep the id of the boot, while its uptime begins again.
    const isSameBoot = seen.boot === boot.id && seen.at <= boot.now();
    const reasonOf = ({ state }: StoredTimer): MissReason | undefined => {
      if (before !== folder) return 'copied';
      if (state === 'firing') return 'unknown';
      return isSameBoot ? undefined : 'reboot';
    };
    for (const timer of timers) {
      const reason = mayAct(timer) ? reasonOf(timer) : undefined;
      const loaded = reason ? miss(timer, reason) : timer;
      // What did not act before is shown for its time from now on.
      this.#byId.set(timer.id, isSameBoot ? loaded : { ...loaded, due: boot.now() });
      if (reason) this.#news.emit({ kind: 'missed', timer: loaded });
    }
    return seen.at;
  }

  /** Milliseconds since the boot. */
  get now(): number {
    return this.#storage.boot.now();
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

  /** Milliseconds since the boot when the file was last written. */
  get notedAt(): number {
    return this.#notedAt;
  }

  /** Adds or replaces a timer. Without commands it is over. */
  put(timer: StoredTimer) {
    if (timer.commands.length > 0) this.#byId.set(timer.id, timer);
    else this.#byId.delete(timer.id);
    this.#write();
    this.emitChange(timer.controller);
  }

  /** Removes a timer, and emits why; without a reason it has acted. */
  remove(timer: StoredTimer, why?: Omit<TimerNews, 'timer'>) {
    if (!this.#byId.has(timer.id)) return;
    this.put({ ...timer, commands: [] });
    if (why) this.#news.emit({ ...why, timer });
  }

  /** Notes that a timer did not act, and emits it. */
  miss(timer: StoredTimer, reason: MissReason) {
    const missed = miss(timer, reason);
    this.put(missed);
    this.#news.emit({ kind: 'missed', timer: missed });
  }

  /** Removes all timers of a removed controller, which are no news. Resolves with whether nothing of them is on the disk. */
  async forget(controller: string): Promise<boolean> {
    const { file } = this.#storage;
    const stored = this.#isLoaded ? undefined : await file.read();
    const others = stored?.timers.filter((timer) => timer.controller !== controller) ?? [];
    // Before they are loaded, the file stays as of its own boot.
    if (stored && others.length < stored.timers.length) file.write({ ...stored, timers: others });
    for (const timer of this.of(controller)) this.remove(timer);
    return file.flush();
  }

  /** Notes that the homes of these timers were not watched for a while. */
  markGap(isMeant: (timer: StoredTimer) => boolean) {
    for (const timer of this.all)
      if (timer.state === 'pending' && isMeant(timer)) this.put({ ...timer, hasGap: true });
  }

  /** Emits that the timers of a controller may look different now. */
  emitChange(controller: string) {
    this.#changed.emit({ controller });
  }

  /** Resolves with whether all timers are on the disk as they are now. */
  keep(): Promise<boolean> {
    this.#write();
    return this.#storage.file.flush();
  }

  /** Notes that the program still runs, and what the wall clock says now of when timers are due. */
  noteSeen() {
    const bootedAt = this.#clock.now() - this.#storage.boot.now();
    for (const timer of this.#byId.values())
      if (timer.state === 'pending') this.#byId.set(timer.id, { ...timer, at: bootedAt + timer.due });
    this.#write();
  }

  #write() {
    const { file, folder, boot } = this.#storage;
    this.#notedAt = this.now;
    file.write({ folder, seen: { boot: boot.id, at: this.#notedAt }, timers: this.all });
  }
}

const miss = (timer: StoredTimer, missed: MissReason): StoredTimer => ({ ...timer, state: 'missed', missed });
