/** The browser properties that reveal the kind of device. */
export interface BrowserInfo {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

const kinds: readonly (readonly [name: string, fits: (facts: BrowserInfo) => boolean])[] = [
  ['iPhone', ({ userAgent }) => userAgent.includes('iPhone')],
  // An iPad identifies as a Mac, but no Mac has a touch screen.
  ['iPad', ({ userAgent, maxTouchPoints }) => /iPad|Macintosh/.test(userAgent) && maxTouchPoints > 1],
  ['Android phone', ({ userAgent }) => /Android.*Mobile/.test(userAgent)],
  ['Android tablet', ({ userAgent }) => userAgent.includes('Android')],
  ['Mac', ({ userAgent }) => userAgent.includes('Macintosh')],
  ['Windows PC', ({ userAgent }) => userAgent.includes('Windows')],
  ['Chromebook', ({ userAgent }) => userAgent.includes('CrOS')],
  ['Linux PC', ({ userAgent }) => userAgent.includes('Linux')]
];

/** What a screen is called in the list of screens until its user names it. */
export function guessScreenName(facts: BrowserInfo): string {
  return kinds.find(([, fits]) => fits(facts))?.[0] ?? 'Screen';
}

/** Returns the name that somebody has given to this screen, empty if there is none. Its kind names nobody. */
export const givenScreenName = (kept: string | null, facts: BrowserInfo): string =>
  kept === null || kept === guessScreenName(facts) ? '' : kept;
