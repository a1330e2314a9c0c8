import type { EventLog } from '../../events';
import { answer, refuse } from '../reply';
import type { Route } from '../router';

/**
 * How the long poll behaves. `free`: a request without `last` starts from now [A]. `strict`: `last` is required, and an empty reply has
 * neither `last` nor `events` [O]. `none`: there is no poll.
 */
export type PollKind = 'free' | 'strict' | 'none';

/**
 * The long poll [O]: the events after `last`. It waits if there are none. A request without `last` gets events from now on, or an error if
 * the poll is strict.
 */
export function pollRoutes(events: EventLog, pollMs: number, kind: PollKind): Route[] {
  if (kind === 'none') return [];
  const isStrict = kind === 'strict';
  return [
    {
      method: 'GET',
      path: '/poll',
      async handle({ query, signal }) {
        const text = query.get('last');
        if (text === null ? isStrict : !/^\d{1,15}$/.test(text)) return refuse('badQuery', { last: text });
        const batch = await events.next(text === null ? events.last : Number(text), pollMs, signal);
        return answer(isStrict && batch.events.length === 0 ? {} : batch);
      }
    }
  ];
}
