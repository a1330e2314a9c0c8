import * as v from 'valibot';
import { HAZARD_NAMES } from '#shared/hazard-names';
import { rowsOf } from '#shared/wire-fields';

/** The maximum length of a room's name in the message. */
export const MAX_ROOM_NAME_LENGTH = 100;

/** What endangers life or the house. */
export const hazardSchema = v.picklist(HAZARD_NAMES);

/** What screens are alarmed of: a hazard, an armed sensor that is tripped, or a drill, in which nobody is in danger. */
export const alarmKindSchema = v.picklist([...hazardSchema.options, 'armed', 'drill']);
export type AlarmKind = v.InferOutput<typeof alarmKindSchema>;

const alarmSchema = v.object({
  /** The tag of the messages that leave the house, too. */
  id: v.string(),
  kind: alarmKindSchema,
  /** Its device; absent if the screen does not see it: then nothing but the kind, the room and the time is told. */
  device: v.exactOptional(v.number()),
  /** The name of its room; null for none. */
  room: v.nullable(v.string()),
  /** For how long it lasts, in ms; absent if that is not known. */
  forMs: v.exactOptional(v.number()),
  /** Who has seen it last; absent while nobody has. */
  seen: v.exactOptional(
    v.object({
      /** For how long it has been seen, in ms. */
      forMs: v.number(),
      /** The name of the screen; absent if this screen may not know it. */
      by: v.exactOptional(v.string()),
      /** It is quiet until it is over, for all. */
      isQuiet: v.exactOptional(v.literal(true))
    })
  ),
  /** This screen sounds no more for it, nor does it cover its page: it was seen here, or by somebody who may end that for all. */
  isSilent: v.exactOptional(v.literal(true))
});

/** An alarm that stands, as a screen may know it. */
export type Alarm = Readonly<v.InferOutput<typeof alarmSchema>>;

/**
 * The live message `alarms`: all that stand, the most urgent first. A screen of some rooms gets the alarms of its rooms, and of the other
 * rooms the hazards.
 */
export const alarmsMessageSchema = v.object({
  type: v.literal('alarms'),
  alarms: rowsOf(alarmSchema),
  /** Armed sensors that the screen sees and that were tripped when they were armed: they alarm of their next trip only. */
  unguarded: v.optional(v.pipe(v.array(v.number()), v.readonly()), [])
});

/** Maximum number of alarms that are told at once, and that are said to be seen at once. */
export const MAX_ALARMS = 50;

/**
 * The body of `POST …/alarms/seen`: somebody at this screen has seen alarms, by their ids. It is for all screens and messages if the screen
 * has the whole home and is no wall, or its PIN was entered. Else only this screen is silent, and phones are told who has seen it. For a
 * device that the screen does not see it is silent, too, and nobody is told.
 */
export const alarmsSeenSchema = v.strictObject({
  alarms: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(MAX_ALARMS)),
  /** Where it was pressed, if not on the page of a phone: on a wall, or in a notice of the phone, where no PIN can be entered. */
  at: v.exactOptional(v.picklist(['wall', 'notice'])),
  /** Messages are quiet until it is over, if it is for all. */
  isQuiet: v.exactOptional(v.literal(true))
});

/** The answer: whether it is for all. In a notice it does nothing else. */
export const alarmsSeenAnswerSchema = v.object({ isForAll: v.boolean() });
