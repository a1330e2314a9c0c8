import { every, type Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { Boot } from '../../base/platform/boot';
import { SlidingWindow, type WindowRule } from '../../base/platform/sliding-window';
import type { SealedFiles } from '../../base/store/sealed-files';
import { HomeTripTimes, type Urgency } from './home-trip-times';
import { resumedSensors, type StoredTrips } from './stored-trips';

/** Changes within this time are one write of a home's file, in ms. */
const WRITE_DELAY_MS = 10_000;
/** How many urgent changes of a home are written at once. A sensor that flaps would wear out the memory card: then they wait as others do. */
const URGENT_WRITES: readonly WindowRule[] = [
  { max: 1, windowMs: 1_000 },
  { max: 20, windowMs: 10 * 60_000 }
];
/** Interval of the checks of the wall clock, in ms. */
const CHECK_INTERVAL_MS = 5_000;
/** A wall clock that is off by more than this, in ms, has been set. */
const SET_BY_MS = 30_000;

/** What trip times depend on. */
interface TripTimesDeps {
  readonly clock: Clock;
  readonly boot: Boot;
  readonly files: SealedFiles<StoredTrips>;
}

/** A write of a home's file that is planned. */
interface PlannedWrite {
  readonly dueAt: number;
  readonly isUrgent: boolean;
  readonly cancel: () => void;
}

/** When the binary sensors of all homes last changed, as Mantel saw it. They are stored: a file of each home. */
export class TripTimes {
  readonly #deps: TripTimesDeps;
  readonly #homes = new Map<string, HomeTripTimes>();
  /** By controller. */
  readonly #planned = new Map<string, PlannedWrite>();
  /** The urgent writes, by controller. */
  readonly #urgent: SlidingWindow;
  readonly #clockSet = new Emitter<void>();
  /** When the machine started, by the wall clock of the last check. */
  #startedAt: number;

  constructor(deps: TripTimesDeps) {
    this.#deps = deps;
    this.#urgent = new SlidingWindow(deps.clock, ...URGENT_WRITES);
    this.#startedAt = startedAt(deps);
  }

  /** Reads what was stored. Must be awaited once, before any other call. */
  async load() {
    const { files, boot } = this.#deps;
    for (const stored of await files.readAll())
      this.#homes.set(stored.controller, this.#make(stored.controller, resumedSensors(stored, boot)));
  }

  /** Starts to watch the wall clock. Returns a function that stops it, and writes what is planned. */
  start(): () => void {
    const stop = every(this.#deps.clock, CHECK_INTERVAL_MS, () => this.checkClock());
    return () => {
      stop();
      for (const controller of [...this.#planned.keys()]) this.#write(controller);
    };
  }

  /** Ids of the controllers of which something is stored. */
  get controllers(): string[] {
    return [...this.#homes.keys()];
  }

  /** The times of a controller. */
  of(controller: string): HomeTripTimes {
    const known = this.#homes.get(controller) ?? this.#make(controller, new Map());
    this.#homes.set(controller, known);
    return known;
  }

  /** Notes whether the wall clock was set. */
  checkClock() {
    const now = this.#startedNow();
    if (now === this.#startedAt) return;
    this.#startedAt = now;
    this.#clockSet.emit();
    for (const controller of this.#homes.keys()) this.#plan(controller, 'usual');
  }

  /** When the machine started, by the wall clock of now: an alarm between two checks has no time of a clock that was wrong. */
  #startedNow(): number {
    const now = startedAt(this.#deps);
    return Math.abs(now - this.#startedAt) < SET_BY_MS ? this.#startedAt : now;
  }

  /** Forgets a removed controller. Its watchers may run a little longer. Resolves with whether nothing of it is on the disk. */
  forget(controller: string): Promise<boolean> {
    this.#homes.delete(controller);
    this.#planned.get(controller)?.cancel();
    this.#planned.delete(controller);
    this.#urgent.forget(controller);
    return this.#deps.files.remove(controller);
  }

  #make(controller: string, stored: ReturnType<typeof resumedSensors>): HomeTripTimes {
    const times: HomeTripTimes = new HomeTripTimes(
      stored,
      {
        onSet: this.#clockSet.subscribe,
        now: () => ({ up: this.#deps.boot.now() }),
        timeOf: (time) => ('at' in time ? time.at : this.#startedNow() + time.up)
      },
      (urgency) => {
        if (this.#homes.get(controller) === times) this.#plan(controller, urgency);
      }
    );
    return times;
  }

  /** Plans a write, or brings it forward. */
  #plan(controller: string, urgency: Urgency) {
    const { clock } = this.#deps;
    const planned = this.#planned.get(controller);
    const now = clock.monotonic();
    const isUrgent = urgency === 'urgent';
    const delay = isUrgent ? Math.min(this.#urgent.delay(controller), WRITE_DELAY_MS) : WRITE_DELAY_MS;
    const dueAt = now + delay;
    if (planned && planned.dueAt <= dueAt) return;
    planned?.cancel();
    const cancel = clock.after(delay, () => this.#write(controller));
    this.#planned.set(controller, { dueAt, isUrgent: isUrgent && delay < WRITE_DELAY_MS, cancel });
  }

  #write(controller: string) {
    const { clock, boot, files } = this.#deps;
    const planned = this.#planned.get(controller);
    planned?.cancel();
    this.#planned.delete(controller);
    if (planned?.isUrgent) this.#urgent.add(controller);
    const times = this.#homes.get(controller);
    if (!times) return;
    const seen = { boot: boot.id, at: boot.now(), clock: clock.now() };
    files.file(controller).write({ controller, seen, sensors: times.stored() });
  }
}

const startedAt = ({ clock, boot }: Pick<TripTimesDeps, 'clock' | 'boot'>): number =>
  clock.now() - boot.now();
