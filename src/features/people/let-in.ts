import type { ScreenEntry } from '#shared/household';

/**
 * Returns the screens that a screen paired, and those that they paired in turn. It contains neither the screen itself
 * nor this one.
 */
export function letInBy(screens: readonly ScreenEntry[], id: string): readonly ScreenEntry[] {
  const found = new Set([id]);
  // The loop also visits ids that are added during it.
  for (const host of found)
    for (const { id: guest, cameIn } of screens) if (cameIn.by?.id === host) found.add(guest);
  return screens.filter((screen) => found.has(screen.id) && screen.id !== id && !screen.current);
}
