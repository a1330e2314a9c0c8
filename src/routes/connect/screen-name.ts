import { say } from '$lib/words/words.svelte';

/** The first pattern that a browser's own description meets names it: those that pretend to be another stand first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari']
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux']
];

const find = (table: typeof BROWSERS, userAgent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A sensible name for this screen in the list of screens, such as "Chrome on Android". Reads reactive state (the language). */
export function screenNameOf(userAgent: string): string {
  const browser = find(BROWSERS, userAgent);
  const system = find(SYSTEMS, userAgent);
  if (browser === undefined || system === undefined) return browser ?? system ?? say('settings.thisScreen');
  return say('signIn.screenDefault', { browser, system });
}
