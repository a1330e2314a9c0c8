import { isEpisodeOver } from '../home/alarms/episodes';
import {
  isSeen,
  lastSeenOf,
  stands,
  type StoredAlarm,
  type StoredEpisode,
  type Told
} from '../home/alarms/stored-alarms';
import { isRepeated, isRepeatDue } from './repeats';
import type { Target } from './targets';

/**
 * What a target is to be told of an episode: `begun` with what is new in it, `again` since nobody has seen it or since it still stands
 * 30 min after that, `seen` by whom, or that it is `over`.
 */
export type Phase = 'begun' | 'again' | 'seen' | 'over';

/** A message that a target is to be sent. */
export interface Due {
  readonly phase: Phase;
  /** What it tells of. */
  readonly alarms: readonly StoredAlarm[];
  /** Those that are told for the first time. */
  readonly fresh: readonly StoredAlarm[];
  /** What is noted once it was sent. */
  readonly told: Told;
}

/** When and to whom it is told. `now`: ms since the boot. */
interface DueMoment {
  readonly now: number;
  /** The hour of the day where it is read. */
  readonly hour: () => number;
  /** Whether the target is told again and by whom it was seen, or only of each sensor once, and the end. */
  readonly isRepeated: boolean;
}

/** A hazard that still stands this long after it was seen is told once more, in ms. */
const REMINDER_MS = 30 * 60_000;
/** What has ended meanwhile is tried for this time, in ms. What stands is tried for as long as it does. */
const MAX_TRIES_MS = 24 * 60 * 60_000;
/** What does not guard is told this long after the last one of it, in ms: others are armed meanwhile, and motion ends. */
const UNGUARDED_DELAY_MS = 10_000;

/**
 * What a target may be told of an episode now: one of these, the first that may go.
 * @param alarms of the episode that the target may know
 */
export function dueOf(
  episode: StoredEpisode,
  alarms: readonly StoredAlarm[],
  { key, to }: Pick<Target, 'key' | 'to'>,
  moment: DueMoment
): Due[] {
  const known = episode.told[key];
  const told = known?.to === to ? known : undefined;
  if (alarms.length === 0) return [];
  const nothing = { to, trip: 0, at: moment.now, repeats: 0 };
  if (isEpisodeOver(episode, alarms, moment.now))
    return listOf(overDue(episode, alarms, told ?? nothing, moment));
  const fresh = freshDue(episode, alarms, told ?? nothing, moment);
  if (!told || !moment.isRepeated || !isRepeated(episode.weight)) return listOf(fresh);
  const others = [againDue(episode, alarms, told, moment), seenDue(episode, alarms, told, moment)];
  return [fresh, ...others].filter((due) => due !== undefined);
}

const listOf = (due: Due | undefined): Due[] => (due ? [due] : []);

/** What is new in an episode. What somebody has seen needs not be told any more. */
function freshDue(
  { weight, trips }: StoredEpisode,
  alarms: readonly StoredAlarm[],
  told: Told,
  { now, isRepeated: hearsAgain }: DueMoment
): Due | undefined {
  const isNew = ({ trip, first }: StoredAlarm) => (hearsAgain ? trip : first) > told.trip;
  const isFresh = (alarm: StoredAlarm) =>
    isNew(alarm) && !isSeen(alarm) && (stands(alarm) || now - alarm.noted <= MAX_TRIES_MS);
  const fresh = alarms.filter((alarm) => isFresh(alarm) && (weight !== 'unguarded' || stands(alarm)));
  const isTooSoon = ({ noted }: StoredAlarm) => weight === 'unguarded' && now - noted < UNGUARDED_DELAY_MS;
  if (fresh.length === 0 || fresh.some(isTooSoon)) return undefined;
  const tells = alarms.filter((alarm) => fresh.includes(alarm) || isTold(weight, alarm));
  // A new sensor is told again from the first step on.
  const isOfNew = fresh.some(({ first }) => first > told.trip);
  const { isOver: _, isReminded, ...before } = told;
  return {
    phase: 'begun',
    alarms: tells,
    fresh,
    told: {
      ...before,
      ...(isReminded && !isOfNew && { isReminded }),
      repeats: isOfNew ? 0 : before.repeats,
      trip: trips,
      at: now
    }
  };
}

/** That an episode still stands and nobody has seen it. */
function againDue(
  { weight, trips }: StoredEpisode,
  alarms: readonly StoredAlarm[],
  told: Told,
  { now, hour }: DueMoment
): Due | undefined {
  const standing = alarms.filter((alarm) => isTold(weight, alarm));
  const unseen = unseenOf(standing);
  const isNoticed = unseen.every(({ seen }) => seen.some(({ reach }) => reach === 'told'));
  if (unseen.length === 0 || !isRepeatDue(weight, { told, now, hour, isNoticed })) return undefined;
  const repeated = { ...told, trip: trips, at: now, repeats: told.repeats + 1 };
  return { phase: 'again', alarms: standing, fresh: [], told: repeated };
}

/** By whom an episode was seen, and that it still stands long after that. */
function seenDue(
  { weight }: StoredEpisode,
  alarms: readonly StoredAlarm[],
  told: Told,
  { now }: DueMoment
): Due | undefined {
  const standing = alarms.filter((alarm) => isTold(weight, alarm));
  const seenAt = lastSeenOf(alarms)?.seen.at;
  if (seenAt !== undefined && seenAt > (told.seen ?? -Infinity)) {
    const tells = standing.length > 0 ? standing : alarms;
    return { phase: 'seen', alarms: tells, fresh: [], told: { ...told, seen: seenAt } };
  }
  if (unseenOf(standing).length > 0 || told.isReminded || weight === 'armed') return undefined;
  const loud = standing.filter(({ seen }) => !seen.some(({ isQuiet }) => isQuiet));
  if (loud.length === 0 || loud.some((alarm) => now - endedAt(alarm) < REMINDER_MS)) return undefined;
  return { phase: 'again', alarms: standing, fresh: [], told: { ...told, at: now, isReminded: true } };
}

/** That an episode is over. Who was told nothing of what somebody has seen needs not be told that. */
function overDue(
  { weight, trips }: StoredEpisode,
  alarms: readonly StoredAlarm[],
  told: Told,
  { now, isRepeated: tellsSeen }: DueMoment
): Due | undefined {
  if (told.isOver || weight === 'unguarded' || alarms.some(({ kind }) => kind === 'drill')) return undefined;
  if (told.trip === 0 && alarms.every(isSeen)) return undefined;
  const isEndedBySeeing = weight === 'armed' && tellsSeen && alarms.some(isSeen);
  return {
    phase: isEndedBySeeing ? 'seen' : 'over',
    alarms,
    fresh: [],
    told: { ...told, trip: trips, at: now, isOver: true }
  };
}

/** Whether an alarm that was told is told of again: one of an armed sensor whatever that reports since. */
const isTold = (weight: StoredEpisode['weight'], alarm: StoredAlarm): boolean =>
  weight === 'armed' || stands(alarm);

/** Those that nobody has seen, for all. Of one that has tripped again after that a target is told once. */
const unseenOf = (alarms: readonly StoredAlarm[]) =>
  alarms.filter((alarm) => !isSeen(alarm) && !alarm.wasSeen);

/** When somebody has seen an alarm for all; of one that has tripped again after that, that trip. */
const endedAt = ({ seen, noted }: StoredAlarm): number =>
  Math.max(noted, ...seen.flatMap(({ at, reach }) => (reach === 'all' ? at : [])));
