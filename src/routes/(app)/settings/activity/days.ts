import type { Activity } from '#shared/household';

/** What happened on one day of this place's own time. */
export interface Day {
  /** A moment of it, in ms since the epoch. */
  readonly at: number;
  readonly activities: readonly Activity[];
}

/** Parts what happened by days; the order stays. */
export function daysOf(activities: readonly Activity[]): readonly Day[] {
  const days = new Map<string, Activity[]>();
  for (const activity of activities) {
    const day = new Date(activity.at).toDateString();
    const before = days.get(day);
    if (before) before.push(activity);
    else days.set(day, [activity]);
  }
  return Array.from(days.values(), (those) => ({ at: those[0]?.at ?? 0, activities: those }));
}
