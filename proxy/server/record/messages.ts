import type { RecordedValue, Span } from '#shared/buckets';

/** What the server and the thread of the record send each other. Times of rows are ms since the begin of the start. */

/** Which series: a value of a device, while it is the same one; see `modelOf`. */
export interface SeriesName {
  readonly device: number;
  readonly model: string;
  readonly name: string;
}

/** A series with its number. `isBrief`: 1 if it is kept for two days only, else 0. */
export interface Series extends SeriesName {
  readonly id: number;
  readonly isBrief: number;
}

/**
 * A new value of a series. `isQuiet`: 1 if it is no happening of its own, since a command caused it, or since it was found so when the home
 * was read.
 */
export type ValueRow = readonly [series: number, at: number, value: RecordedValue, isQuiet: 1 | null];

/** The series that says whether anybody watched, 1 or 0: outside of that nothing is known. */
export const WATCHED: SeriesName = { device: -1, model: '', name: 'watched' };

/**
 * Commands, a timer or seen alarms; a further row of the same key replaces it. `text`: a `RecordedHappening` as JSON, with its rooms as
 * pairs; see `rowText`.
 */
export interface HappeningRow {
  readonly key: string;
  readonly at: number;
  readonly text: string;
}

/** What is written at once. `clock`: the begin of the start as the clock of the machine says now, in ms since the epoch. */
export interface RecordBatch {
  readonly clock: number;
  readonly at: number;
  /** Series that are new. */
  readonly series: readonly Series[];
  /** Rows of the form `ValueRow`, as JSON: text is passed on much faster. */
  readonly values: string;
  readonly happenings: readonly HappeningRow[];
}

/** Asks for buckets. Times are ms since the epoch. `rooms`: those in which a device has to have been; null for all. */
export interface BucketsQuery extends Span {
  readonly series: readonly SeriesName[];
  readonly count: number;
  readonly rooms: readonly number[] | null;
  readonly now: number;
}

/**
 * Asks what happened in a span, in ms since the epoch, from `first` on, with these devices. `rooms`: those in which a device has to have been;
 * null for all. Where a part ends says nothing of any other.
 */
export interface HappenedQuery extends Span {
  readonly first: number;
  readonly devices: readonly number[];
  readonly rooms: readonly number[] | null;
  readonly now: number;
}

/** A change by itself: of one parameter, and where the device was then. */
export interface ChangedRow extends SeriesName {
  readonly at: number;
  readonly value: RecordedValue;
  readonly room: RecordedValue;
}

/** A series with its last value. */
export type LastValue = Series & { readonly value: RecordedValue };

/** A part of what happened in a span. Times are ms since the epoch. */
export interface HappenedRows {
  /** When the record begins. */
  readonly since: number;
  /** Where the part ends: the next one begins there, if it is before the end of the span. */
  readonly until: number;
  readonly changed: readonly ChangedRow[];
  readonly commanded: readonly HappeningRow[];
  /** When somebody watched, in the whole span. */
  readonly known: readonly Span[];
}
