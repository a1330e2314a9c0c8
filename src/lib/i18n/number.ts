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

/** Formats a temperature in large figures, where its unit goes without saying: "21.4°". */
export const degrees = (value: number): string => `${number(value, 1)}°`;

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

/**
 * Formats a reading with its unit: "21.4 °C", "47 %", "310 lx", "1.83 kW". An unknown unit gets up to two fraction
 * digits. An empty unit is left out.
 */
export function measure(value: number, unit = ''): string {
  const larger = thousands[unit];
  if (larger !== undefined && Math.abs(value) >= 1000) return `${number(value / 1000, 2)} ${larger}`;
  const digits = digitsOf[unit];
  const text = digits === undefined ? number(value, 0, 2) : number(value, digits);
  return unit === '' ? text : `${text} ${unit}`;
}
