import type { Span } from './buckets';
import type { NewStart } from './record-times';
import type { RecordedValue } from './recorded-values';

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

/** Commands or a timer; a further row of the same key replaces it. */
export interface HappeningRow {
  readonly key: string;
  readonly at: number;
  /** The happening as JSON, without who did it. */
  readonly happening: string;
  /** The rooms of its devices then, as JSON. */
  readonly rooms: string;
  /** What did it, when the names are gone. */
  readonly way: 'phone' | 'wall' | null;
  readonly sender?: { readonly screen: string; readonly name: string; readonly user: string };
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

/** Asks what happened in a span, in ms since the epoch; of one device, if one is given. */
export interface HappenedQuery extends Span {
  readonly device?: number;
  readonly now: number;
}

/** A change by itself: of one parameter, and where the device was then. */
interface ChangedRow extends SeriesName {
  readonly at: number;
  readonly value: RecordedValue;
  readonly room: RecordedValue;
}

/** Commands or a timer of before. */
export interface CommandedRow {
  readonly at: number;
  readonly happening: string;
  readonly rooms: string;
  readonly way: string | null;
  readonly screen: string | null;
  readonly name: string | null;
  readonly user: string | null;
}

/** A record that was opened. */
export interface OpenedRecord {
  /** All series with their last values, so that only changes follow. */
  readonly series: readonly (Series & { readonly value: RecordedValue })[];
  /** Name of the file that was set aside, since it could not be read. */
  readonly setAside?: string;
}

/** What happened in a span. Times are ms since the epoch. */
export interface HappenedRows {
  /** When the record begins. */
  readonly since: number;
  readonly changed: readonly ChangedRow[];
  readonly commanded: readonly CommandedRow[];
  /** When somebody watched. */
  readonly known: readonly Span[];
}

/** The calls of the thread, by name: what each takes beside the path of the record, and what it answers. */
export interface RecordCalls {
  /** `now`: ms since the epoch, for the name of a file that is set aside. */
  open(path: string, start: NewStart, now: number): OpenedRecord;
  write(path: string, batch: RecordBatch): void;
  buckets(path: string, query: BucketsQuery): string;
  happened(path: string, query: HappenedQuery): HappenedRows;
  close(path: string): void;
}

/** The name of a call. */
export type RecordCall = keyof RecordCalls;

/** A call of the thread. */
export interface CallMessage {
  readonly id: number;
  readonly call: RecordCall;
  readonly args: readonly never[];
}

/** The answer to a call: its value, or why it failed. */
export type AnswerMessage =
  | { readonly id: number; readonly value: never }
  | { readonly id: number; readonly failure: string };
