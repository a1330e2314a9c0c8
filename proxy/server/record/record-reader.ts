import { bucketsOf, within, type HeldValue, type RecordedValue, type Span } from '#shared/buckets';
import { WATCHED } from './messages';
import type { BucketsQuery, ChangedRow, HappenedQuery, HappenedRows, HappeningRow, Series } from './messages';
import { HappenedPart } from './happened-part';
import type { RecordDatabase, StoredValue } from './record-database';
import type { Place, Timeline } from './record-times';
import { ROOM } from './recorded-values';
import { limitedText } from './row-text';

/** A level that follows within this time is the same change: a lamp that is dimmed reports many, in ms. */
const MERGE_MS = 10_000;
/** Maximum number of changes of one series that are read at once. */
const MAX_CHANGES = 1_000;
/** Maximum number of numbers of one parameter that are read, such as setpoints. */
const MAX_PARTS = 8;

/** Names of the series of `significantValues`, whose changes are happenings. */
const HAPPENING_NAMES =
  /^(?:Status|Level|Tripped|Armed|currentMode|currentFanMode|(?:currentSetpoints|currentComponentValues)\..*)$/;

/** A value of a series, and since when it holds, in ms since the epoch. */
interface Change {
  readonly at: number;
  readonly value: RecordedValue;
  readonly isQuiet: boolean;
}

type HappenedRow = HappeningRow | ChangedRow;

/** Whether a series is the only value of a parameter, or one of its numbers. */
const isPartOf = (name: string, param: string) => name === param || name.startsWith(`${param}.`);

/** Reads a span of a record, as it is at a moment. Times are ms since the epoch. */
export class RecordReader {
  readonly #record: RecordDatabase;
  readonly #span: Span;
  readonly #timeline: Timeline;
  readonly #since: number;

  constructor(record: RecordDatabase, { from, until, now }: Span & { readonly now: number }) {
    this.#record = record;
    this.#span = { from, until };
    this.#timeline = record.timeline(now);
    this.#since = this.#timeline.since ?? now;
  }

