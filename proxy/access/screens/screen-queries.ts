import type { Screen } from './screen';

/** A user of a controller. */
export type User = Pick<Screen, 'controller' | 'user'>;

/** Whether a screen is signed in to a controller, and as a user where one is named. */
export const isOf = (screen: Screen, controller: string, user = screen.user): boolean =>
  screen.controller === controller && screen.user === user;

/** The users of screens, each once. */
export function usersOf(screens: readonly Screen[]): User[] {
  const users = screens.map(
    ({ controller, user }) => [`${controller} ${user}`, { controller, user }] as const
  );
  return [...new Map(users).values()];
}

/** Those of some screens that one of them let in, and those that these let in. */
export function letInBy(screens: readonly Screen[], id: string): Screen[] {
  const own = screens.filter(({ cameIn }) => cameIn?.by?.id === id);
  return own.flatMap((screen) => [screen, ...letInBy(screens, screen.id)]);
}

/** The highest `seq` of the household's activity that was seen on any of them; 0 where there is none. */
export const seenActivityOf = (screens: readonly Screen[]): number =>
  Math.max(0, ...screens.map(({ seenActivity }) => seenActivity));

/**
 * A screen once another one has ended. What that one let in counts as let in by its heir, the screen that its browser is now, or else by who
 * let it in itself: so all that a stolen phone let in is found, also where one between them has gone.
 */
export function passOn(screen: Screen, ended: Screen, heir: Screen | undefined): Screen {
  const { cameIn } = screen;
  if (cameIn?.by?.id !== ended.id) return screen;
  const inherits = heir?.controller === ended.controller && heir.user === ended.user && heir.id !== screen.id;
  const by = inherits ? { id: heir.id, name: heir.name } : ended.cameIn?.by;
  return by ? { ...screen, cameIn: { ...cameIn, by } } : screen;
}
