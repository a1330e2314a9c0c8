import { memoize } from '#shared/words';

/** Units by the first character of their names. */
const UNITS: Readonly<Record<string, string>> = {
  c: '°C',
  f: '°F',
  k: 'K',
  '%': '%',
  p: '%',
  l: 'lx',
  w: 'W'
};

/** All spellings of these units [O] [A], in lower case, without spaces and degree signs. A scale is named like a unit. */
const SPELLINGS =
  /^(?:deg(?:rees)?)?(c(?:el[cs]ius|entigrade)?|f(?:ahrenheit)?|k(?:elvin)?|%|percent(?:age(?:value)?)?|lu?x|w(?:atts?)?)$/;

/** The signs that are written for a degree: NFKC splits "℃" and "℉" into one and a letter. */
const DEGREES = /[\s°º˚]/g;

/**
 * Reads a unit, such as "° F" or "Celcius". A known one is returned in one spelling: °C, °F, K, %, lx or W. Any other is
 * returned as reported, without spaces around it. Of a long text only the beginning is read: see `memoize`.
 */
export const readUnit = memoize((reported) => {
  const spelling = reported.replace(DEGREES, '').normalize('NFKC').replace(DEGREES, '').toLowerCase();
  const [initial = ''] = SPELLINGS.exec(spelling)?.[1] ?? '';
  return UNITS[initial] ?? reported.trim();
});
