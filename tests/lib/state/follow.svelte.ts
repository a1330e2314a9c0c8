import { onTestFinished } from 'vitest';

/** What a reader in a template would see: its values in turn. Await `rendered` before looking. */
export interface Followed<T> {
  readonly value: T | undefined;
  /** Different values only, oldest first. */
  readonly values: readonly T[];
  readonly runs: number;
}

/** Reads as a template does, for as long as the test lasts. */
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

/** Once everything that follows has been run again. */
export const rendered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
