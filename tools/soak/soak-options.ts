/** Options of a soak test. */
export interface SoakOptions {
  /** Duration in minutes. */
  readonly minutes: number;
  readonly seed: number;
  /** Reports progress. */
  readonly say: (line: string) => void;
}
