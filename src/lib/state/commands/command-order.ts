import type { Params } from '#shared/home';
import { concernSame, isMatched, type CommandEntry } from './command-entry';

/**
 * How older commands affect the certainty about newer ones. A replaced command may already be sent, so its effect can
 * still arrive. A quick on, off, on can be reported as on, off, on: the first "on" must not confirm the last command.
 */

/** Replaced commands before an entry that set a common value, oldest first. */
function replacedBefore(entries: readonly CommandEntry[], entry: CommandEntry): CommandEntry[] {
  const index = entries.findIndex(({ id }) => id === entry.id);
  return entries.slice(0, index).filter((older) => older.isReplaced && concernSame(older, entry));
}

/** Whether a command's effect can be observed and differs from these parameters. */
const isContrary = (entry: CommandEntry, params: Params): boolean =>
  entry.expectation !== null && !isMatched(entry, params);

/** Whether the value matches, and no older command can still change it. */
export function isSettled(entries: readonly CommandEntry[], entry: CommandEntry, params: Params): boolean {
  return (
    isMatched(entry, params) && !replacedBefore(entries, entry).some((older) => isContrary(older, params))
  );
}

/** Whether matching values come from an older command, while the effect of a contrary one is still to come. */
export function isOlderEffect(
  entries: readonly CommandEntry[],
  entry: CommandEntry,
  params: Params
): boolean {
  const older = replacedBefore(entries, entry);
  const match = older.findIndex((candidate) => isMatched(candidate, params));
  return match >= 0 && older.slice(match + 1).some((between) => isContrary(between, params));
}

/** Removes a confirmed entry and those that it replaced, since effects arrive in the order of the commands. */
export function without(entries: readonly CommandEntry[], done: CommandEntry): readonly CommandEntry[] {
  const removed = new Set([done, ...replacedBefore(entries, done)].map(({ id }) => id));
  return entries.filter(({ id }) => !removed.has(id));
}

/** Replaces the entry of the same id. */
export function put(entries: readonly CommandEntry[], entry: CommandEntry): readonly CommandEntry[] {
  return entries.map((other) => (other.id === entry.id ? entry : other));
}
