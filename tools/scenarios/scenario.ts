import type { Finding } from '../support/figures';

/** What a run of scenarios was asked for. */
export interface ScenarioOptions {
  /** Duration of a scenario that has no end of its own, in minutes. */
  readonly minutes: number;
  /** The seed of its random numbers. */
  readonly seed: number;
  /** How many rounds a comparison has. */
  readonly rounds: number;
  /** The folder of another build, which takes the place of the yardstick in comparisons. */
  readonly against: string | undefined;
  /** Reports progress. */
  readonly say: (line: string) => void;
}

/** Something that happens to the built program. It starts the program and returns what it found, with bounds. */
export interface Scenario {
  /** One sentence that says what it does. */
  readonly about: string;
  run(options: ScenarioOptions): Promise<readonly Finding[]>;
}
