/** One value that a parameter had from a moment on. */
export interface Row {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly value: unknown;
}
