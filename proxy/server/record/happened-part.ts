/**
 * Maximum size of the rows of a part, in bytes of JSON: with the times without a watcher of a day, of which there are at most 1,500 of 60
 * bytes, an answer has at most 256 kB.
 */
const MAX_PART_BYTES = 160 * 1024;
/** Maximum size of the rows that are held, in bytes: beyond it those that do not fit are dropped. */
const MAX_HELD_BYTES = 240 * 1024;

/** A row with its time, in ms since the epoch, and its size as JSON. */
interface SizedRow<Row> {
  readonly row: Row;
  readonly bytes: number;
}

/** The earliest rows of a span, as many as fit into a part. They come in any order. */
export class HappenedPart<Row extends { readonly at: number }> {
  readonly #from: number;
  #until: number;
  #rows: SizedRow<Row>[] = [];
  #bytes = 0;

  /** The part begins at `from`, and the span ends at `until`. Both are ms since the epoch. */
  constructor(from: number, until: number) {
    this.#from = from;
    this.#until = until;
  }

  /** Where the part ends as far as is known, and the next one begins: what is not before it need not be read. */
  get until(): number {
    return this.#until;
  }

  /** The rows in the order of time. */
  get rows(): Row[] {
    this.#fit();
    return this.#rows.map(({ row }) => row);
  }

  add(row: Row) {
    if (row.at >= this.#until) return;
    const bytes = Buffer.byteLength(JSON.stringify(row));
    this.#rows.push({ row, bytes });
    this.#bytes += bytes;
    if (this.#bytes > MAX_HELD_BYTES) this.#fit();
  }

  /** Ends the part before a moment, from which on rows are missing. It has at least its first moment. */
  endBefore(moment: number) {
    this.#until = Math.min(this.#until, Math.max(moment, this.#from + 1));
    this.#rows = this.#rows.filter(({ row }) => row.at < this.#until);
  }

  /** Keeps the earliest rows that fit. */
  #fit() {
    this.#rows.sort((one, other) => one.row.at - other.row.at);
    let count = 0;
    let bytes = 0;
    for (const each of this.#rows) {
      if (bytes + each.bytes > MAX_PART_BYTES) break;
      bytes += each.bytes;
      count += 1;
    }
    const over = this.#rows[count];
    this.#rows = this.#rows.slice(0, count);
    // Rows of one moment stay together, unless they are more than a part.
    if (over) this.endBefore(over.row.at);
    this.#bytes = bytes;
  }
}
