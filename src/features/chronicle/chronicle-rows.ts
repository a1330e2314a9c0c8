/** A row of a chronicle in words. */
export interface ChronicleRow {
  readonly text: string;
  /** Where, by whom and how it ended; empty or absent for nothing to say. */
  readonly detail?: string;
  /** Nothing is known of this time. */
  readonly isGap?: boolean;
}

/** Groups entries by the begin of their day in local time, in ms since the epoch; their order stays. */
export function daysOf<Entry extends { readonly at: number }>(
  entries: readonly Entry[]
): ReadonlyMap<number, readonly Entry[]> {
  const days = new Map<number, Entry[]>();
  for (const entry of entries) {
    const day = new Date(entry.at).setHours(0, 0, 0, 0);
    const before = days.get(day);
    if (before) before.push(entry);
    else days.set(day, [entry]);
  }
  return days;
}
