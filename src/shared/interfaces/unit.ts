/** Units by their spellings in lower case, without spaces and degree signs [O] [A]. A scale is named like a unit. */
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '°C': ['c', 'celsius', 'celcius', 'centigrade', 'degc', 'degreescelsius'],
    '°F': ['f', 'fahrenheit', 'farenheit', 'degf', 'degreesfahrenheit'],
    K: ['k', 'kelvin'],
    '%': ['%', 'percent', 'percentage', 'percentagevalue'],
    lx: ['lx', 'lux'],
    W: ['w', 'watt', 'watts']
  }).flatMap(([unit, spellings]) => spellings.map((spelling) => [spelling, unit] as const))
);

/** The signs that are written for a degree: NFKC splits "℃" and "℉" into one and a letter. */
const DEGREES = /[\s°º˚]/g;

/**
 * Reads a unit, such as "° F" or "Celcius". A known one is returned in one spelling: °C, °F, K, %, lx or W. Any other is
 * returned as reported, without spaces around it.
 */
export function readUnit(reported: string): string {
  const spelling = reported.replace(DEGREES, '').normalize('NFKC').replace(DEGREES, '').toLowerCase();
  return UNITS.get(spelling) ?? reported.trim();
}
