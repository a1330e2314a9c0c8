/** No controller can have us wait longer than this, in ms. */
export const MAX_RETRY_AFTER_MS = 300_000;

/**
 * Reads `Retry-After` (RFC 9110 §10.2.3): seconds, or a date. Garbage counts as absent, a date that is past as now.
 * @param now ms since the epoch
 * @returns ms, at most `LONGEST_RETRY_AFTER_MS`
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : isDate(text) ? Date.parse(text) - now : NaN;
  return Number.isNaN(ms) ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms));
}

/** An HTTP date names its day and ends in GMT; `Date.parse` alone would take "7 apples" for one. */
const isDate = (text: string) => /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun).* GMT$/.test(text);
