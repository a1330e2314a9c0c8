import { bucketsOf, within, type HeldValue, type RecordedValue, type Span } from '#shared/buckets';
import { HappenedPart } from './happened-part';
import {
  WATCHED,
  type BucketsQuery,
  type ChangedRow,
  type HappenedQuery,
  type HappenedRows,
  type HappeningRow,
  type Series
} from './messages';
import type { RecordDatabase, StoredValue } from './record-database';
import type { Place, Timeline } from './record-times';
import { ROOM } from './recorded-values';
import { devicesIn, limitedText } from './row-text';

/** A level that follows within this time is the same change: a lamp that is dimmed reports many, in ms. */
const MERGE_MS = 10_000;
/** Maximum number of changes that are told of a span: of one series, and of all. */
const MAX_CHANGES = 1_000;
const MAX_ALL_CHANGES = 20_000;
/** Maximum size of the rows of commands that are looked at for one part, in bytes, also of those that its reader does not see. */
const MAX_READ_BYTES = 32 * 1024 * 1024;
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

/** Who reads what happened: see `HappenedQuery`. */
interface Reader {
  readonly devices: ReadonlySet<number>;
  readonly rooms: readonly number[] | null;
}

/** Whether a reader may know what a device did while it was in a room. */
const maySee = ({ devices, rooms }: Reader, device: number, room: RecordedValue): boolean =>
  devices.has(device) && (rooms === null || (typeof room === 'number' && rooms.includes(room)));

/** A device while it is the same one, as a key. */
const deviceOf = ({ device, model }: Pick<Series, 'device' | 'model'>): string => `${device} ${model}`;

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

  /** What happened from a moment of the span on, as far as its reader may know it: as much as fits into a part. */
  happened({ devices, rooms, first }: HappenedQuery): HappenedRows {
    const part = new HappenedPart<HappenedRow>(first, this.#span.until);
    const reader = { devices: new Set(devices), rooms };
    this.#addCommanded(part, first, reader);
    for (const row of this.#changed(reader)) if (row.at >= first) part.add(row);
    const { rows } = part;
    return {
      since: this.#since,
      until: part.until,
      commanded: rows.filter((row) => 'text' in row),
      changed: rows.filter((row) => 'model' in row),
      known: this.#known()
    };
  }

  /** Adds commands, timers and seen alarms from a moment on, until the part is full. */
  #addCommanded(part: HappenedPart<HappenedRow>, first: number, reader: Reader) {
    const sql = `SELECT start, at, key, text FROM happening WHERE (start, at) >= (?, ?) AND (start, at) < (?, ?)
      ORDER BY start, at`;
    const places = this.#placesOf(first, this.#span.until);
    let bytes = 0;
    for (const { key, text: stored, ...place } of this.#record.db.rows<HappeningRow & Place>(
      sql,
      ...places
    )) {
      const at = this.#timeline.timeOf(place);
      bytes += stored.length;
      if (bytes > MAX_READ_BYTES) part.endBefore(at);
      // They come in the order of time.
      if (at >= part.until) return;
      const text = limitedText(stored);
      const devices = devicesIn(text);
      // A drill is of no device.
      if (devices.length === 0 || devices.some(([device, room]) => maySee(reader, device, room)))
        part.add({ key, at, text });
    }
  }

  /** The changes of each device by itself in the span, with its room then. */
  *#changed(reader: Reader): Generator<ChangedRow> {
    const all = this.#record.series({});
    const rooms = new Map(all.flatMap((each) => (each.name === ROOM ? [[deviceOf(each), each]] : [])));
    let count = 0;
    for (const series of all) {
      if (count >= MAX_ALL_CHANGES) return;
      const { device, model, name } = series;
      if (!reader.devices.has(device) || !HAPPENING_NAMES.test(name)) continue;
      const changes = this.#ownChanges(series);
      const room = changes.length > 0 ? rooms.get(deviceOf(series)) : undefined;
      const stays = room ? [...this.#changes(room)] : [];
      for (const { at, value } of changes) {
        const then = stays.findLast((each) => each.at <= at)?.value ?? null;
        if (!maySee(reader, device, then)) continue;
        count += 1;
        yield { device, model, name, at, value, room: then };
      }
    }
  }

  /** The changes of a series in the span that are told: the last one of a ramp, and none that a command has caused. */
  #ownChanges(series: Series): readonly Change[] {
    const changes: Change[] = [];
    for (const change of this.#changes(series))
      if (change.at >= this.#span.from && changes.push(change) >= MAX_CHANGES) break;
    return changes.filter(({ at, isQuiet }, index) => {
      const next = changes[index + 1];
      return !isQuiet && !(series.name === 'Level' && next && next.at - at < MERGE_MS);
    });
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

  /** The values of a series in the span, the one that held before it first. A meter may have millions. */
  *#changes({ id }: Pick<Series, 'id'>): Generator<Change> {
    const [start, at, ...end] = this.#placesOf(this.#span.from, this.#span.until);
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
