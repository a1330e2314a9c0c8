import type { ScreenEntry } from '#shared/household';

/** The screens that one let in by a pairing, and those that they let in; neither itself nor the screen that asks. */
export function letInBy(screens: readonly ScreenEntry[], id: string): readonly ScreenEntry[] {
  const found = new Set([id]);
  // A set is walked through to its end, with what is added on the way.
  for (const host of found)
    for (const { id: guest, cameIn } of screens) if (cameIn?.by?.id === host) found.add(guest);
  return screens.filter((screen) => found.has(screen.id) && screen.id !== id && !screen.current);
}
