import type { Screen } from './screen';

/** A user of a controller. */
export type User = Pick<Screen, 'controller' | 'user'>;

/** Whether a screen is signed in to a controller, and as this user if one is given. */
export const isOf = (screen: Screen, controller: string, user = screen.user): boolean =>
  screen.controller === controller && screen.user === user;

/** The users of screens, each once. */
export function usersOf(screens: readonly Screen[]): User[] {
  const users = screens.map(
    ({ controller, user }) => [`${controller} ${user}`, { controller, user }] as const
  );
  return [...new Map(users).values()];
}

/** The screens that a screen let in, and those that they let in, recursively. */
export function letInBy(screens: readonly Screen[], id: string): Screen[] {
  const own = screens.filter(({ cameIn }) => cameIn?.by?.id === id);
  return own.flatMap((screen) => [screen, ...letInBy(screens, screen.id)]);
}

/** The highest `seq` of the household's activity that any of the screens has seen; 0 if there is none. */
export const seenActivityOf = (screens: readonly Screen[]): number =>
  Math.max(0, ...screens.map(({ seenActivity }) => seenActivity));

/**
 * Returns a screen after another one has ended. A screen that the ended one let in now counts as let in by its heir (the new screen of the
 * same browser), or else by the screen that let the ended one in. So everything that a stolen phone let in is found, even if a screen in
 * between has ended.
 */
export function passOn(screen: Screen, ended: Screen, heir: Screen | undefined): Screen {
  const { cameIn } = screen;
  if (cameIn?.by?.id !== ended.id) return screen;
  const inherits = heir?.controller === ended.controller && heir.user === ended.user && heir.id !== screen.id;
  const by = inherits ? { id: heir.id, name: heir.name } : ended.cameIn?.by;
  return by ? { ...screen, cameIn: { ...cameIn, by } } : screen;
}
