import type { Finding } from '../support/figures';

/**
 * An attack on the built program. It starts the program, attacks it and returns measurements with their
 * bounds.
 */
export interface Attempt {
  /** One sentence that says what it does. */
  readonly about: string;
  /** @param options whether storms run at full length, which takes minutes longer */
  run(options: { readonly isWhole: boolean }): Promise<readonly Finding[]>;
}
