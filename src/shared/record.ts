import * as v from 'valibot';
import { time } from '#shared/wire-fields';

/** Maximum number of buckets of one answer. */
export const MAX_BUCKETS = 400;
/** Maximum number of devices of one answer. */
export const MAX_RECORDED_DEVICES = 100;
const DAY_MS = 24 * 60 * 60_000;
/** How long a record keeps values, in ms. */
export const RECORD_KEPT_MS = 90 * DAY_MS;
/** The longest span that can be read, in ms: a little more than is kept. */
export const MAX_SPAN_MS = RECORD_KEPT_MS + 10 * DAY_MS;

/** The answer of `GET …/record`: whether a home has a record. */
export const recordStateSchema = v.object({
  /** What people chose; null if they were not asked. */
  isWanted: v.nullable(v.boolean()),
  /** `unavailable`: this machine has no SQLite. `failed`: the disk takes no more, or the record is damaged. */
  state: v.picklist(['on', 'off', 'unavailable', 'failed'])
});
export type RecordState = v.InferOutput<typeof recordStateSchema>;

/** Body of `PUT …/record`. */
export const recordChoiceSchema = v.object({ isWanted: v.boolean() });

const bucketSchema = v.nullable(
  v.union([v.tuple([v.number(), v.number(), v.number()]), v.record(v.string(), v.number())])
);
/**
 * What of a value was in one part of a span: the lowest, mean and highest number, or the share of each state in the known time by its JSON.
 * Null if nothing is known.
 */
export type Bucket = Readonly<v.InferOutput<typeof bucketSchema>>;

/** The answer of `GET …/record/values`: equal parts of a span, for each device by its id, and for each value by its name. */
export const recordedSchema = v.object({
  /** When the record of the home begins, in ms since the epoch. */
  since: time,
  from: time,
  until: time,
  devices: v.record(v.string(), v.record(v.string(), v.array(bucketSchema)))
});
export type Recorded = Readonly<v.InferOutput<typeof recordedSchema>>;
