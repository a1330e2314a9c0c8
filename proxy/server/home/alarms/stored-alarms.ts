import * as v from 'valibot';
import { alarmKindSchema, type AlarmKind } from '#shared/alarms';
import { weightOf } from '#shared/hazards';

const storedAlarmSchema = v.object({
  id: v.string(),
  controller: v.string(),
  /** `blind`: the controller is not reached. `left-open`: a door or a window. Screens show these two by themselves. */
  kind: v.picklist([...alarmKindSchema.options, 'blind', 'left-open']),
  /** The device that reports it; null for none. */
  device: v.nullable(v.number()),
  /** The room of the device, and its name; null for none. */
  room: v.nullable(v.number()),
  roomName: v.nullable(v.string()),
  /** The users whose homes have the device. */
  users: v.array(v.string()),
  /** When it began, and when that was noted, in ms since the epoch. */
  at: v.number(),
  noted: v.number(),
  /** When it ended; absent while it stands. */
  over: v.exactOptional(v.number()),
  isSeen: v.exactOptional(v.literal(true)),
  /** What was done about it: a way or a phone was told that it began, or that it is over; its scene was run. */
  done: v.record(v.string(), v.picklist(['begun', 'over']))
});
/** An alarm of a controller, from when it began until an hour after its end. */
export type StoredAlarm = Readonly<v.InferOutput<typeof storedAlarmSchema>>;

/** Schema of the file of all alarms. */
export const storedAlarmsSchema = v.array(storedAlarmSchema);
export type StoredAlarms = readonly StoredAlarm[];

/** The name of the file in the data folder. */
export const ALARMS_FILE = 'alarms';

/** A sensor that trips again within this time after its end continues its alarm, in ms. Only then it is over for those outside. */
export const FLAP_MS = 2 * 60_000;
/** An alarm is remembered for this time after its end, in ms. */
const KEPT_MS = 60 * 60_000;
/** Maximum number of alarms that are remembered of a controller. */
export const MAX_OF_CONTROLLER = 200;

/** Whether an alarm stands. */
export const stands = ({ over }: StoredAlarm) => over === undefined;

/** Whether screens show an alarm of this kind. */
export const isShown = (kind: StoredAlarm['kind']): kind is AlarmKind =>
  kind !== 'blind' && kind !== 'left-open';

/** Whether an alarm ended so short a time ago that it may continue. `now`: ms since the epoch. */
export const mayContinue = ({ over }: StoredAlarm, now: number) =>
  over !== undefined && Math.abs(now - over) < FLAP_MS;

/** The alarms of a controller that are remembered: those that stand first, then the most urgent, then the oldest. `now`: ms since the epoch. */
export const keepOf = (alarms: readonly StoredAlarm[], now: number): StoredAlarm[] =>
  alarms
    .filter(({ over }) => over === undefined || Math.abs(now - over) < FLAP_MS + KEPT_MS)
    .sort(
      (one, other) =>
        Number(stands(other)) - Number(stands(one)) ||
        weightOf(one.kind) - weightOf(other.kind) ||
        one.noted - other.noted
    )
    .slice(0, MAX_OF_CONTROLLER);
