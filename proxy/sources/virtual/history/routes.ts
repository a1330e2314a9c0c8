import { answer, refuse } from '../../served/http/reply';
import { replyFor, type Route } from '../../served/http/router';
import type { LivingHome } from '../home/living-home';
import type { History } from './history';

const DEFAULT_LIMIT = '100';
const MAX_LIMIT = 1000;

/** The history of a parameter [O], newest first. The format of a row is assumed: `{time, value}` with the time in UNIX seconds [A]. */
export const historyRoutes = (home: LivingHome, history: History): Route[] => [
  {
    method: 'GET',
    path: '/devices/:id/parameter-history',
    handle: ({ id, query }) =>
      replyFor(home.served.devices, id, () => {
        const limit = readLimit(query.get('limit') ?? DEFAULT_LIMIT);
        if (limit === null) return refuse('badQuery', { limit: query.get('limit') });
        const param = query.get('param') ?? '';
        const rows = history(id, param, limit);
        if (rows === undefined) return refuse('noSuchParameter', { id, param });
        return answer({ history: rows.map(({ at, value }) => ({ time: Math.floor(at / 1000), value })) });
      })
  }
];

function readLimit(text: string): number | null {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MAX_LIMIT ? limit : null;
}
