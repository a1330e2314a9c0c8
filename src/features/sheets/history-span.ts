import type { Span } from '#shared/buckets';

/** The spans to choose from. */
export const SPAN_NAMES = ['day', 'week', 'month'] as const;
/** The name of one of them. */
export type SpanName = (typeof SPAN_NAMES)[number];

/** A span of time that a chart shows, in this many equal parts. Times are ms since the epoch. */
export interface HistorySpan extends Span {
  readonly name: SpanName;
  readonly count: number;
  /** How many parts are an hour of a day, a day of a week, and a week of a month. */
  readonly pageStep: number;
}

const MINUTE_MS = 60_000;
const SPANS = {
  day: { days: 1, partMs: 5 * MINUTE_MS, pageStep: 12 },
  week: { days: 7, partMs: 30 * MINUTE_MS, pageStep: 48 },
  month: { days: 30, partMs: 24 * 60 * MINUTE_MS, pageStep: 7 }
} as const satisfies Readonly<Record<SpanName, { days: number; partMs: number; pageStep: number }>>;

/**
 * Returns the span that ends so many spans before the present one. The present day is the last 24 hours: in the morning people want to see the
 * night. Every other day is the local calendar day, which has 23 or 25 hours when the clocks change. A week and a month are the 7 and 30
 * calendar days that end with today: those of the calendar would be empty at their beginning. The parts of a month are its days, give or
 * take an hour when the clocks change.
 * @param back 0 for the present one
 * @param now ms since the epoch
 */
export function spanOf(name: SpanName, back: number, now: number): HistorySpan {
  const { days, partMs, pageStep } = SPANS[name];
  const today = new Date(now);
  const midnight = (ahead: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + ahead).getTime();
  const soon = Math.ceil(now / partMs) * partMs;
  const [from, until] =
    name === 'day' && back === 0
      ? [soon - 24 * 60 * MINUTE_MS, soon]
      : [midnight(1 - (back + 1) * days), midnight(1 - back * days)];
  return { name, from, until, count: Math.round((until - from) / partMs), pageStep };
}
