const HOUR_MS = 60 * 60_000;

/** The hours to which a screen can be signed in, as people say them. */
export const UNTIL_CHOICES = ['never', 'hours', 'midnight', 'week'] as const;
export type UntilChoice = (typeof UNTIL_CHOICES)[number];

/** The hour that a choice means at `now`, both in ms since the epoch; null for none. Midnight is this place's own, summer time or not. */
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
