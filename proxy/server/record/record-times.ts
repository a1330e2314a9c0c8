/** A start of the recorder. Times of rows are ms since its begin, by a clock that nobody sets. */
export interface StoredStart {
  /** Counts the starts. */
  readonly id: number;
  /** The boot of the machine, and its time at the begin of the start, in ms. */
  readonly boot: string;
  readonly uptime: number;
  /** The begin, in ms since the epoch, as the clock of the machine says last. */
  readonly clock: number;
  /** The time of the last write. */
  readonly last: number;
}

/** A start that begins. */
export type NewStart = Omit<StoredStart, 'id' | 'last'>;

/** A place in the order of the rows: a start, and ms since its begin. */
export interface Place {
  readonly start: number;
  readonly at: number;
}

/** The starts of a record on the axis of time. */
export class Timeline {
  /** The starts with their begin and their last write, in ms since the epoch. */
  readonly starts: readonly { readonly id: number; readonly from: number; readonly until: number }[];
  /** The begin of each start by its id, and the last moment before the next one. */
  readonly #bounds: ReadonlyMap<number, { readonly from: number; readonly last: number }>;

  /**
   * Places the starts one after the other, whatever the clock said: none ends after the next one began, as the newer clock says.
   * @param stored in their order
   */
  constructor(stored: readonly StoredStart[]) {
    let next = Infinity;
    const placed = stored.toReversed().map(({ id, clock, last }) => {
      next = Math.min(clock, next - last);
      return { id, from: next, until: next + last };
    });
    this.starts = placed.reverse();
    this.#bounds = new Map(
      this.starts.map(({ id, from }, index) => [
        id,
        { from, last: (this.starts[index + 1]?.from ?? Infinity) - 1 }
      ])
    );
  }

  /** When the record begins; undefined for an empty one. */
  get since(): number | undefined {
    return this.starts[0]?.from;
  }

  /** The time of a row, in ms since the epoch: before the next start, so that times are in the order of places. */
  timeOf({ start, at }: Place): number {
    const { from, last } = this.#bounds.get(start) ?? { from: 0, last: Infinity };
    return Math.min(from + at, last);
  }

  /** The place of a moment in ms since the epoch: in the last start that had begun. */
  placeOf(moment: number): [start: number, at: number] {
    const start = this.starts.findLast(({ from }) => from <= moment);
    return start ? [start.id, Math.ceil(moment - start.from)] : [0, 0];
  }
}

const HOUR_MS = 60 * 60_000;
/** A clock that begins a start so long before or after the end of the start before has probably jumped, in ms. */
const MAX_BACK_MS = HOUR_MS;
const MAX_AHEAD_MS = 7 * 24 * HOUR_MS;
/** A clock that stays for so long, in ms, counts all the same. */
const STEADY_MS = 24 * HOUR_MS;

/**
 * Whether the clock may have jumped, so that nothing is deleted for its age. A machine that was without power for weeks is told apart after
 * a day.
 * @param steadyMs how long the clock was not set
 */
export function mayHaveJumped(starts: readonly StoredStart[], steadyMs: number): boolean {
  const [before, now] = starts.slice(-2);
  if (!before || !now || steadyMs >= STEADY_MS) return false;
  const ahead = now.clock - (before.clock + before.last);
  return ahead < -MAX_BACK_MS || ahead > MAX_AHEAD_MS;
}
