import * as v from 'valibot';
import { HAZARDS } from '#shared/hazards';

/** The maximum number of dangers in the message, and the maximum length of a room's name in it. */
export const MAX_DANGERS = 50;
export const MAX_ROOM_NAME_LENGTH = 100;

const dangerSchema = v.object({
  hazard: v.picklist(HAZARDS.map(({ name }) => name)),
  /** The name of its room; null for none. */
  room: v.nullable(v.string()),
  /** For how long the hazard is reported, in ms; absent if that is not known. */
  forMs: v.exactOptional(v.number())
});

/** A hazard in a room that a limited screen does not see: its word, its room and its time, and nothing else of that room. */
export type Danger = Readonly<v.InferOutput<typeof dangerSchema>>;

/** The live message `dangers`: all of them, the most urgent first. Only limited screens get it. */
export const dangersMessageSchema = v.object({
  type: v.literal('dangers'),
  dangers: v.pipe(v.array(dangerSchema), v.readonly())
});
