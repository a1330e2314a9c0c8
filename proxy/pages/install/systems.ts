/** Systems with their own steps, in the order of display. */
export const SYSTEMS = ['android', 'ios', 'windows', 'macos', 'linux', 'firefox'] as const;
export type System = (typeof SYSTEMS)[number];

/** Patterns in `User-Agent`, more specific ones first: Android contains Linux too, and Firefox has its own certificates on each system. */
const MARKS: readonly (readonly [RegExp, System])[] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Firefox\//, 'firefox'],
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/Macintosh/, 'macos'],
  [/Linux|X11|CrOS/, 'linux']
];

/** The visitor's system by its `User-Agent`; Android, the most common one, if that is unknown. */
export const systemOf = (userAgent: string | undefined): System =>
  MARKS.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? 'android';
