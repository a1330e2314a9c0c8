import type { StoredEpisode, Told } from '../home/alarms/stored-alarms';

const MINUTE_MS = 60_000;

/** When an episode is told again while nobody has seen it. */
interface Repeats {
  /** Minutes after its begin, one for each of the first times. */
  readonly after: readonly number[];
  /** Minutes between those that follow. */
  readonly then: number;
  /** Whether those that follow wait at night. */
  readonly isNightQuiet: boolean;
  readonly max: number;
}

/** Five hours are three times between 7 and 22. */
const THREE_A_DAY = { after: [5, 15, 60], then: 5 * 60, isNightQuiet: true };

/** By the weight of the episode. Others are told once. */
const REPEATS: Partial<Record<StoredEpisode['weight'], Repeats>> = {
  life: { after: [1, 3, 5, 10, 20, 40], then: 2 * 60, isNightQuiet: false, max: 12 },
  water: { ...THREE_A_DAY, max: 12 },
  armed: { ...THREE_A_DAY, max: 6 }
};

/** The shortest time between two messages about what somebody has seen who cannot end it for all, in ms. */
const NOTICED_MS = 60 * MINUTE_MS;

/** The night, as hours of the day: from the first until the second one. */
const NIGHT = [22, 7] as const;

/** When a target is to be told again: what it was told, the time in ms since the boot, and the hour of the day where it is read. */
interface RepeatMoment {
  readonly told: Told;
  readonly now: number;
  readonly hour: () => number;
  /** Whether somebody has seen it who cannot end it for all. */
  readonly isNoticed: boolean;
}

/** Whether episodes of a weight are told again at all. */
export const isRepeated = (weight: StoredEpisode['weight']): boolean => REPEATS[weight] !== undefined;

/** Whether a target is to be told again now of an episode that nobody has seen. */
export function isRepeatDue(
  weight: StoredEpisode['weight'],
  { told, now, hour, isNoticed }: RepeatMoment
): boolean {
  const repeats = REPEATS[weight];
  if (!repeats || told.repeats >= repeats.max) return false;
  const after = repeats.after[told.repeats];
  const before = repeats.after[told.repeats - 1] ?? 0;
  const stepMs = MINUTE_MS * (after === undefined ? repeats.then : after - before);
  const waitMs = isNoticed ? Math.max(stepMs, NOTICED_MS) : stepMs;
  if (now - told.at < waitMs) return false;
  return after !== undefined || !repeats.isNightQuiet || !isNight(hour());
}

const isNight = (hour: number) => hour >= NIGHT[0] || hour < NIGHT[1];
