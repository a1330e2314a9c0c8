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
  readonly controller?: Pick<KnownController, 'id' | 'name' | 'source'> | undefined;
  /** The user whose account it concerns. */
  readonly user?: string | undefined;
  /** The screen that it is about. */
  readonly screen?: Pick<Screen, 'id' | 'name'> | undefined;
  /** The screen that did it. */
  readonly by?: Pick<Screen, 'id' | 'name'> | undefined;
  /** How many it concerns; 1 by default. */
  readonly count?: number;
}

/** The household's activity log, for those who manage it. It contains no address, code, password or token. */
export class ActivityLog {
  readonly #file: StoredFile<StoredActivity>;
  readonly #clock: Clock;
  readonly #noted = new Emitter<Activity>();
  /** Calls back after each new row or repetition. Returns a function that unsubscribes. */
  readonly onNoted = this.#noted.subscribe;
  /** By `seq`, the oldest first. */
  #rows: readonly Activity[] = [];
  #latestSeq = 0;
  #cancelSave: (() => void) | undefined;

  constructor(file: StoredFile<StoredActivity>, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
  }

  /**
   * Reads the stored log. Returns a function that writes what is not written yet.
   * @param seen the highest `seq` that a screen has seen: if the file was lost, the log continues after it
   */
  async start(seen = 0): Promise<() => void> {
    const { rows } = await this.#file.read();
    this.#rows = rows;
    this.#latestSeq = Math.max(seen, rows.at(-1)?.seq ?? 0);
    return () => {
      if (this.#cancelSave) this.#save();
    };
  }

  /** The `seq` of the last event; 0 before the first. */
  get latestSeq(): number {
    return this.#latestSeq;
  }

  /** All events, the newest first. */
  list(): Activity[] {
    return this.#rows.toReversed();
  }

  /** The events after a `seq`, the oldest first. */
  after(seq: number): Activity[] {
    return this.#rows.filter((row) => row.seq > seq);
  }

  /** Adds a row, or counts a repetition in the existing row. Events of the demo home are ignored. */
  note({ kind, controller, user, screen, by, count: more = 1 }: NewActivity) {
    if (controller?.source === 'demo') return;
    const named = {
      kind,
      at: this.#clock.now(),
      ...(controller && { controller: { id: controller.id, name: nameOf(controller) } }),
      ...(user !== undefined && { user: cleanName(user) }),
      ...(screen && { screen: { id: screen.id, name: cleanName(screen.name) } }),
      ...(by && { by: { id: by.id, name: cleanName(by.name) } })
    };
    const repeated = this.#rows.find((row) => isRepetition(row, named));
    const row = { ...repeated, ...named, count: (repeated?.count ?? 0) + more, seq: ++this.#latestSeq };
    this.#rows = capped([...this.#rows.filter((each) => each !== repeated), row]);
    if (repeated) this.#cancelSave ??= this.#clock.after(SAVE_INTERVAL_MS, () => this.#save());
    else this.#save();
    this.#noted.emit(row);
  }

  #save() {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    this.#file.write({ rows: [...this.#rows] });
  }
}

/**
 * Removes the oldest row of the largest group if there is one row too many. So an event that is repeated for ever does not displace others.
 */
function capped(all: readonly Activity[]): readonly Activity[] {
  const rows = all.slice(-MAX_ROWS - 1);
  if (rows.length <= MAX_ROWS) return rows;
  const groups = new Map<string, { readonly oldest: Activity; size: number }>();
  for (const row of rows) {
    const key = JSON.stringify([row.kind, row.user, row.controller?.id]);
    const group = groups.get(key) ?? { oldest: row, size: 0 };
    group.size += 1;
    groups.set(key, group);
  }
  const [largest] = [...groups.values()].sort((one, other) => other.size - one.size);
  return rows.filter((row) => row !== largest?.oldest);
}

/** A controller without a name is named by its address, and rows contain no addresses. */
const nameOf = ({ name }: Pick<KnownController, 'name'>) => (isIPv4(name) ? '' : cleanName(name));

type Happened = Omit<Activity, 'seq' | 'count'>;

/** The user does not count: an attacker can choose any name. */
const isRepetition = (before: Happened, { kind, at, controller, screen, by }: Happened) =>
  before.kind === kind &&
  REPEATABLE.includes(kind) &&
  before.controller?.id === controller?.id &&
  before.screen?.id === screen?.id &&
  before.by?.id === by?.id &&
  Math.abs(at - before.at) < REPEAT_WINDOW_MS;