  /** The span in buckets, for each device that is asked for and each of its values with that name, as JSON; see `Recorded`. */
  buckets({ series, count, rooms }: BucketsQuery): string {
    const known = this.#known();
    const devices = series.map(({ name, ...of }) => {
      const isSeen = ({ value }: HeldValue) => typeof value === 'number' && rooms?.includes(value);
      const [room] = this.#record.series({ ...of, name: ROOM });
      const seen = rooms === null ? known : room ? [...this.#held(room)].filter(isSeen) : [];
      const own = this.#record.series(of).filter((each) => isPartOf(each.name, name));
      const values = own.slice(0, MAX_PARTS).map((each) => {
        const held = within(within(this.#held(each), known), seen);
        return [each.name, bucketsOf(held, this.#span, count)] as const;
      });
      return [of.device, Object.fromEntries(values)] as const;
    });
    return JSON.stringify({ since: this.#since, ...this.#span, devices: Object.fromEntries(devices) });
  }

  /** What happened from a moment of the span on, as much as fits into a part; the changes of one device only if one is given. */
  happened({ device, first }: HappenedQuery): HappenedRows {
    const part = new HappenedPart<HappenedRow>(first, this.#span.until);
    this.#addCommanded(part, first);
    for (const series of this.#record.series(device === undefined ? {} : { device }))
      if (HAPPENING_NAMES.test(series.name)) this.#addChanged(part, first, series);
    const { rows } = part;
    return {
      since: this.#since,
      until: part.until,
      commanded: rows.filter((row) => 'text' in row),
      changed: rows.filter((row) => 'model' in row),
      known: this.#known()
    };
  }

  /** Adds commands and timers, in the order of time until the part is full. */
  #addCommanded(part: HappenedPart<HappenedRow>, first: number) {
    const sql = `SELECT start, at, key, text FROM happening WHERE (start, at) >= (?, ?) AND (start, at) < (?, ?)
      ORDER BY start, at`;
    const places = this.#placesOf(first, part.until);
    for (const { key, text, ...place } of this.#record.db.rows<HappeningRow & Place>(sql, ...places)) {
      const at = this.#timeline.timeOf(place);
      if (at >= part.until) break;
      part.add({ key, at, text: limitedText(text) });
    }
  }

  /** Adds the changes of a series by itself, each with the room of its device then. */
  #addChanged(part: HappenedPart<HappenedRow>, first: number, { device, model, name, id }: Series) {
    const changes: Change[] = [];
    for (const change of this.#changes({ id }, first, part.until))
      if (change.at >= first && changes.push(change) >= MAX_CHANGES) break;
    const last = changes.at(-1);
    // What follows the last one that was read is not known: it may be the same change.
    if (last && changes.length >= MAX_CHANGES) part.endBefore(last.at);
    const own = changes.filter(({ at, isQuiet }, index) => {
      const next = changes[index + 1];
      return !isQuiet && !(name === 'Level' && next && next.at - at < MERGE_MS);
    });
    const [room] = own.length > 0 ? this.#record.series({ device, model, name: ROOM }) : [];
    const rooms = room ? [...this.#changes(room, first, part.until)] : [];
    for (const { at, value } of own) {
      const then = rooms.findLast((each) => each.at <= at)?.value ?? null;
      part.add({ device, model, name, at, value, room: then });
    }
  }

  /** When somebody watched, in the order of time. */
  #known(): readonly Span[] {
    const { from, until } = this.#span;
    const known: Span[] = [];
    const [watched] = this.#record.series(WATCHED);
    const sql = 'SELECT at, value FROM value WHERE series = ? AND start = ? ORDER BY at';
    for (const start of this.#timeline.starts.filter((each) => each.from < until && each.until > from)) {
      let since: number | undefined;
      for (const { at, value } of this.#record.db.rows<StoredValue>(sql, watched?.id ?? 0, start.id)) {
        if (value === 0 && since !== undefined) known.push({ from: since, until: start.from + at });
        since = value === 0 ? undefined : (since ?? start.from + at);
      }
      if (since !== undefined) known.push({ from: since, until: start.until });
    }
    return known.filter((each) => each.from < until && each.until > from);
  }

  /** The values of a series, each for the time that it held. */
  *#held(series: Series): Generator<HeldValue> {
    const { from, until } = this.#span;
    let last: Change | undefined;
    for (const change of this.#changes(series, from, until)) {
      if (last) yield { value: last.value, from: Math.max(last.at, from), until: change.at };
      last = change;
    }
    if (last) yield { value: last.value, from: Math.max(last.at, from), until };
  }

  /** The values of a series in a span, the one that held before it first. A meter may have millions. */
  *#changes({ id }: Pick<Series, 'id'>, from: number, until: number): Generator<Change> {
    const [start, at, ...end] = this.#placesOf(from, until);
    const select = 'SELECT start, at, value, isQuiet FROM value WHERE series = ?';
    const before = `${select} AND (start, at) < (?, ?) ORDER BY start DESC, at DESC LIMIT 1`;
    const during = `${select} AND (start, at) >= (?, ?) AND (start, at) < (?, ?) ORDER BY start, at`;
    const { db } = this.#record;
    const changeOf = (row: StoredValue): Change => ({
      at: this.#timeline.timeOf(row),
      value: row.value,
      isQuiet: row.isQuiet !== null
    });
    const [held] = db.rows<StoredValue>(before, id, start, at);
    if (held) yield changeOf(held);
    for (const row of db.rows<StoredValue>(during, id, start, at, ...end)) yield changeOf(row);
  }

  /** The places of the begin and the end of a span. */
  #placesOf(from: number, until: number): [start: number, at: number, endStart: number, endAt: number] {
    return [...this.#timeline.placeOf(from), ...this.#timeline.placeOf(until)];
  }
}
