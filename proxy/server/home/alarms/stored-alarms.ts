import * as v from 'valibot';
import { alarmKindSchema, type AlarmKind } from '#shared/alarms';
import { weightOf } from '#shared/hazards';
import { NODE_FAULTS } from '#shared/node-faults';

// All times are milliseconds since the start of the machine, which no clock setting changes; see `Boot`. One may be before it.

const seenSchema = v.object({
  at: v.number(),
  /** The screen at which somebody has seen it. */
  screen: v.string(),
  screenName: v.string(),
  /**
   * `all`: no screen and no message rings for it any more. `told`: only this screen is silent, and the others are told. `here`: this screen,
   * which does not see the device, is silent, and nobody is told.
   */
  reach: v.picklist(['all', 'told', 'here']),
  /** It is quiet until it is over: nobody is reminded. */
  isQuiet: v.exactOptional(v.literal(true))
});
/** That somebody has seen an alarm. */
export type StoredSeen = Readonly<v.InferOutput<typeof seenSchema>>;

const storedAlarmSchema = v.object({
  id: v.string(),
  controller: v.string(),
  /**
   * `blind`: the controller is not reached. `left-open`: a door or a window. `unguarded`: a sensor that was tripped, or did not respond, when
   * it was armed. A fault of a node: it is too hot, or overloaded. Screens show these by themselves.
   */
  kind: v.picklist([...alarmKindSchema.options, 'blind', 'left-open', 'unguarded', ...NODE_FAULTS]),
  /** The device that reports it; null for none. */
  device: v.nullable(v.number()),
  /** The room of the device, and its name; null for none. */
  room: v.nullable(v.number()),
  roomName: v.nullable(v.string()),
  /** The name of the device, where messages tell it. */
  name: v.exactOptional(v.string()),
  /** Why a sensor does not guard. */
  why: v.exactOptional(v.picklist(['open', 'tripped', 'silent'])),
  /** The episode that it is of, and the number of its last trip among those of the episode, from 1. */
  episode: v.string(),
  trip: v.number(),
  /** The number of its first trip. */
  first: v.number(),
  /** It has tripped again after somebody had seen it, for all. */
  wasSeen: v.exactOptional(v.literal(true)),
  /** When it began, as far as that is known, and when its last trip was noted. */
  begun: v.number(),
  noted: v.number(),
  /** When it ended; absent while it stands. */
  over: v.exactOptional(v.number()),
  /** By whom it was seen, the last one at the end: one of each screen. */
  seen: v.array(seenSchema)
});
/** An alarm of a controller: one of a sensor in an episode. */
export type StoredAlarm = Readonly<v.InferOutput<typeof storedAlarmSchema>>;

const toldSchema = v.object({
  /** A digest of the address: another one there was told nothing. */
  to: v.string(),
  /** The last trip that was told, and when a message rang last. */
  trip: v.number(),
  at: v.number(),
  /** How many times it was told again since the last new sensor. */
  repeats: v.number(),
  /** When it was last seen, as far as that is told. */
  seen: v.exactOptional(v.number()),
  /** It was told again after somebody had seen it. */
  isReminded: v.exactOptional(v.literal(true)),
  isOver: v.exactOptional(v.literal(true))
});
/** What a way or a phone was told of an episode. */
export type Told = Readonly<v.InferOutput<typeof toldSchema>>;

const storedEpisodeSchema = v.object({
  /** The tag of its messages. */
  id: v.string(),
  controller: v.string(),
  /** The alarms that are told as one: `single` is one alone. */
  weight: v.picklist(['life', 'water', 'armed', 'unguarded', 'single']),
  /** When it began. */
  begun: v.number(),
  /** The number of its trips. */
  trips: v.number(),
  /** By the key of a `Target`. */
  told: v.record(v.string(), toldSchema)
});
/** Alarms that are told together. */
export type StoredEpisode = Readonly<v.InferOutput<typeof storedEpisodeSchema>>;

/** The file before the first alarm. */
export const NO_ALARMS: StoredAlarms = {
  seen: { boot: '', at: 0, clock: 0 },
  alarms: [],
  episodes: [],
  guarded: {}
};

/** Schema of the file of all alarms. */
export const storedAlarmsSchema = v.object({
  /** When the file was written: the boot, ms since that, and ms since the epoch. */
  seen: v.object({ boot: v.string(), at: v.number(), clock: v.number() }),
  alarms: v.array(storedAlarmSchema),
  episodes: v.array(storedEpisodeSchema),
  /** The ids of the sensors that were seen armed and not tripped, by controller. */
  guarded: v.record(v.string(), v.array(v.number()))
});
/** See `storedAlarmsSchema`. */
export interface StoredAlarms {
  readonly seen: { readonly boot: string; readonly at: number; readonly clock: number };
  readonly alarms: readonly StoredAlarm[];
  readonly episodes: readonly StoredEpisode[];
  readonly guarded: Readonly<Record<string, readonly number[]>>;
}

/** The name of the file in the data folder. */
export const ALARMS_FILE = 'alarms';

/** A sensor that trips again within this time after its end continues its alarm, in ms: it does not ring. */
export const FLAP_MS = 2 * 60_000;
/** The same of a node's fault: a relay that cools down comes back, and is told once. */
const FAULT_FLAP_MS = 60 * 60_000;
/** An alarm is remembered for this time after its end, in ms: for so long it is tried to tell that it is over. */
export const KEPT_MS = 24 * 60 * 60_000;
/** Maximum number of alarms that are remembered of a controller. */
export const MAX_OF_CONTROLLER = 200;

/** Whether an alarm stands. */
export const stands = ({ over }: StoredAlarm) => over === undefined;

/** Whether somebody has seen an alarm who may end it for all. */
export const isSeen = ({ seen }: StoredAlarm) => seen.some(({ reach }) => reach === 'all');

/** The last time that somebody has seen one of these alarms, and which one that was; undefined for nobody. */
export function lastSeenOf(
  alarms: readonly StoredAlarm[]
): { readonly alarm: StoredAlarm; readonly seen: StoredSeen } | undefined {
  const all = alarms.flatMap((alarm) =>
    alarm.seen.flatMap((seen) => (seen.reach === 'here' ? [] : { alarm, seen }))
  );
  return all.toSorted((one, other) => one.seen.at - other.seen.at).at(-1);
}

/** Whether screens show an alarm of this kind. */
export const isShown = (kind: StoredAlarm['kind']): kind is AlarmKind => v.is(alarmKindSchema, kind);

/** For how long an alarm may continue after its end, in ms. An armed one lasts until it is seen or disarmed: the next one is new. */
export function flapMs({ kind }: Pick<StoredAlarm, 'kind'>): number {
  if (kind === 'armed' || kind === 'drill') return 0;
  return NODE_FAULTS.some((fault) => fault === kind) ? FAULT_FLAP_MS : FLAP_MS;
}

/** Whether an alarm ended so short a time ago that it may continue. */
export const mayContinue = (alarm: StoredAlarm, now: number) =>
  alarm.over !== undefined && now - alarm.over < flapMs(alarm);

/** The alarms of a controller that are remembered: those that stand first, then the most urgent, then the oldest. */
export const keepOf = (alarms: readonly StoredAlarm[], now: number): StoredAlarm[] =>
  alarms
    .filter(({ over }) => over === undefined || now - over < KEPT_MS)
    .sort(
      (one, other) =>
        Number(stands(other)) - Number(stands(one)) ||
        weightOf(one.kind) - weightOf(other.kind) ||
        one.noted - other.noted
    )
    .slice(0, MAX_OF_CONTROLLER);
