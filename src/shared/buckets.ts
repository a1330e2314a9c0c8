import type { Bucket } from './record';

/** A value as it is recorded: a number, anything else as JSON, or null if there is none. */
export type RecordedValue = number | string | null;

/** Encodes a value as it is recorded. */
export const encodeValue = (value: unknown): RecordedValue =>
  typeof value === 'number' ? value : value === undefined ? null : JSON.stringify(value);

/** A time span, in ms since the epoch. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A value that held for a time. */
export interface HeldValue extends Span {
  readonly value: RecordedValue;
}

/** The parts of values in which spans are. Both are in the order of time. */
export function* within(held: Iterable<HeldValue>, spans: readonly Span[]): Generator<HeldValue> {
  let first = 0;
  for (const { value, from, until } of held) {
    while ((spans[first]?.until ?? Infinity) <= from) first++;
    for (let at = first; (spans[at]?.from ?? Infinity) < until; at++) {
      const span = spans[at];
      if (span) yield { value, from: Math.max(from, span.from), until: Math.min(until, span.until) };
    }
  }
}

/**
 * Divides a span into equal parts. The mean is weighted by time, since a value holds until the next one.
 * @param held in the order of time, without those of unknown times
 */
export function bucketsOf(
  held: Iterable<HeldValue>,
  { from, until }: Span,
  count: number
): readonly Bucket[] {
  const width = (until - from) / count;
  const parts = Array.from({ length: count }, () => new Map<RecordedValue, number>());
  for (const { value, ...span } of held) {
    const last = Math.min(count - 1, Math.floor((span.until - from) / width));
    for (let at = Math.max(0, Math.floor((span.from - from) / width)); at <= last; at++) {
      const begin = from + at * width;
      const ms = Math.min(span.until, begin + width) - Math.max(span.from, begin);
      const part = parts[at];
      if (ms > 0) part?.set(value, (part.get(value) ?? 0) + ms);
    }
  }
  return parts.map(bucketOf);
}

function bucketOf(part: ReadonlyMap<RecordedValue, number>): Bucket {
  const known = [...part].flatMap(([value, ms]) => (value === null ? [] : [{ value, ms }]));
  const total = known.reduce((sum, { ms }) => sum + ms, 0);
  if (total === 0) return null;
  const numbers = known.flatMap(({ value, ms }) => (typeof value === 'number' ? [{ value, ms }] : []));
  if (numbers.length < known.length)
    return Object.fromEntries(known.map(({ value, ms }) => [String(value), round(ms / total)]));
  const all = numbers.map(({ value }) => value);
  const mean = numbers.reduce((sum, { value, ms }) => sum + value * ms, 0) / total;
  return [Math.min(...all), round(mean), Math.max(...all)];
}

/** Five digits are more than a screen has pixels. */
const round = (value: number) => Number(value.toPrecision(5));
