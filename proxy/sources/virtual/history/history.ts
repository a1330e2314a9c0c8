import { isSame } from '#shared/changes';
import type { Clock } from '#shared/clock';
import type { LivingHome } from '../home/living-home';
import type { Past, Row } from './past';

/** Maximum number of recorded values per parameter. */
const MAX_ROWS = 1000;
/** Of the measured values within this time only the last one stays, in ms: else they would push the month out of an answer. */
const MERGE_MS = 5 * 60_000;

/** The last values of a parameter, newest first; undefined if the device has no such parameter. */
export type History = (id: number, param: string, limit: number) => Row[] | undefined;

/** Starts the history of all parameters: a simulated month before the start, and all changes after it. */
export function startHistory(home: LivingHome, clock: Clock, past: Past): History {
  const first = new Map<string, unknown>();
  const since = new Map<string, Row[]>();
  home.onChange(({ after, before }) => {
    for (const [param, value] of Object.entries(after.params)) {
      const old = before.params[param];
      if (isSame(old, value)) continue;
      const key = keyOf(after.id, param);
      if (!first.has(key)) first.set(key, old);
      const rows = since.get(key) ?? [];
      const [one, other] = rows.slice(-2);
      if (param === 'Value' && one && other && other.at - one.at < MERGE_MS) rows.pop();
      rows.push({ at: clock.now(), value });
      if (rows.length > MAX_ROWS) rows.shift();
      since.set(key, rows);
    }
  });
  return (id, param, limit) => {
    const device = home.device(id);
    if (device === undefined || !Object.hasOwn(device.params, param)) return undefined;
    const key = keyOf(id, param);
    const atStart = first.has(key) ? first.get(key) : device.params[param];
    const rows = [...past(device, param, atStart), ...(since.get(key) ?? [])];
    return rows.slice(-limit).reverse();
  };
}

const keyOf = (id: number, param: string) => `${id}/${param}`;
