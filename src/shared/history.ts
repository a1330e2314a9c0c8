import { isRecord } from '#shared/home';
import { readNumber, readText } from '#shared/read';

/** One value that a parameter had from a moment on. */
export interface HistoryValue {
  /** Milliseconds since the epoch, by the controller's clock. */
  readonly at: number;
  readonly value: unknown;
}

/** The names that rows were seen to bear, the likelier ones first; the shape of a row is not shown by anyone [O]. */
const TIMES = ['time', 'timestamp', 'date', 'ts'];
const VALUES = ['value', 'new_value'];

/** A number below this is seconds (until the year 5138), from it on milliseconds (since 1973). */
const FIRST_MILLISECONDS = 1e11;

/**
 * Reads `GET /devices/:id/parameter-history` [O]: rows under `history` or bare, with times in seconds, milliseconds or ISO text. Rows
 * that cannot be read are passed over.
 * @returns oldest first; null where there is no list, or none of its rows can be read
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
  const number = readNumber(value);
  if (number !== undefined) return number < FIRST_MILLISECONDS ? number * 1000 : number;
  const parsed = Date.parse(readText(value) ?? '');
  return Number.isNaN(parsed) ? undefined : parsed;
}
