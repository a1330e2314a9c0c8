import { setImmediate } from 'node:timers/promises';
import { succeed } from '#shared/errors';
import { decodeInSteps, type HomeList } from '#shared/home-schema';
import { failCall, type CallResult } from './failure';

/**
 * The query of every list. Clients send all four keys together [O], and a controller's defaults may leave things out. Hidden devices are
 * included: the household may show them, and one that is shown again is known already.
 */
const LIST_QUERY = '?show_hidden=true&compact=false&with_actions=false&fields=all';

/** The path of a list. Every reading has to use the same query, or it gets other devices. */
export const pathOfList = ({ key }: Pick<HomeList<unknown>, 'key'>) => `/${key}${LIST_QUERY}`;

/**
 * Reads a list of a home. It is decoded in steps, so that a list of ten thousand devices does not block the event loop.
 * @returns `controller-malformed` if the answer has no such list, or why there is none
 */
export async function readList<T extends { id: number }>(
  read: (path: string) => Promise<CallResult<unknown>>,
  list: HomeList<T>
): Promise<CallResult<readonly T[]>> {
  const answer = await read(pathOfList(list));
  if (!answer.ok) return answer;
  const steps = decodeInSteps(answer.value, list);
  for (;;) {
    const step = steps.next();
    if (step.done)
      return step.value
        ? succeed(step.value.entries)
        : failCall('controller-malformed', `There is no list in /${list.key}.`);
    await setImmediate();
  }
}
