import { isIPv4 } from 'node:net';
import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { activitySchema, type Activity } from '#shared/household';
import type { StoredFile } from '../../base/store/sealed-file';
import { cleanName } from '../../controllers/discovery/reply';
import type { KnownController } from '../../controllers/known';
import type { Screen } from '../screens/screen';

/** Maximum number of stored rows. */
export const MAX_ROWS = 500;

/** Kinds that strangers and mistakes can repeat without end. Repetitions are one row with a count. */
const REPEATABLE: readonly Activity['kind'][] = ['setup-code-failed', 'move-refused', 'wrong-pins'];

/** Maximum time from one event to its repetition, in ms. */
const REPEAT_WINDOW_MS = 24 * 60 * 60 * 1000;

/** Minimum interval between two writes of repetitions, in ms: a flood must not wear out the disk. */
const SAVE_INTERVAL_MS = 10_000;

/** The stored format of the log. */
export const storedActivitySchema = v.object({ rows: v.array(activitySchema) });
export type StoredActivity = v.InferOutput<typeof storedActivitySchema>;

/** The log before the first row. */
export const NO_ACTIVITY: StoredActivity = { rows: [] };

/** An event. Whole controllers and screens may be given: only their ids and names are stored. */
interface NewActivity {
  readonly kind: Activity['kind'];
  /** The home that it concerns, whose managing screens alone are told. Without one, and for the demo home, nobody is. */
  readonly controller: Pick<KnownController, 'id' | 'name' | 'source'> | undefined;
  /** The ids of the rooms that a screen with another account sees; undefined for the whole home. */
  readonly rooms?: readonly number[] | undefined;
  /** The screen that it is about. */
  readonly screen?: Pick<Screen, 'id' | 'name'> | undefined;
  /** The screen of that home that did it. */
  readonly by?: Pick<Screen, 'id' | 'name'> | undefined;
  /** The browser and system that did it, if it is no screen of that home. */
  readonly from?: string | undefined;
  /** A home that was added. */
  readonly home?: Pick<KnownController, 'id' | 'name'> | undefined;
  /** How many it concerns; 1 by default. */
  readonly count?: number;
}

/**
 * What happened to the homes of the household, for those who manage them. Each home has its own rows and its own count of them: nobody learns
 * from those of one home what happened to another one. It contains no address, code, password or token.
 */
export class ActivityLog {
  readonly #file: StoredFile<StoredActivity>;
  readonly #clock: Clock;
  readonly #noted = new Emitter<Activity>();
  /** Calls back after each new row or repetition. Returns a function that unsubscribes. */
  readonly onNoted = this.#noted.subscribe;
  /** The oldest first. */
  #rows: readonly Activity[] = [];
  #seenAt: (controller: string) => number = () => 0;
  #cancelSave: (() => void) | undefined;

  constructor(file: StoredFile<StoredActivity>, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
  }

  /**
   * Reads the stored log. Returns a function that writes what is not written yet.
   * @param seenAt the highest `seq` that a screen of a home has seen: if the file was lost, the log continues after it
   */
  async start(seenAt: (controller: string) => number = () => 0): Promise<() => void> {
    const { rows } = await this.#file.read();
    this.#rows = rows;
    this.#seenAt = seenAt;
    return () => {
      if (this.#cancelSave) this.#save();
    };
  }

  /** The `seq` of a home's last event; 0 before the first. */
  latestSeqOf(controller: string): number {
    return Math.max(this.#seenAt(controller), this.#of(controller).at(-1)?.seq ?? 0);
  }

  /** All events of a home, the newest first. */
  list(controller: string): Activity[] {
    return this.#of(controller).toReversed();
  }

  /** The events of a home after a `seq`, the oldest first. */
  after(controller: string, seq: number): Activity[] {
    return this.#of(controller).filter((row) => row.seq > seq);
  }

  /** Adds a row, or counts a repetition in the existing row. */
  note({ kind, controller, rooms, screen, by, from, home, count: more = 1 }: NewActivity) {
    if (!controller || controller.source === 'demo') return;
    const named = {
      kind,
      at: this.#clock.now(),
      controller: { id: controller.id, name: nameOf(controller) },
      ...(rooms && { rooms: [...rooms] }),
      ...(screen && { screen: { id: screen.id, name: cleanName(screen.name) } }),
      ...(by && { by: { id: by.id, name: cleanName(by.name) } }),
      ...(from !== undefined && !by && { from }),
      ...(home && { home: { id: home.id, name: nameOf(home) } })
    };
    const repeated = this.#rows.find((row) => isRepetition(row, named));
    const seq = this.latestSeqOf(controller.id) + 1;
    const row = { ...repeated, ...named, count: (repeated?.count ?? 0) + more, seq };
    this.#rows = capped([...this.#rows.filter((each) => each !== repeated), row]);
    if (repeated) this.#cancelSave ??= this.#clock.after(SAVE_INTERVAL_MS, () => this.#save());
    else this.#save();
    this.#noted.emit(row);
  }

  /** Removes the rows of a home that is forgotten, and those that name it. */
  forget(controller: string) {
    const rows = this.#rows.filter((row) => row.controller.id !== controller && row.home?.id !== controller);
    if (rows.length === this.#rows.length) return;
    this.#rows = rows;
    this.#save();
  }

  /** The rows of a home. */
  #of(controller: string): Activity[] {
    return this.#rows.filter((row) => row.controller.id === controller);
  }

  #save() {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    this.#file.write({ rows: [...this.#rows] });
  }
}

/**
 * Removes the oldest row of the largest group of the home that has most if there is one row too many. So neither a home nor an event that is
 * repeated for ever displaces others.
 */
function capped(all: readonly Activity[]): readonly Activity[] {
  const rows = all.slice(-MAX_ROWS - 1);
  if (rows.length <= MAX_ROWS) return rows;
  const ofHome = largestGroup(rows, ({ controller }) => controller.id);
  const [oldest] = largestGroup(ofHome, ({ kind }) => kind);
  return rows.filter((row) => row !== oldest);
}

/** The largest group of rows that have the same key. */
function largestGroup(rows: readonly Activity[], keyOf: (row: Activity) => string): readonly Activity[] {
  const groups = new Map<string, Activity[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  const [largest = []] = [...groups.values()].sort((one, other) => other.length - one.length);
  return largest;
}

/** A controller without a name is named by its address, and rows contain no addresses. */
const nameOf = ({ name }: Pick<KnownController, 'name'>) => (isIPv4(name) ? '' : cleanName(name));

type Happened = Omit<Activity, 'seq' | 'count'>;

const isRepetition = (before: Happened, { kind, at, controller, screen, by }: Happened) =>
  before.kind === kind &&
  REPEATABLE.includes(kind) &&
  before.controller.id === controller.id &&
  before.screen?.id === screen?.id &&
  before.by?.id === by?.id &&
  Math.abs(at - before.at) < REPEAT_WINDOW_MS;
