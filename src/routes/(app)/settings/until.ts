const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The longest time from now to an end that a person types. */
const MAX_END_MS = 366 * DAY_MS;

/** The choices for when a screen is signed out. */
export const UNTIL_CHOICES = ['never', 'hours', 'midnight', 'week', 'date'] as const;
export type UntilChoice = (typeof UNTIL_CHOICES)[number];

/**
 * Returns the time of a choice made at `now`, both in ms since the epoch; null for `never`. Midnight is in local time. A date begins with
 * noon in two days.
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
      return now + 7 * DAY_MS;
    case 'date':
      return new Date(now).setHours(2 * 24 + 12, 0, 0, 0);
  }
}

/** The fields of a time in ms since the epoch, in local time: "2026-11-30" and "18:00". */
export function fieldsOf(at: number): { readonly day: string; readonly time: string } {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const year = String(date.getFullYear()).padStart(4, '0');
  return {
    day: `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}`
  };
}

/** Returns the time of typed fields in local time, in ms since the epoch; undefined if one is empty, or if it is past or over a year away. */
export function endOf({ day, time }: ReturnType<typeof fieldsOf>, now: number): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}/.test(time)) return undefined;
  const at = new Date(`${day}T${time}`).getTime();
  return at > now && at - now <= MAX_END_MS ? at : undefined;
}
