import { bucketsOf, within, type HeldValue, type RecordedValue, type Span } from '#shared/buckets';
import { WATCHED } from './messages';
import type { BucketsQuery, HappeningRow, HappenedQuery, HappenedRows, Series } from './messages';
import type { RecordDatabase, StoredValue } from './record-database';
import type { Place, Timeline } from './record-times';
import { ROOM } from './recorded-values';

/** A level that follows within this time is the same change: a lamp that is dimmed reports many, in ms. */
const MERGE_MS = 10_000;
/** Maximum number of changes that are told of a span: of one series, and of all; and of commands and timers. */
const MAX_CHANGES = 1_000;
const MAX_ALL_CHANGES = 20_000;
const MAX_COMMANDED = 2_000;
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

  /** What happened, of one device only if one is given. */
  happened({ device }: HappenedQuery): HappenedRows {
    const sql = `SELECT * FROM happening WHERE (start, at) >= (?, ?) AND (start, at) < (?, ?) LIMIT ${MAX_COMMANDED}`;
    const rows = [...this.#record.db.rows<HappeningRow & Place>(sql, ...this.#places())];
    const commanded = rows.map((row) => ({ ...row, at: this.#timeline.timeOf(row) }));
    const changed: HappenedRows['changed'][number][] = [];
    for (const series of this.#record.series(device === undefined ? {} : { device }))
      if (HAPPENING_NAMES.test(series.name) && changed.length < MAX_ALL_CHANGES)
        changed.push(...this.#changed(series));
    return { since: this.#since, commanded, changed, known: this.#known() };
  }

  /** The changes of a series by itself, each with the room of its device then. */
  #changed({ device, model, name, ...series }: Series): HappenedRows['changed'] {
    const changes: Change[] = [];
    for (const change of this.#changes(series))
      if (change.at >= this.#span.from && changes.push(change) >= MAX_CHANGES) break;
    const own = changes.filter(({ at, isQuiet }, index) => {
      const next = changes[index + 1];
      return !isQuiet && !(name === 'Level' && next && next.at - at < MERGE_MS);
    });
    const [room] = own.length > 0 ? this.#record.series({ device, model, name: ROOM }) : [];
    const rooms = room ? [...this.#changes(room)] : [];
    return own.map(({ at, value }) => ({
      ...{ device, model, name, at, value },
      room: rooms.findLast((each) => each.at <= at)?.value ?? null
    }));
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
    for (const change of this.#changes(series)) {
      if (last) yield { value: last.value, from: Math.max(last.at, from), until: change.at };
      last = change;
    }
    if (last) yield { value: last.value, from: Math.max(last.at, from), until };
  }

  /** The values of a series, the one that held before the span first. A meter may have millions. */
  *#changes({ id }: Pick<Series, 'id'>): Generator<Change> {
    const [start, at, ...end] = this.#places();
    const select = 'SELECT start, at, value, isQuiet FROM value WHERE series = ?';
    const before = `${select} AND (start, at) < (?, ?) ORDER BY start DESC, at DESC LIMIT 1`;
    const during = `${select} AND (start, at) >= (?, ?) AND (start, at) < (?, ?) ORDER BY start, at`;
    const { db } = this.#record;
    const changeOf = (row: StoredValue): Change => ({
      ...{ at: this.#timeline.timeOf(row), value: row.value, isQuiet: row.isQuiet !== null }
    });
    const [held] = db.rows<StoredValue>(before, id, start, at);
    if (held) yield changeOf(held);
    for (const row of db.rows<StoredValue>(during, id, start, at, ...end)) yield changeOf(row);
  }

  /** The places of the begin and the end of the span. */
  #places(): [start: number, at: number, endStart: number, endAt: number] {
    const { from, until } = this.#span;
    return [...this.#timeline.placeOf(from), ...this.#timeline.placeOf(until)];
  }
}
