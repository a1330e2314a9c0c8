const HOUR_MS = 60 * 60_000;

/** The choices for when a screen is signed out. */
export const UNTIL_CHOICES = ['never', 'hours', 'midnight', 'week'] as const;
export type UntilChoice = (typeof UNTIL_CHOICES)[number];

/**
 * Returns the time of a choice made at `now`, both in ms since the epoch; null for `never`. Midnight is in local time.
 */
export function hourOf(choice: UntilChoice, now: number): number | null {
  switch (choice) {
    case 'never':
      return null;
    case 'hours':
      return now + 3 * HOUR_MS;
    case 'midnight':
      return new Date(now).setHours(24, 0, 0, 0);
    case 'week':
      return now + 7 * 24 * HOUR_MS;
  }
}
