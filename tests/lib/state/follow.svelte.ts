import { onTestFinished } from 'vitest';

/** Records the values that a reader in a template sees. Await `rendered` before reading them. */
export interface Followed<T> {
  readonly value: T | undefined;
  /** Only different values, oldest first. */
  readonly values: readonly T[];
  readonly runs: number;
}

/** Reads like a template, until the test ends. */
export function follow<T>(read: () => T): Followed<T> {
  const values: T[] = [];
  let runs = 0;
  const stop = $effect.root(() => {
    $effect.pre(() => {
      const value = read();
      runs += 1;
      if (runs === 1 || value !== values.at(-1)) values.push(value);
    });
  });
  onTestFinished(stop);
  return {
    get value() {
      return values.at(-1);
    },
    values,
    get runs() {
      return runs;
    }
  };
}

/** Resolves once all effects have run. */
export const rendered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
