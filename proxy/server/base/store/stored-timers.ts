import * as v from 'valibot';
import { deviceCommandEntries } from '#shared/commands/command-schema';
import { model } from '#shared/layout-schema';
import { MISS_REASONS } from '#shared/timers';

const storedCommandSchema = v.object({
  ...deviceCommandEntries,
  model,
  /** The values that it sets: see `PreparedCommand`. */
  sets: v.array(v.string())
});
/** One command of a stored timer. */
export type StoredCommand = Readonly<v.InferOutput<typeof storedCommandSchema>>;

const storedTimerSchema = v.object({
  id: v.string(),
  controller: v.string(),
  /** The screen that set it, with its name. */
  screen: v.string(),
  screenName: v.string(),
  room: v.nullable(v.number()),
  /** The names of its devices or its room when it was set, for `restore`. */
  label: v.string(),
  commands: v.array(storedCommandSchema),
  /** When it is due, in ms since the boot in which it was set. */
  due: v.number(),
  /** The same in ms since the epoch, as the wall clock says: for words only. */
  at: v.number(),
  /** Whether nobody watched its home for a while since it was set. */
  hasGap: v.boolean(),
  /** The devices that have been as it wants them. */
  reached: v.array(v.number()),
  /** `firing`: noted before its commands are sent. It never fires again. */
  state: v.picklist(['pending', 'firing', 'missed']),
  missed: v.exactOptional(v.picklist(MISS_REASONS))
});
/** A timer as it is stored. */
export type StoredTimer = Readonly<v.InferOutput<typeof storedTimerSchema>>;

/** Schema of the file of all timers. */
export const storedTimersSchema = v.object({
  /** The data folder in which they were set: see `SealedStore.identity`. */
  folder: v.string(),
  /** When the program last ran with timers: the boot, and ms since that. */
  seen: v.object({ boot: v.string(), at: v.number() }),
  timers: v.array(storedTimerSchema)
});
export type StoredTimers = v.InferOutput<typeof storedTimersSchema>;

/** The name of the file in the data folder. */
export const TIMERS_FILE = 'timers';

/** The file before the first timer. */
export const NO_TIMERS: StoredTimers = { folder: '', seen: { boot: '', at: 0 }, timers: [] };
