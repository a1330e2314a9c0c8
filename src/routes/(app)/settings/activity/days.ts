import type { Activity } from '#shared/household';

/** The activities of one day in local time. */
export interface Day {
  /** The time of the day's first entry, in ms since the epoch. */
  readonly at: number;
  readonly activities: readonly Activity[];
}

/** Groups activities by day; their order stays. */
export function daysOf(activities: readonly Activity[]): readonly Day[] {
  const days = new Map<string, Activity[]>();
  for (const activity of activities) {
    const day = new Date(activity.at).toDateString();
    const before = days.get(day);
    if (before) before.push(activity);
    else days.set(day, [activity]);
  }
  return Array.from(days.values(), (entries) => ({ at: entries[0]?.at ?? 0, activities: entries }));
}
