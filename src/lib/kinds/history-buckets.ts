import { bucketsOf, encodeValue, type HeldValue, type Span } from '#shared/buckets';
import type { HistoryValue } from '#shared/history';
import { isRecord } from '#shared/home';
import { FULL_LEVEL } from '#shared/interfaces/level';
import type { Bucket } from '#shared/record';
import { rangeOf, type Band, type Plot } from '$lib/components/bucket-chart';
import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';
import { percent } from '$lib/i18n/number';
import { modeLabel } from './control-summary';
import type { HistorySeries } from './history-series';

/** What of a parameter was in the equal parts of a span: one list, or one for each of its numbers, such as `currentSetpoints.Heat`. */
export type Buckets = Readonly<Record<string, readonly Bucket[]>>;

/**
 * Divides the values that a controller reported into equal parts.
 * @param rows oldest first, by this clock; each value holds until the next one
 * @param end until when the last value holds, in ms since the epoch
 */
export function bucketsOfRows(
  rows: readonly HistoryValue[],
  { param, read }: Pick<HistorySeries, 'param' | 'read'>,
  end: number,
  span: Span & { readonly count: number }
): Buckets {
  const held: Record<string, HeldValue[]> = {};
  for (const [index, row] of rows.entries()) {
    const value = read(row.value);
    const times = { from: row.at, until: rows[index + 1]?.at ?? end };
    for (const [key, each] of Object.entries(isRecord(value) ? value : { '': value }))
      (held[key ? `${param}.${key}` : param] ??= []).push({ ...times, value: encodeValue(each) });
  }
  return mapped(held, (values) => bucketsOf(values, span, span.count));
}

/** The buckets of one parameter among those of a record, where a measured value has its unit in its name: `Value °C`. */
export const bucketsOfParam = (recorded: Buckets, param: HistorySeries['param']): Buckets =>
  Object.fromEntries(
    Object.entries(recorded).flatMap(([name, buckets]) => {
      const plain = name.startsWith('Value ') ? 'Value' : name;
      return plain.split('.', 1)[0] === param ? [[plain, buckets]] : [];
    })
  );

/** Buckets of two sources for the same span: where the first knows nothing, those of the second. */
export const joined = (first: Buckets, second: Buckets): Buckets => ({
  ...first,
  ...mapped(second, (buckets, name) => buckets.map((bucket, index) => first[name]?.[index] ?? bucket))
});

const mapped = <From, To>(from: Readonly<Record<string, From>>, map: (each: From, name: string) => To) =>
  Object.fromEntries(Object.entries(from).map(([name, each]) => [name, map(each, name)]));

/** Whether anything is known. */
export const hasKnown = (buckets: Buckets): boolean =>
  Object.values(buckets).some((each) => each.some((bucket) => bucket !== null));

const isBand = (bucket: Bucket): bucket is NonNullable<Band> => Array.isArray(bucket);

/** What one of several numbers is: the mode that a target is for. */
const labelOf = (name: string): string => (name.includes('.') ? modeLabel(name.replace(/^.*?\./, '')) : '');

/** Returns the text of one part of a span: "20.3 °C (20.1 °C – 20.6 °C)", "On 25 % of the time". Reactive (language). */
export const textAt = (series: HistorySeries, buckets: Buckets, index: number): string =>
  facts(
    ...Object.entries(buckets).map(([name, each]) =>
      `${labelOf(name)} ${bucketText(series, each[index] ?? null)}`.trim()
    )
  );

/** Returns the text of a whole span. Reactive (language). */
export function spanText(series: HistorySeries, buckets: Buckets): string {
  const whole = mapped(buckets, (each) => [wholeOf(each)]);
  return textAt(series, whole, 0);
}

function bucketText({ textOf }: HistorySeries, bucket: Bucket): string {
  if (bucket === null) return textOf(null);
  if (isBand(bucket)) {
    const least = textOf(bucket[0]);
    const mean = textOf(bucket[1]);
    const most = textOf(bucket[2]);
    return least === most ? mean : t('history.mean', { mean, least, most });
  }
  const states = statesOf([bucket]);
  const shares = states.filter(([state]) => states.length === 1 || state !== OFF);
  const texts = shares.map(([state, share]) => {
    const text = textOf(JSON.parse(state));
    if (states.length === 1) return text;
    // What was at all is not "0 %".
    const shareText = share < 0.01 ? `< ${percent(1)}` : percent(share * 100);
    return t('history.share', { state: text, percent: shareText });
  });
  return facts(...texts);
}

/** Of a state with two sides, the one that is the rest of the time. */
const OFF = 'false';

/** The states in buckets with their shares of the known time, the longest first. */
function statesOf(buckets: readonly Bucket[]): readonly (readonly [state: string, share: number])[] {
  const known = buckets.filter((bucket) => bucket !== null && !isBand(bucket));
  const shares: Record<string, number> = {};
  for (const bucket of known)
    for (const [state, share] of Object.entries(bucket ?? {}))
      shares[state] = (shares[state] ?? 0) + share / known.length;
  return Object.entries(shares).sort(([, one], [, other]) => other - one);
}

/** A span in one bucket. */
function wholeOf(buckets: readonly Bucket[]): Bucket {
  const bands = buckets.filter(isBand);
  const least = Math.min(...bands.map((band) => band[0]));
  const most = Math.max(...bands.map((band) => band[2]));
  const mean = bands.reduce((sum, band) => sum + band[1] / bands.length, 0);
  return bands.length > 0 ? [least, mean, most] : Object.fromEntries(statesOf(buckets));
}

/** Returns the diagrams of a series: one for all values, or a strip for a level or each state. Reactive (language). */
export function plotsOf({ param, shape, textOf }: HistorySeries, buckets: Buckets): readonly Plot[] {
  const series = Object.entries(buckets).map(([name, each]) => ({
    label: labelOf(name),
    bands: each.map((bucket) => (isBand(bucket) ? bucket : null))
  }));
  if (param === 'Level') return [{ label: textOf(FULL_LEVEL), range: [0, FULL_LEVEL], scale: [], series }];
  if (shape === 'curve') {
    const values = series.flatMap(({ bands }) => bands.flatMap((band) => band ?? []));
    const scale = [...new Set([Math.max(...values), Math.min(...values)].map(textOf))];
    return [{ range: rangeOf(values), scale, series }];
  }
  const all = Object.values(buckets).flat();
  const states = statesOf(all).map(([state]) => state);
  const isTwoSided = states.every((state) => state === OFF || state === 'true');
  return (isTwoSided ? ['true'] : states).map((state) => {
    const bands = all.map((bucket): Band => {
      if (bucket === null || isBand(bucket)) return null;
      const share = bucket[state] ?? 0;
      return [Math.floor(share), share, Math.ceil(share)];
    });
    const label = textOf(JSON.parse(state));
    return { label, range: [0, 1], scale: [], series: [{ label, bands }] };
  });
}
