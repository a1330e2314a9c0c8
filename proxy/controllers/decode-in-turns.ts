import { decodeInSteps, type Decoded, type HomeList } from '#shared/home';
import { setImmediate } from 'node:timers/promises';

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
