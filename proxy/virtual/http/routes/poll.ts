import type { EventLog } from '../../home/events';
import { answer, refuse } from '../reply';
import type { Route } from '../router';

/** The long poll [O]: what happened after `last`, at once or as soon as something does; without `last`, from now on. */
export function pollRoutes(events: EventLog, pollMs: number): Route[] {
  return [
    {
      method: 'GET',
      path: '/poll',
      async handle({ query, signal }) {
        const text = query.get('last');
        if (text !== null && !/^\d{1,15}$/.test(text)) return refuse('badQuery', { last: text });
        return answer(await events.next(text === null ? events.last : Number(text), pollMs, signal));
      }
    }
  ];
}
