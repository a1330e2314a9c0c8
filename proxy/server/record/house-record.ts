import type { RecordedValue } from '#shared/buckets';
import type { Clock } from '#shared/clock';
import type { Device, Params } from '#shared/home';
import { modelOf } from '#shared/model';
import type { Boot } from '../base/platform/boot';
import type { HappeningSink } from '../chronicle/happening-feed';
import type { RecordedHappening } from '../chronicle/happening-memory';
import {
  WATCHED,
  type BucketsQuery,
  type HappenedQuery,
  type HappenedRows,
  type HappeningRow,
  type LastValue,
  type Series,
  type SeriesName,
  type ValueRow
} from './messages';
import type { RecordClient } from './record-client';
import { isBrief, recordedValues } from './recorded-values';
import { rowText } from './row-text';

/** What has changed is written after this time, in ms, or when so many bytes wait. Commands are written at once. */
const WRITE_DELAY_MS = 60_000;
const MAX_WAITING_BYTES = 256 * 1024;
/** So many bytes do not wait for a slow disk: then the record ends. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;
/** About the size of a row that waits, beside its texts, in bytes. */
const ROW_BYTES = 30;
/** Maximum number of series. A controller could invent names without end. */
const MAX_SERIES = 30_000;
/** The time of the machine is read this often, in ms. */
const UPTIME_MS = 1_000;

/** What a record is made with. */
interface HouseRecordDeps {
  readonly clock: Clock;
  readonly boot: Boot;
  readonly client: RecordClient;
  /** Path of its file. */
  readonly path: string;
  /** Whether a screen is a wall. */
  readonly isWall: (screen: string) => boolean;
  /** It has failed, and writes no more. */
  readonly onFailed: (why: unknown) => void;
}

type DeviceName = Pick<SeriesName, 'device' | 'model'>;

/** The record of one controller while it is kept: what waits to be written, and what was written last. */
export class HouseRecord implements HappeningSink {
  readonly #deps: HouseRecordDeps;
  /** The begin of this start, in ms of the boot. */
  readonly #begin: number;
  /** The series by the names of their values, for each device while it was the same one. */
  readonly #series = new Map<string, Map<string, { readonly id: number; value: RecordedValue }>>();
  /** What the devices are now: see `modelOf`. */
  readonly #models = new Map<number, string>();
  #count = 0;
  #newSeries: Series[] = [];
  #values: ValueRow[] = [];
  #happenings = new Map<string, HappeningRow>();
  #bytes = 0;
  #cancelWrite: (() => void) | undefined;
  #writing: Promise<void> | undefined;
  #uptime = { readAt: -Infinity, ms: 0 };
  #isOver = false;

  private constructor(deps: HouseRecordDeps, begin: number, series: readonly LastValue[]) {
    this.#deps = deps;
    this.#begin = begin;
    this.#count = series.length;
    for (const { id, name, value, ...of } of series) this.#seriesOf(of).set(name, { id, value });
    // Whoever watched before does so no more.
    const watched = this.#seriesOf(WATCHED).get(WATCHED.name);
    if (watched) watched.value = 0;
  }

  /** Opens the file, or rejects with why not. `setAside`: the name of one that was damaged. */
  static async open(deps: HouseRecordDeps) {
    const { boot, clock, client, path } = deps;
    const begin = boot.now();
    const now = Math.round(clock.now());
    const start = { boot: boot.id, uptime: begin, clock: now };
    const { series, setAside } = await client.call('open', path, start, now);
    return { record: new HouseRecord(deps, begin, series), setAside };
  }

  /** Whether it has too much to do to be read. */
  get isBusy(): boolean {
    return this.#deps.client.isBusy;
  }

  /** Notes that somebody watches the home, or that nobody does any more. */
  noteWatched(isWatched: boolean) {
    this.#noteValue(WATCHED, WATCHED.name, isWatched ? 1 : 0, 1);
  }

