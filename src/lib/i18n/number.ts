import { i18n } from './i18n.svelte';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats are dear to make and many tiles want the same few: one is kept for each language and number of digits. */
function formatOf(least: number, most: number): Intl.NumberFormat {
  const key = `${i18n.language} ${least} ${most}`;
  const kept = formats.get(key);
  if (kept) return kept;
  const made = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: least,
    maximumFractionDigits: most
  });
  formats.set(key, made);
  return made;
}

/** A number in the language in use, with between `least` and `most` digits after the point. */
export function number(value: number, least = 0, most = least): string {
  return formatOf(least, most).format(value);
}

/** A share of a hundred: 42 is "42 %". */
export function percent(value: number): string {
  return `${number(Math.round(value))} %`;
}

/** How many digits after the point a unit's readings deserve: more would be noise, fewer would hide a change. */
const digitsOf: Readonly<Record<string, number>> = {
  '°C': 1,
  '°F': 1,
  '%': 0,
  lx: 0,
  W: 0,
  V: 0,
  A: 2,
  kWh: 1
};

/** Units that grow into a thousandfold one, so that 1830 W reads as 1.83 kW. */
const thousands: Readonly<Record<string, string>> = { W: 'kW', Wh: 'kWh' };

/**
 * A reading with its unit and the digits that the unit deserves: "21.4 °C", "47 %", "310 lx", "1.83 kW".
 * A unit that is not known gets up to two digits; no unit at all gets the number alone.
 */
export function measure(value: number, unit = ''): string {
  const larger = thousands[unit];
  if (larger !== undefined && Math.abs(value) >= 1000) return `${number(value / 1000, 2)} ${larger}`;
  const digits = digitsOf[unit];
  const text = digits === undefined ? number(value, 0, 2) : number(value, digits);
  return unit === '' ? text : `${text} ${unit}`;
}
