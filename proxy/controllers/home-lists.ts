import { decodeInSteps, type Decoded, type HomeList } from '#shared/home-schema';
import { setImmediate } from 'node:timers/promises';

/**
 * What every list is asked with: clients send all four keys together [O], and a controller's own defaults may leave things out. Hidden
 * devices are asked for too: the household may show them, and one that is shown again is known already.
 */
const LIST_QUERY = '?show_hidden=true&compact=false&with_actions=false&fields=all';

/** Where a list of a home is asked for: every reading of it has to ask alike, or it is told other devices. */
export const pathOfList = ({ key }: Pick<HomeList<unknown>, 'key'>) => `/${key}${LIST_QUERY}`;

/** Reads a list of a home, and lets everybody else have their turn in between: ten thousand devices take a while. */
export async function decodeInTurns<T extends { id: number }>(
  value: unknown,
  list: HomeList<T>
): Promise<Decoded<T> | null> {
  const steps = decodeInSteps(value, list);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
