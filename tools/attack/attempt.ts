import type { Finding } from '../soak/figures';

/** What may be chosen for a run. */
export interface Force {
  /** Whether storms blow with all their might, which takes minutes more. */
  readonly isWhole: boolean;
}

/** One attack on the built program: it prepares the ground, attacks, and says what it saw beside what may be seen. */
export interface Attempt {
  /** What it does, in a sentence. */
  readonly about: string;
  run(force: Force): Promise<readonly Finding[]>;
}
