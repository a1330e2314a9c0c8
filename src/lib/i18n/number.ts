import { i18n } from './i18n.svelte';

const formats = new Map<string, Intl.NumberFormat>();

/** Returns a cached number format. Formats are expensive to create, and many tiles use the same few. */
function formatOf(least: number, most: number): Intl.NumberFormat {
  const key = `${i18n.locale} ${least} ${most}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const created = new Intl.NumberFormat(i18n.locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: most
  });
  formats.set(key, created);
  return created;
}

/** Formats a number as the region writes it, with `least` to `most` fraction digits and a true minus. */
export function number(value: number, least = 0, most = least): string {
  // A number that rounds to zero has no sign: -0.04 with one digit is "0.0".
  const isZero = Math.abs(value) < 0.5 / 10 ** most;
  return formatOf(least, most)
    .format(isZero ? 0 : value)
    .replace('-', '−');
}

/** Formats a percentage: 42 is "42 %". */
export function percent(value: number): string {
  return `${number(Math.round(value))} %`;
}

/** Formats a temperature with `least` or one fraction digit: "21.4°" where its unit goes without saying, else "21.4 °C". */
export const degrees = (value: number, unit = '', least = 1): string =>
  `${number(value, least, 1)}${unit === '' ? '°' : ` ${unit}`}`;

/** Fraction digits by unit. */
const digitsOf: Readonly<Record<string, number>> = {
  '%': 0,
  lx: 0,
  W: 0,
  V: 0,
  '°C': 1,
  '°F': 1,
  K: 1,
  kWh: 1,
  A: 2
};

/** Units with a unit of a thousand, so that 1830 W is shown as 1.83 kW. */
const thousands: Readonly<Record<string, string>> = { W: 'kW', Wh: 'kWh' };

/** Units whose 0 is a value like any other: a temperature that is rounded to it says nothing false. */
const scales: readonly string[] = ['°C', '°F', 'K'];
/** Fraction digits of an unknown unit. */
const USUAL_DIGITS = 2;
/** What is 0 at this many fraction digits is noise. */
const MAX_DIGITS = 6;
/** Significant digits of an amount that its usual digits would show as 0. */
const SIGNIFICANT_DIGITS = 2;

/** Returns the fraction digits for an amount that is 0 at its usual ones; undefined if it is not, or is noise. */
function digitsOfLittle(value: number, usual: number): number | undefined {
  const size = Math.abs(value);
  if (size >= 0.5 / 10 ** usual || size < 0.5 / 10 ** MAX_DIGITS) return undefined;
  return Math.min(MAX_DIGITS, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(size)));
}

/**
 * Formats a reading with its unit: "21.4 °C", "47 %", "310 lx", "1.83 kW". An unknown unit gets up to two fraction
 * digits. An amount that this would show as 0 gets more: "0.0004 m³". An empty unit is left out.
 */
export function measure(value: number, unit = ''): string {
  const larger = thousands[unit];
  if (larger !== undefined && Math.abs(value) >= 1000) return `${number(value / 1000, 2)} ${larger}`;
  const digits = digitsOf[unit];
  const little = scales.includes(unit) ? undefined : digitsOfLittle(value, digits ?? USUAL_DIGITS);
  const text =
    little === undefined ? number(value, digits ?? 0, digits ?? USUAL_DIGITS) : number(value, 0, little);
  return unit === '' ? text : `${text} ${unit}`;
}
