import type { Happening } from '#shared/happenings';

/** The happenings of one day in local time. */
interface HappeningDay {
  /** The time of its first entry, in ms since the epoch. */
  readonly at: number;
  readonly happenings: readonly Happening[];
}

/** Groups happenings by day; their order stays. */
export function daysOf(happenings: readonly Happening[]): readonly HappeningDay[] {
  const days: { at: number; day: string; happenings: Happening[] }[] = [];
  for (const happening of happenings) {
    const day = new Date(happening.at).toDateString();
    const last = days.at(-1);
    if (last?.day === day) last.happenings.push(happening);
    else days.push({ at: happening.at, day, happenings: [happening] });
  }
  return days;
}
