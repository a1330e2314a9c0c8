import { randomBytes } from 'node:crypto';
import type { Screen } from '../../household/screens/screen';
import type { AlarmPlace } from './alarm-places';
import { episodeWeightOf, isEpisodeOver } from './episodes';
import {
  isSeen,
  mayContinue,
  stands,
  type StoredAlarm,
  type StoredAlarms,
  type StoredEpisode,
  type StoredSeen
} from './stored-alarms';

/** What is known of a controller: its alarms in the order of `keepOf`, and their episodes. */
export type AlarmsOfController = Pick<StoredAlarms, 'alarms' | 'episodes'>;

/** How many screens are remembered that have seen an alarm. */
const MAX_SEEN = 20;

/** An alarm that begins, unless it stands or continues. */
type Begin = Pick<StoredAlarm, 'controller' | 'kind' | 'device'> & AlarmPlace;

/** When it began and is noted, in ms since the boot. */
interface Moment {
  readonly begun: number;
  readonly now: number;
}

/** The same for alarms of one kind and device. */
export const keyOf = ({ kind, device }: Pick<StoredAlarm, 'kind' | 'device'>) => `${kind} ${device ?? ''}`;

/** What is known once an alarm has begun, continues, or has tripped again in its episode; the same if it stands. */
export function withBegun(known: AlarmsOfController, begin: Begin, moment: Moment): AlarmsOfController {
  const { now } = moment;
  const same = known.alarms.filter((alarm) => keyOf(alarm) === keyOf(begin));
  const running = same.find((alarm) => stands(alarm) || mayContinue(alarm, now));
  if (running) return withRunning(known, running);
  const weight = episodeWeightOf(begin.kind);
  const open = known.episodes.find(
    (each) =>
      weight !== 'single' && each.weight === weight && !isEpisodeOver(each, alarmsOf(known, each), now)
  );
  const former = same.find(({ episode, kind }) => episode === open?.id && kind !== 'armed');
  const made = open ?? {
    id: newId(),
    controller: begin.controller,
    weight,
    begun: moment.begun,
    trips: 0,
    told: {}
  };
  const episode = { ...made, trips: made.trips + 1 };
  const trip = { episode: episode.id, trip: episode.trips, begun: moment.begun, noted: now };
  const alarm: StoredAlarm = former
    ? againOf(former, trip)
    : { id: newId(), ...begin, ...trip, first: trip.trip, seen: [] };
  return {
    alarms: [...known.alarms.filter((each) => each !== former), alarm],
    episodes: [...known.episodes.filter(({ id }) => id !== episode.id), episode]
  };
}

/** The alarms of an episode. */
export const alarmsOf = (known: Pick<AlarmsOfController, 'alarms'>, { id }: StoredEpisode) =>
  known.alarms.filter(({ episode }) => episode === id);

/** That somebody has seen alarms at a screen: when, in ms since the boot, and for whom. */
interface Seeing {
  readonly at: number;
  readonly screen: Pick<Screen, 'id' | 'name'>;
  /** For the alarms whose devices the screen sees. The others are silent at this screen alone. */
  readonly reach: 'all' | 'told';
  readonly isQuiet: true | undefined;
}

/**
 * Alarms of which some were seen at a screen, by their ids. It is told what it does not see once for each kind and room, and so is silent
 * for all of that. Returns all alarms, and those of which others are to know that.
 */
export function withSeen(
  alarms: readonly StoredAlarm[],
  ids: readonly string[],
  maySee: (alarm: StoredAlarm) => boolean,
  { at, screen, reach, isQuiet }: Seeing
) {
  const meant = alarms.filter(({ id }) => ids.includes(id));
  const hidden = new Set(meant.filter((alarm) => !maySee(alarm)).map(dangerKey));
  const noted: StoredAlarm[] = [];
  const seen = { at, screen: screen.id, screenName: screen.name };
  const edited = alarms.map((alarm) => {
    if (!maySee(alarm))
      return hidden.has(dangerKey(alarm)) ? seenBy(alarm, { ...seen, reach: 'here' }) : alarm;
    if (!meant.includes(alarm)) return alarm;
    const after = seenBy(alarm, { ...seen, reach, ...(isQuiet && reach === 'all' && { isQuiet }) });
    if (after !== alarm) noted.push(after);
    return after;
  });
  return { alarms: edited, noted };
}

const dangerKey = ({ kind, roomName }: StoredAlarm) => JSON.stringify([kind, roomName]);

/** An alarm that was seen at a screen; the same if that is known. What reaches all stays so. */
function seenBy(alarm: StoredAlarm, seen: StoredSeen): StoredAlarm {
  const known = alarm.seen.find(({ screen }) => screen === seen.screen);
  const isKnown = known?.reach === 'all' || known?.reach === seen.reach;
  if (isKnown && (known.isQuiet || !seen.isQuiet)) return alarm;
  const others = alarm.seen.filter(({ screen }) => screen !== seen.screen);
  const isFull = others.length >= MAX_SEEN;
  // What reaches all is forgotten last.
  const oldest = isFull ? (others.find(({ reach }) => reach !== 'all') ?? others[0]) : undefined;
  return { ...alarm, seen: [...others.filter((each) => each !== oldest), seen] };
}

/** An alarm that stands or flaps goes on. */
function withRunning(known: AlarmsOfController, running: StoredAlarm): AlarmsOfController {
  if (stands(running)) return known;
  const { over: _, ...goesOn } = running;
  return { ...known, alarms: known.alarms.map((each) => (each === running ? goesOn : each)) };
}

/**
 * An alarm whose sensor trips again in its episode. It has another id, so that a notice of before does not say that this trip was seen. What is
 * quiet until it is over stays so.
 */
function againOf(
  former: StoredAlarm,
  trip: Pick<StoredAlarm, 'episode' | 'trip' | 'begun' | 'noted'>
): StoredAlarm {
  const { over: _, ...alarm } = former;
  const quiet = former.seen.filter(({ isQuiet }) => isQuiet);
  const wasSeen = isSeen(former) || former.wasSeen === true;
  return { ...alarm, ...trip, id: newId(), ...(wasSeen && { wasSeen }), seen: quiet };
}

const newId = () => randomBytes(9).toString('base64url');
