import type { Activity } from '#shared/household';
import type { Household } from '../access/household';

const MESSAGES: Readonly<Record<Activity['kind'], string>> = {
  'signed-in': 'Screen signed in.',
  paired: 'Screen paired.',
  locked: 'Screens locked: the controller refused the tokens of their user.',
  'let-back-in': 'Screens let back in.',
  'setup-code-used': 'Setup code used.',
  'setup-code-failed': 'Setup code wrong.',
  moved: 'Controller moved.',
  'move-refused': 'Controller move refused.',
  'wrong-pins': 'Too many wrong PINs.'
};

/** Events that may need an action of the owner. */
const WARNINGS: readonly Activity['kind'][] = ['locked', 'setup-code-failed', 'move-refused', 'wrong-pins'];

/**
 * Writes what happens to the household to the program's log: sign-ins, pairings, ended screens, changed rights. It has names, and no
 * password, code or token. Returns a function that stops it.
 */
export function startEventLog({
  activity,
  screens,
  log
}: Pick<Household, 'activity' | 'screens' | 'log'>): () => void {
  const unsubscribes = [
    activity.onNoted(({ kind, controller, user, screen, by, count }) => {
      const facts = {
        ...(controller && { controller: controller.name }),
        ...(user !== undefined && { user }),
        ...(screen && { screen: screen.name }),
        ...(by && { by: by.name }),
        ...(count > 1 && { count })
      };
      log[WARNINGS.includes(kind) ? 'warn' : 'info'](facts, MESSAGES[kind]);
    }),
    screens.onEnded(({ name, user }) => log.info({ screen: name, user }, 'Screen signed out.')),
    screens.onChanged(({ name, user, rights, locked }) => {
      const { manages, rooms, commands, until } = rights;
      log.info({ screen: name, user, manages, rooms, commands, until, locked }, 'Screen changed.');
    })
  ];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
