/** What a line of the soak is asked for. */
export interface Wish {
  /** How long the household lives. */
  readonly minutes: number;
  readonly seed: number;
  /** Hears of what happens. */
  readonly say: (line: string) => void;
}
