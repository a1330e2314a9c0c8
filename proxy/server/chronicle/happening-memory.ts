import type { Clock } from '#shared/clock';
import { endOfHappening, HAPPENINGS_TTL_MS, type Happening } from '#shared/happenings';

/** Something that happened, with what only the proxy knows of it. */
export interface RecordedHappening {
  readonly happening: Happening;
  /** The room of each of its devices when it happened; null for none. */
  readonly rooms: ReadonlyMap<number, number | null>;
  /** The id of the screen that did it; absent if none did. */
  readonly sender?: string;
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

interface Row {
  /** Counts all rows of the home. */
  readonly number: number;
  readonly happened: RecordedHappening;
  readonly text: string;
  readonly bytes: number;
}

/** Who causes rows. */
interface Cause {
  readonly kind: 'device' | 'screen';
  /** Its rows by key, the oldest first. */
  readonly rows: Map<string, Row>;
  bytes: number;
}

/** The last two days of a home, in memory only: a restart forgets it. If there is too much, who caused most loses the oldest of it. */
export class HappeningMemory {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #causes = new Map<string, Cause>();
  #count = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Adds something, or replaces what the same one caused with the same key. */
  add(happened: RecordedHappening, key = `row ${this.#count}`) {
    const cause = this.#causeOf(happened);
    const text = JSON.stringify(happened.happening);
    const bytes = Buffer.byteLength(text);
    const before = cause.rows.get(key);
    cause.rows.set(key, { number: before?.number ?? this.#count++, happened, text, bytes });
    cause.bytes += bytes - (before?.bytes ?? 0);
    this.#trim(cause);
  }

  /**
   * Reads a part of what happened, as its reader may know it.
   * @param since a moment in ms since the epoch: what was before is left out
   * @param from where the part begins: `next` of the part before
   * @param limit a happening as its reader may know it; null for none
   */
  read(since: number, from: number, limit: (happened: RecordedHappening) => Happening | null): HappeningPart {
    const oldest = Math.max(since, this.#clock.now() - HAPPENINGS_TTL_MS);
    const rows = [...this.#causes.values()].flatMap((cause) => [...cause.rows.values()]);
    const texts: string[] = [];
    let bytes = 0;
    for (const { number, happened, text } of rows.sort((one, other) => one.number - other.number)) {
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

  #causeOf({ happening, sender }: RecordedHappening): Cause {
    const device = happening.kind === 'changed' ? happening.device : 'none';
    const name = sender === undefined ? `device ${device}` : `screen ${sender}`;
    const kind = sender === undefined ? 'device' : 'screen';
    const cause: Cause = this.#causes.get(name) ?? { kind, rows: new Map<string, Row>(), bytes: 0 };
    this.#causes.set(name, cause);
    return cause;
  }

  #trim(cause: Cause) {
    const oldest = this.#clock.now() - HAPPENINGS_TTL_MS;
    for (const [name, each] of this.#causes) {
      for (const { happened } of each.rows.values()) {
        if (endOfHappening(happened.happening) >= oldest) break;
        removeOldest(each);
      }
      if (each.rows.size === 0) this.#causes.delete(name);
    }
    if (cause.kind === 'device' && cause.rows.size > MAX_ROWS_PER_DEVICE) removeOldest(cause);
    const causes = [...this.#causes.values()].filter(({ kind }) => kind === cause.kind);
    let bytes = causes.reduce((sum, each) => sum + each.bytes, 0);
    let count = causes.reduce((sum, { rows }) => sum + rows.size, 0);
    for (; bytes > MAX_BYTES || count > MAX_ROWS; count--)
      bytes -= removeOldest(causes.reduce((most, each) => (each.bytes > most.bytes ? each : most)));
  }
}

/** Removes the oldest row. Returns its bytes. */
function removeOldest(cause: Cause): number {
  const [[key, { bytes }] = ['', { bytes: 0 }]] = cause.rows;
  cause.rows.delete(key);
  cause.bytes -= bytes;
  return bytes;
}
