import type { FastifyInstance } from 'fastify';
import type { Household } from '../access/household';
import { registerTimers } from './routes';
import type { StoredTimer } from './stored-timers';
import { Timers, type TimersDeps } from './timers';
import { VisibleTimers } from './visible-timers';
import type { Homes } from '../live/homes';
import type { TouchRules } from '../touch/touch-rules';

/** What timers need of the household, the commands and the machine. */
interface StartTimersDeps
  extends
    Pick<Household, 'screens' | 'accounts' | 'clock' | 'known'>,
    Pick<TimersDeps, 'file' | 'folder' | 'boot' | 'inbox' | 'log'> {
  readonly homes: Homes;
  readonly touch: TouchRules;
  readonly activity: Pick<Household['activity'], 'note'>;
}

const shownOf = ({ commands, room, at, missed }: StoredTimer) => ({
  ...{ room, at, ...(missed && { missed }) },
  commands: commands.map(({ device, method, params }) => ({ device, method, params }))
});

/** Makes the timers, and registers their routes. They begin with `start`. */
export function startTimers(app: FastifyInstance, deps: StartTimersDeps) {
  const { screens, activity, known, homes, touch, clock } = deps;
  const timers = new Timers({
    ...deps,
    onScreenGone: (screen, count) =>
      activity.note({ kind: 'timers-ended', controller: known.get(screen.controller), screen, count })
  });
  timers.onNews(({ kind, timer, by = timer }) => {
    const { controller } = timer;
    const screen = { id: by.screen, name: by.screenName };
    homes.emit({ type: 'timer', controller, user: by.user, kind, timer: shownOf(timer), screen });
  });
  const view = new VisibleTimers(timers);
  registerTimers(app, { timers, view, screens, homes, touch, clock });
  return { timers, view };
}
