import * as v from 'valibot';
import { HAZARDS } from '#shared/hazards';
import { rowsOf } from '#shared/wire-fields';

/** The maximum length of a room's name in the message. */
export const MAX_ROOM_NAME_LENGTH = 100;

/** What endangers life or the house. */
export const hazardSchema = v.picklist(HAZARDS.map(({ name }) => name));

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
  /** Whether somebody has seen it: no screen sounds or covers its page for it any more. */
  isSeen: v.exactOptional(v.literal(true))
});

/** An alarm that stands, as a screen may know it. */
export type Alarm = Readonly<v.InferOutput<typeof alarmSchema>>;

/**
 * The live message `alarms`: all that stand, the most urgent first. A screen of some rooms gets the alarms of its rooms, and of the other
 * rooms the hazards.
 */
export const alarmsMessageSchema = v.object({ type: v.literal('alarms'), alarms: rowsOf(alarmSchema) });
