import type { FastifyInstance } from 'fastify';
import type { Household } from '../access/household';
import { registerTimers } from './routes';
import { Timers, type TimersDeps } from './timers';
import { VisibleTimers } from './visible-timers';
import type { Homes } from '../live/homes';
import type { TouchRules } from '../touch/touch-rules';

/** What timers need of the household, the commands and the machine. */
interface StartTimersDeps
  extends
    Pick<Household, 'screens' | 'accounts' | 'clock' | 'known'>,
    Pick<TimersDeps, 'file' | 'folder' | 'boot' | 'isSynchronised' | 'builtAt' | 'inbox' | 'log'> {
  readonly homes: Homes;
  readonly touch: TouchRules;
  readonly activity: Pick<Household['activity'], 'note'>;
}

/** Makes the timers, and registers their routes. They begin with `start`. */
export function startTimers(app: FastifyInstance, deps: StartTimersDeps) {
  const { screens, activity, known, homes, touch, clock } = deps;
  const timers = new Timers({
    ...deps,
    onScreenGone: (screen, count) =>
      activity.note({ kind: 'timers-ended', controller: known.get(screen.controller), screen, count })
  });
  const view = new VisibleTimers(timers);
  registerTimers(app, { timers, view, screens, homes, touch, clock });
  return { timers, view };
}
