import type { Params } from '#shared/home';
import { concernSame, isMatched, type CommandEntry } from './command-entry';

/**
 * What older commands do to the certainty about newer ones. A command that was replaced may have left already, so its effect may
 * still come: on, off, on in a hurry can show as on, off, on; the first "on" must not be taken for the last.
 */

/** Replaced commands before an entry that set a value in common, oldest first. */
function replacedBefore(entries: readonly CommandEntry[], entry: CommandEntry): CommandEntry[] {
  const index = entries.findIndex(({ id }) => id === entry.id);
  return entries.slice(0, index).filter((older) => older.isReplaced && concernSame(older, entry));
}

/** Whether a command's effect would be seen and is another than these parameters. */
const isContrary = (entry: CommandEntry, params: Params): boolean =>
  entry.expectation !== null && !isMatched(entry, params);

/** Whether the value is there, and no older command can still change it. */
export function isSettled(entries: readonly CommandEntry[], entry: CommandEntry, params: Params): boolean {
  return (
    isMatched(entry, params) && !replacedBefore(entries, entry).some((older) => isContrary(older, params))
  );
}

/** Whether values that match an entry are rather an older command's doing, with a contrary one's still to come. */
export function isOlderDoing(entries: readonly CommandEntry[], entry: CommandEntry, params: Params): boolean {
  const older = replacedBefore(entries, entry);
  const doer = older.findIndex((candidate) => isMatched(candidate, params));
  return doer >= 0 && older.slice(doer + 1).some((between) => isContrary(between, params));
}

/** The entries without one that is done, and without what it replaced: effects come in the order of the commands. */
export function without(entries: readonly CommandEntry[], done: CommandEntry): readonly CommandEntry[] {
  const gone = new Set([done, ...replacedBefore(entries, done)].map(({ id }) => id));
  return entries.filter(({ id }) => !gone.has(id));
}

/** The entries with one in a new state. */
export function put(entries: readonly CommandEntry[], entry: CommandEntry): readonly CommandEntry[] {
  return entries.map((other) => (other.id === entry.id ? entry : other));
}
