import { decodeInSteps, type Decoded, type HomeList } from '#shared/home-schema';
import { setImmediate } from 'node:timers/promises';

/**
 * The query of every list. Clients send all four keys together [O], and a controller's defaults may leave things out. Hidden devices are
 * included: the household may show them, and one that is shown again is known already.
 */
const LIST_QUERY = '?show_hidden=true&compact=false&with_actions=false&fields=all';

/** The path of a list. Every reading has to use the same query, or it gets other devices. */
export const pathOfList = ({ key }: Pick<HomeList<unknown>, 'key'>) => `/${key}${LIST_QUERY}`;

/** Decodes a list of a home in steps, so that a list of ten thousand devices does not block the event loop. */
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