  /** Notes the values of a device as they were found. */
  noteDevice(device: Device) {
    if (this.#models.size < MAX_SERIES) this.#models.set(device.id, modelOf(device));
    this.#noteValues(device, recordedValues(device));
  }

  /** Notes the values of a device that has changed; see `HappeningSink`. */
  noteChange(device: Device, significant: Params, effects: readonly string[]) {
    this.#noteValues(device, recordedValues(device, significant), effects);
  }

  /** Notes commands or a timer, or what became of them, and seen alarms. */
  noteHappening({ happening, rooms, sender }: RecordedHappening, key: string) {
    if (happening.kind === 'changed' || happening.kind === 'gap') return;
    const { clock, isWall } = this.#deps;
    const way = sender === undefined ? undefined : isWall(sender) ? 'wall' : 'phone';
    const now = this.#now();
    // A clock that was set meanwhile moves nothing out of this start.
    const at = Math.round(now - (clock.now() - happening.at));
    const row = {
      key,
      at: Math.min(Math.max(0, at), now),
      text: rowText({ happening: { ...happening, way }, rooms: [...rooms], sender })
    };
    this.#happenings.set(key, row);
    this.#add(ROW_BYTES + row.text.length);
    void this.write();
  }

  /** Writes what waits. Resolves when all of it is on the disk, or has failed. */
  write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Reads buckets as JSON, with all that was noted until now: see `RecordReader`. */
  async buckets(query: BucketsQuery): Promise<string> {
    await this.write();
    return this.#deps.client.call('buckets', this.#deps.path, query);
  }

  /** Reads what happened, with all that was noted until now: see `RecordReader`. */
  async happened(query: HappenedQuery): Promise<HappenedRows> {
    await this.write();
    return this.#deps.client.call('happened', this.#deps.path, query);
  }

  /** Writes what waits, and closes the file. */
  async close() {
    this.noteWatched(false);
    await this.write();
    this.#isOver = true;
    this.#cancelWrite?.();
    await this.#deps.client.call('close', this.#deps.path);
  }

  async #writeAll() {
    while (this.#bytes > 0 && !this.#isOver) {
      const { client, clock, path } = this.#deps;
      const series = this.#newSeries;
      const happenings = [...this.#happenings.values()];
      const values = JSON.stringify(this.#values);
      this.#newSeries = [];
      this.#values = [];
      this.#happenings = new Map();
      this.#bytes = 0;
      this.#cancelWrite?.();
      this.#cancelWrite = undefined;
      const at = this.#now();
      const begin = Math.round(clock.now() - at);
      const batch = { clock: begin, at, series, values, happenings };
      await client.call('write', path, batch).catch((error: unknown) => this.#fail(error));
    }
  }

  #noteValues(device: Device, values: ReadonlyMap<string, RecordedValue>, effects?: readonly string[]) {
    const of = { device: device.id, model: this.#models.get(device.id) ?? modelOf(device) };
    for (const [name, value] of values) {
      const isQuiet = !effects || (effects.length > 0 && effects.includes(name.split('.', 1).join()));
      this.#noteValue(of, name, value, isQuiet ? 1 : null, isBrief(device, name));
    }
    const known = this.#seriesOf(of);
    if (known.size > values.size)
      for (const name of known.keys()) if (!values.has(name)) this.#noteValue(of, name, null, 1);
  }

  #noteValue(of: DeviceName, name: string, value: RecordedValue, isQuiet: 1 | null, isBrief = false) {
    const known = this.#seriesOf(of);
    const series = known.get(name) ?? { id: this.#count + 1, value: null };
    if (series.value === value || series.id > MAX_SERIES) return;
    if (series.id > this.#count) {
      this.#count = series.id;
      this.#newSeries.push({ ...of, id: series.id, name, isBrief: Number(isBrief) });
      known.set(name, series);
    }
    series.value = value;
    this.#values.push([series.id, this.#now(), value, isQuiet]);
    this.#add(ROW_BYTES + String(value).length);
  }

  #seriesOf(of: DeviceName) {
    const key = `${of.device} ${of.model}`;
    const known = this.#series.get(key) ?? new Map<string, { readonly id: number; value: RecordedValue }>();
    // One without series is not kept: there may be more devices than series.
    if (known.size === 0 && this.#count < MAX_SERIES) this.#series.set(key, known);
    return known;
  }

  #add(bytes: number) {
    if (this.#isOver) return;
    this.#bytes += bytes;
    this.#cancelWrite ??= this.#deps.clock.after(WRITE_DELAY_MS, () => void this.write());
    if (this.#bytes > MAX_BEHIND_BYTES) this.#fail(new Error('The disk is slower than the changes.'));
    else if (this.#bytes > MAX_WAITING_BYTES) void this.write();
  }

  #fail(why: unknown) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelWrite?.();
    this.#deps.client.call('close', this.#deps.path).catch(() => undefined);
    this.#deps.onFailed(why);
  }

  /** The time of this start, in ms. */
  #now(): number {
    const { boot, clock } = this.#deps;
    const passed = clock.monotonic() - this.#uptime.readAt;
    if (passed < UPTIME_MS) return Math.floor(this.#uptime.ms + passed);
    const ms = Math.max(boot.now() - this.#begin, this.#uptime.ms);
    this.#uptime = { readAt: clock.monotonic(), ms };
    return ms;
  }
}
