import type { Finding } from '../support/figures';

/** Options of a run. */
export interface AttackOptions {
  /** Whether storms run at full length, which takes minutes longer. */
  readonly isWhole: boolean;
}

/**
 * An attack on the built program. It starts the program, attacks it and returns measurements with their
 * bounds.
 */
export interface Attempt {
  /** One sentence that says what it does. */
  readonly about: string;
  run(force: AttackOptions): Promise<readonly Finding[]>;
}
