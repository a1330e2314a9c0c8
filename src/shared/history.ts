import { isRecord } from '#shared/home';
import { isTime, readNumber, readText } from '#shared/read';

/** A value that a parameter had from a point in time on. */
export interface HistoryValue {
  /** Milliseconds since the epoch, by the controller's clock. */
  readonly at: number;
  readonly value: unknown;
}

/** Field names that rows use [O], the likelier ones first. The document does not show the shape of a row. */
const TIMES = ['time', 'timestamp', 'date', 'ts'];
const VALUES = ['value', 'new_value'];

/** A timestamp below this is in seconds (until the year 5138), from it on in milliseconds (since 1973). */
const FIRST_MILLISECONDS = 1e11;

/**
 * Decodes `GET /devices/:id/parameter-history` [O]: rows under `history` or a bare list, with times in seconds,
 * milliseconds or ISO text. Rows that cannot be read are skipped.
 * @returns oldest first; null if there is no list, or none of its rows can be read
 */
export function decodeHistory(value: unknown): readonly HistoryValue[] | null {
  const list: unknown = isRecord(value) ? value['history'] : value;
  if (!Array.isArray(list)) return null;
  const rows = list.map(readRow).filter((row) => row !== null);
  if (list.length > 0 && rows.length === 0) return null;
  return rows.sort((one, other) => one.at - other.at);
}

function readRow(row: unknown): HistoryValue | null {
  if (!isRecord(row)) return null;
  const at = TIMES.map((name) => readTime(row[name])).find((time) => time !== undefined);
  const name = VALUES.find((candidate) => row[candidate] !== undefined);
  return at === undefined || name === undefined ? null : { at, value: row[name] };
}

function readTime(value: unknown): number | undefined {
  const ms = readMilliseconds(value);
  return isTime(ms) ? ms : undefined;
}

/** NaN for a text that is no time. */
function readMilliseconds(value: unknown): number {
  const number = readNumber(value);
  if (number === undefined) return Date.parse(readText(value) ?? '');
  return number < FIRST_MILLISECONDS ? number * 1000 : number;
}
