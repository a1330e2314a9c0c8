import type { Happening } from '#shared/happenings';

/** A row of a chronicle in words. */
export interface ChronicleRow {
  readonly text: string;
  /** Where, by whom and why something is lacking; empty or absent for nothing to say. */
  readonly detail?: string;
  /** Nothing is known of this time. */
  readonly isGap?: boolean;
}

type Changed = Extract<Happening, { kind: 'changed' }>;
type Commanded = Extract<Happening, { kind: 'commanded' }>;

/** What a row is about. */
export type RowSubject = Happening & {
  /** It is the last of so many changes of one device; the first was then, in ms since the epoch. */
  readonly run?: { readonly from: number; readonly count: number };
  /** The device was used at another place at the time of a command of ours. */
  readonly isElsewhere?: true;
  /** The commands that it undoes. */
  readonly undone?: Commanded;
};

/** The fewest changes of a device that are one row. */
const MIN_RUN = 3;
/** The longest time between two changes of a run, in ms. */
const RUN_PAUSE_MS = 10 * 60_000;
/** A change this near to a command of its device needs a word about who did it, in ms. */
const HAND_MS = 60_000;

/**
 * Returns what the rows of a chronicle are about. Three or more changes of a device are one run if each came within ten minutes
 * of the one before, and no command and no timer of the device and no gap was between them. What a sensor reports has a row of
 * its own: a door, an alarm. A change beside a command of ours was made elsewhere; undone commands are those of the list.
 * @param happenings the oldest first
 */
export function rowsOf(happenings: readonly Happening[]): readonly RowSubject[] {
  const runs = new Map<Happening, readonly Changed[]>();
  const open = new Map<number, Changed[]>();
  for (const each of happenings) {
    if (each.kind === 'gap') open.clear();
    else if (each.kind === 'commanded' || each.kind === 'timer')
      for (const { device } of each.commands) open.delete(device);
    else if (each.kind === 'changed' && !('Tripped' in each.params)) {
      const before = open.get(each.device) ?? [];
      const run = each.at - (before.at(-1)?.at ?? -Infinity) <= RUN_PAUSE_MS ? before : [];
      run.push(each);
      open.set(each.device, run);
      runs.set(each, run);
    }
  }
  const commanded = happenings.filter((each) => each.kind === 'commanded');
  const byId = new Map(commanded.map((each) => [each.id, each]));
  const commandTimes = commandTimesOf(commanded);
  const isBesideCommand = ({ device, at }: Changed, from: number) =>
    commandTimes.get(device)?.some((time) => time >= from - HAND_MS && time <= at + HAND_MS);
  return happenings.flatMap((each): readonly RowSubject[] => {
    const undone = each.kind === 'commanded' && each.undoes ? byId.get(each.undoes) : undefined;
    if (undone) return [{ ...each, undone }];
    const run = runs.get(each) ?? [];
    const [first] = run;
    if (each.kind !== 'changed' || !first) return [each];
    const isElsewhere = isBesideCommand(each, first.at) || undefined;
    const subject = { ...each, ...(isElsewhere && { isElsewhere }) };
    if (run.length < MIN_RUN) return [subject];
    return each === run.at(-1) ? [{ ...subject, run: { from: first.at, count: run.length } }] : [];
  });
}

/** When each device was commanded, in ms since the epoch. */
function commandTimesOf(commanded: readonly Commanded[]): ReadonlyMap<number, readonly number[]> {
  const times = new Map<number, number[]>();
  for (const { at, commands } of commanded)
    for (const { device } of commands) times.set(device, [...(times.get(device) ?? []), at]);
  return times;
}

/** The begin of the day of a moment in local time. Both are in ms since the epoch. */
export const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** The begin of the hour of a moment. Both are in ms since the epoch. */
export const hourOf = (at: number): number => new Date(at).setMinutes(0, 0, 0);

/** Groups entries by what their times begin with: `dayOf`, `hourOf`. Their order stays. */
export function groupsOf<Entry extends { readonly at: number }>(
  entries: readonly Entry[],
  beginOf: (at: number) => number
): ReadonlyMap<number, readonly Entry[]> {
  const groups = new Map<number, Entry[]>();
  for (const entry of entries) {
    const begin = beginOf(entry.at);
    const before = groups.get(begin);
    if (before) before.push(entry);
    else groups.set(begin, [entry]);
  }
  return groups;
}
