/** The systems whose ways differ, in the order in which they are shown. */
export const SYSTEMS = ['android', 'ios', 'windows', 'macos', 'linux', 'firefox'] as const;
export type System = (typeof SYSTEMS)[number];

/** What each calls itself, the more telling first: Android says Linux too, and Firefox keeps certificates of its own wherever it runs. */
const MARKS: readonly (readonly [RegExp, System])[] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Firefox\//, 'firefox'],
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/Macintosh/, 'macos'],
  [/Linux|X11|CrOS/, 'linux']
];

/** The system that asks, by its `User-Agent`; the commonest where it does not tell. */
export const systemOf = (userAgent: string | undefined): System =>
  MARKS.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? 'android';
