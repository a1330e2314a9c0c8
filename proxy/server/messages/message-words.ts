/** In English and in Ukrainian, with what takes the place of `{}`. */
const PHRASES = {
  more: ['{} and {} more', '{} і ще {}'],
  over: ['Over', 'Минулося'],
  for: ['for {}', 'уже {}'],
  minutes: ['{} min', '{} хв'],
  hours: ['{} h', '{} год'],
  days: ['{} days', '{} дн.'],
  seen: ['Seen, {}', 'Побачено, {}'],
  seenBy: ['Seen on {}, {}', 'Побачено: {}, {}'],
  see: ['I’ve seen it', 'Бачу'],
  open: ['{} is open: not guarded until it closes', '{}: відчинено. Без охорони, доки не зачинять'],
  tripped: ['{} is triggered: not guarded until it is calm', '{}: спрацював. Без охорони, доки не стихне'],
  silent: ['{} doesn’t respond: not guarded', '{}: не відповідає. Без охорони'],
  overheated: ['{} is too hot: switch it off', '{}: перегрів. Вимкніть'],
  overloaded: ['{} is overloaded: switch it off', '{}: перевантаження. Вимкніть']
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

/** Words a phrase. `language`: a BCP 47 tag; English for all but Ukrainian. */
export function phrase(
  name: keyof typeof PHRASES,
  language: string,
  ...values: readonly (string | number)[]
) {
  const rest = [...values];
  return PHRASES[name][/^uk\b/i.test(language) ? 1 : 0].replaceAll('{}', () => String(rest.shift() ?? ''));
}
