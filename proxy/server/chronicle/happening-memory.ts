import type { Clock } from '#shared/clock';
import { endOfHappening, HAPPENINGS_TTL_MS, type Happening } from '#shared/happenings';

/** Something that happened, with what only the proxy knows of it. */
export interface RecordedHappening {
  readonly happening: Happening;
  /** The room of each of its devices when it happened; null for none. */
  readonly rooms: ReadonlyMap<number, number | null>;
  /** The screen that did it, and its user; absent if none did. */
  readonly sender?: { readonly screen: string; readonly user: string };
}

/** A part of what happened. */
interface HappeningPart {
  /** The happenings as JSON, the oldest first. */
  readonly texts: readonly string[];
  /** Where the next part begins; absent if this is the last one. */
  readonly next?: number;
}

/** Maximum size of what is remembered of a home by its devices, and the same again by screens, in bytes of JSON and in rows. */
const MAX_BYTES = 512 * 1024;
const MAX_ROWS = 2_000;
/** Maximum number of changes that one device reports by itself: a motion sensor must not displace all others. */
const MAX_ROWS_PER_DEVICE = 100;
/** Maximum size of the happenings of a part, in bytes of JSON. */
const MAX_PART_BYTES = 250 * 1024;

/** Who causes rows: a device, or a screen. */
interface Cause {
  readonly name: string;
  readonly kind: 'device' | 'screen';
  /** Its rows, the oldest first. */
  readonly rows: Set<Row>;
  bytes: number;
}

interface Row {
  readonly key: string;
  /** Counts all rows of the home. */
  readonly number: number;
  readonly cause: Cause;
  happened: RecordedHappening;
  text: string;
  bytes: number;
}

/** The last two days of a home, in memory only: a restart forgets it. If there is too much, who caused most loses the oldest of it. */
export class HappeningMemory {
  readonly #clock: Pick<Clock, 'now'>;
  /** The oldest first. */
  readonly #rows = new Map<string, Row>();
  readonly #causes = new Map<string, Cause>();
  readonly #sizes = { device: { bytes: 0, rows: 0 }, screen: { bytes: 0, rows: 0 } };
  #count = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Adds something, or replaces what has the same key. */
  add(happened: RecordedHappening, key = `row ${this.#count}`) {
    const row = this.#rows.get(key) ?? this.#newRow(key, happened);
    row.happened = happened;
    row.text = JSON.stringify(happened.happening);
    this.#resize(row, Buffer.byteLength(row.text));
    this.#trim(row.cause);
  }

  /**
   * Reads a part of what happened, as its reader may know it.
   * @param since a moment in ms since the epoch: what was before is left out
   * @param from where the part begins: `next` of the part before
   * @param limit a happening as its reader may know it; null for none
   */
  read(since: number, from: number, limit: (happened: RecordedHappening) => Happening | null): HappeningPart {
    const oldest = Math.max(since, this.#clock.now() - HAPPENINGS_TTL_MS);
    const texts: string[] = [];
    let bytes = 0;
    for (const { number, happened, text } of this.#rows.values()) {
      if (number < from || endOfHappening(happened.happening) < oldest) continue;
      const seen = limit(happened);
      if (!seen) continue;
      const written = seen === happened.happening ? text : JSON.stringify(seen);
      bytes += Buffer.byteLength(written) + 1;
      if (bytes > MAX_PART_BYTES && texts.length > 0) return { texts, next: number };
      texts.push(written);
    }
    return { texts };
  }

  #newRow(key: string, happened: RecordedHappening): Row {
    const { happening, sender } = happened;
    const device = happening.kind === 'changed' ? happening.device : 'none';
    const name = sender ? `screen ${sender.screen}` : `device ${device}`;
    const kind = sender ? 'screen' : 'device';
    const cause = this.#causes.get(name) ?? { name, kind, rows: new Set(), bytes: 0 };
    const row = { key, number: this.#count++, cause, happened, text: '', bytes: 0 };
    this.#causes.set(name, cause);
    cause.rows.add(row);
    this.#sizes[kind].rows++;
    this.#rows.set(key, row);
    return row;
  }

  #trim(cause: Cause) {
    const oldest = this.#clock.now() - HAPPENINGS_TTL_MS;
    for (const row of this.#rows.values()) {
      if (endOfHappening(row.happened.happening) >= oldest) break;
      this.#remove(row);
    }
    if (cause.kind === 'device' && cause.rows.size > MAX_ROWS_PER_DEVICE) this.#removeOldest(cause);
    const size = this.#sizes[cause.kind];
    while (size.bytes > MAX_BYTES || size.rows > MAX_ROWS) this.#removeOldest(this.#largest(cause.kind));
  }

  #largest(kind: Cause['kind']): Cause | undefined {
    let largest: Cause | undefined;
    for (const cause of this.#causes.values())
      if (cause.kind === kind && cause.bytes > (largest?.bytes ?? 0)) largest = cause;
    return largest;
  }

  #removeOldest(cause: Cause | undefined) {
    const [oldest] = cause?.rows ?? [];
    if (oldest) this.#remove(oldest);
  }

  #remove(row: Row) {
    const { key, cause } = row;
    this.#resize(row, 0);
    this.#sizes[cause.kind].rows--;
    this.#rows.delete(key);
    cause.rows.delete(row);
    if (cause.rows.size === 0) this.#causes.delete(cause.name);
  }

  #resize(row: Row, bytes: number) {
    const more = bytes - row.bytes;
    row.bytes = bytes;
    row.cause.bytes += more;
    this.#sizes[row.cause.kind].bytes += more;
  }
}
