import * as v from 'valibot';
import { deviceCommandEntries } from '#shared/commands/command-schema';
import { model } from '#shared/layout-schema';
import { MAX_OVERDUE_MS, MAX_TIMER_MS, MISS_REASONS, type MissReason } from '#shared/timers';

const storedCommandSchema = v.object({
  ...deviceCommandEntries,
  model,
  /** The values that it sets: see `PreparedCommand`. */
  sets: v.array(v.string())
});
/** One command of a stored timer. */
export type StoredCommand = Readonly<v.InferOutput<typeof storedCommandSchema>>;

/** Schema of one timer. Keys of newer versions are kept. */
const storedTimerSchema = v.looseObject({
  id: v.string(),
  controller: v.string(),
  user: v.string(),
  /** The screen that set it, with its name. */
  screen: v.string(),
  screenName: v.string(),
  room: v.nullable(v.number()),
  /** The names of its devices or its room when it was set, for `restore`. */
  label: v.string(),
  commands: v.array(storedCommandSchema),
  /** The boot that `due` belongs to. */
  boot: v.string(),
  /** When it is due, in ms since that boot. */
  due: v.number(),
  /** The same in ms since the epoch, as the wall clock says. */
  at: v.number(),
  /** Whether the wall clock could be trusted when `at` was computed. */
  isTimeSure: v.boolean(),
  /** Whether nobody watched its home for a while since it was set. */
  hasGap: v.boolean(),
  /** The devices that have been as it wants them. */
  reached: v.array(v.number()),
  /** `firing`: noted before its commands are sent. It never fires again. */
  state: v.picklist(['pending', 'firing', 'missed']),
  missed: v.exactOptional(v.fallback(v.picklist(MISS_REASONS), 'failed'))
});
/** A timer as it is stored. */
export type StoredTimer = Readonly<v.InferOutput<typeof storedTimerSchema>>;

/** Schema of the file of all timers. */
export const storedTimersSchema = v.looseObject({
  /** The data folder in which they were set: see `SealedStore.identity`. */
  folder: v.string(),
  /** When the program last ran with timers: the boot, ms since that, and ms since the epoch. */
  seen: v.object({ boot: v.string(), at: v.number(), now: v.number() }),
  timers: v.array(storedTimerSchema)
});
export type StoredTimers = v.InferOutput<typeof storedTimersSchema>;

/** Version of this schema. */
export const TIMERS_VERSION = 1;

/** The name of the file in the data folder. */
export const TIMERS_FILE = 'timers';

/** The file before the first timer. */
export const NO_TIMERS: StoredTimers = { folder: '', seen: { boot: '', at: 0, now: 0 }, timers: [] };

/** Milliseconds in which a home need not be watched: a restart takes less. After a longer gap a timer does not act, but asks. */
export const MAX_GAP_MS = 120_000;

/** The clocks of this program at one moment. */
export interface ClockReading {
  readonly boot: string;
  /** Milliseconds since the boot. */
  readonly bootNow: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether the wall clock can be trusted. */
  readonly isSynchronised: boolean;
}

/** Marks a timer as one that did not act. */
export const miss = (timer: StoredTimer, missed: MissReason): StoredTimer => ({
  ...timer,
  state: 'missed',
  missed
});

/**
 * Takes over a timer of an earlier start of the program. In the same boot its due time counts, whatever the wall clock says. In another one
 * the wall clock counts, once it can be trusted.
 * @param seen when the earlier program was last seen
 * @returns the same timer if its time is not known yet
 */
export function adopt(timer: StoredTimer, seen: StoredTimers['seen'], moment: ClockReading): StoredTimer {
  if (timer.state === 'missed' || timer.boot === moment.boot) return timer;
  if (timer.state === 'firing') return miss(timer, 'unknown');
  if (!timer.isTimeSure) return miss(timer, 'clock');
  if (!moment.isSynchronised) return timer;
  const left = timer.at - moment.now;
  if (left > MAX_TIMER_MS || moment.now < seen.now) return miss(timer, 'clock');
  if (left < -MAX_OVERDUE_MS) return miss(timer, 'late');
  return { ...timer, boot: moment.boot, due: moment.bootNow + left };
}

/** Milliseconds since the program was last seen; Infinity if that is not known. */
export function gapSince(seen: StoredTimers['seen'], moment: ClockReading): number {
  if (seen.boot === moment.boot) return moment.bootNow - seen.at;
  const gap = moment.now - seen.now;
  return moment.isSynchronised && gap >= 0 ? gap : Infinity;
}
