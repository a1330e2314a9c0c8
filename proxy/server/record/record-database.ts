import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import type { RecordedValue } from '#shared/buckets';
import { RECORD_KEPT_MS } from '#shared/record';
import { setAsideName } from '../base/store/sealed-file';
import { WATCHED, type LastValue, type RecordBatch, type Series, type SeriesName } from './messages';
import { mayHaveJumped, Timeline, type NewStart, type StoredStart } from './record-times';
import { Database, type OpenSqlite } from './sqlite';

/** The number of the tables. A newer one is not read. */
const SCHEMA = 1;

const TABLES = `
  CREATE TABLE start (id INTEGER PRIMARY KEY, boot TEXT, uptime INTEGER, clock INTEGER, last INTEGER);
  CREATE TABLE series (id INTEGER PRIMARY KEY, device INTEGER, model TEXT, name TEXT, isBrief INTEGER);
  CREATE TABLE value (series INTEGER, start INTEGER, at INTEGER, value NUMERIC, isQuiet INTEGER,
    PRIMARY KEY (series, start, at)) WITHOUT ROWID;
  CREATE TABLE happening (start INTEGER, key TEXT, at INTEGER, text TEXT, PRIMARY KEY (start, key)) WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA}`;

/** Finds commands by their time. It is not part of the tables' number: without it they are found as well, but not as fast. */
const INDEX = 'CREATE INDEX IF NOT EXISTS happening_by_time ON happening (start, at)';

/** Each commit is on the disk when it ends. What is deleted is not left in the file. */
const SETTINGS = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON';

const DAY_MS = 86_400_000;
/** How long names of screens and motion are kept, in ms. */
const BRIEF_MS = 2 * DAY_MS;
/** Maximum size of a record in bytes. */
const MAX_BYTES = 200 * 1024 * 1024;
/** How often old rows are looked for, in ms. */
const PRUNE_INTERVAL_MS = 60 * 60_000;
/** A clock that differs by more than this from what it said before was set, in ms. */
const MAX_DRIFT_MS = 2_000;

/** Adds rows of the form `ValueRow`, in the order of the table. */
const ADD_VALUES = `INSERT OR REPLACE INTO value SELECT value->>0, ?1, value->>1, value->>2, value->>3
  FROM json_each(?2) ORDER BY 1, 3`;

/** A value as it is stored. `isQuiet`: 1 or null; see `ValueRow`. */
export interface StoredValue {
  readonly start: number;
  readonly at: number;
  readonly value: RecordedValue;
  readonly isQuiet: number | null;
}

/** The record of one controller in its file. All calls throw SQLite's error, after which it has to be closed. */
export class RecordDatabase {
  readonly db: Database;
  readonly #start: number;
  readonly #series: Series[] = [];
  /** Since when the clock was not set, and when old rows were looked for last, in ms of this start. */
  #steadySince = 0;
  #prunedAt = -Infinity;

  /** Opens the file and begins a start. */
  constructor(openSqlite: OpenSqlite, path: string, { boot, uptime, clock }: NewStart) {
    // SQLite gives the permissions of the file to those beside it.
    closeSync(openSync(path, 'a', 0o600));
    const sqlite = openSqlite(path);
    this.db = new Database(sqlite);
    try {
      this.db.exec(SETTINGS);
      const schema = this.#pragma('user_version');
      if (schema > SCHEMA) throw new NewerRecord();
      if (schema === 0) this.db.transaction(() => this.db.exec(TABLES));
      this.#addIndex();
      this.#series.push(...this.db.rows<Series>('SELECT * FROM series'));
      this.#start = (this.#starts().at(-1)?.id ?? 0) + 1;
      this.db.run('INSERT INTO start VALUES (?, ?, ?, ?, 0)', this.#start, boot, uptime, clock);
    } catch (error) {
      sqlite.close();
      throw error;
    }
  }

  /** All series with their last values. */
  last(): LastValue[] {
    const sql = 'SELECT value FROM value WHERE series = ? ORDER BY start DESC, at DESC LIMIT 1';
    return this.#series.map((each) => {
      const [row] = this.db.rows<StoredValue>(sql, each.id);
      return { ...each, value: row?.value ?? null };
    });
  }

  /** Writes rows as a whole, and deletes what is too old once an hour. */
  write({ clock, at, series, values, happenings }: RecordBatch) {
    this.db.transaction(() => {
      this.#setClock(clock, at);
      this.db.run('UPDATE start SET last = ? WHERE id = ?', at, this.#start);
      for (const { id, device, model, name, isBrief } of series)
        this.db.run('INSERT INTO series VALUES (?, ?, ?, ?, ?)', id, device, model, name, isBrief);
      this.db.run(ADD_VALUES, this.#start, values);
      for (const { key, at: then, text } of happenings)
        this.db.run('INSERT OR REPLACE INTO happening VALUES (?, ?, ?, ?)', this.#start, key, then, text);
    });
    this.#series.push(...series);
    if (at - this.#prunedAt < PRUNE_INTERVAL_MS) return;
    this.#prunedAt = at;
    this.db.transaction(() => this.#prune(clock + at, at));
  }

  /** The series of a device while it was the same one, of one device, or all. */
  series(of: Partial<SeriesName>): readonly Series[] {
    const isAsked = (each: Series) =>
      each.device === (of.device ?? each.device) &&
      each.model === (of.model ?? each.model) &&
      each.name === (of.name ?? each.name);
    return this.#series.filter(isAsked);
  }

  /** The starts on the axis of time. The present one has not ended: it lasts until `now`. */
  timeline(now: number): Timeline {
    const starts = this.#starts();
    return new Timeline(
      starts.map((each) =>
        each.id === this.#start ? { ...each, last: Math.max(each.last, now - each.clock) } : each
      )
    );
  }

  #addIndex() {
    try {
      this.db.exec(INDEX);
    } catch {
      // A full disk has no room for it.
    }
  }

  #starts = () => [...this.db.rows<StoredStart>('SELECT * FROM start ORDER BY id')];

  /** Corrects the begin of the starts of this boot, if the clock was set. */
  #setClock(clock: number, at: number) {
    const now = this.#starts().at(-1);
    if (!now || Math.abs(clock - now.clock) <= MAX_DRIFT_MS) return;
    this.#steadySince = at;
    this.db.run('UPDATE start SET clock = ? + uptime WHERE boot = ?', clock - now.uptime, now.boot);
  }

  #prune(now: number, at: number) {
    if (!mayHaveJumped(this.#starts(), at - this.#steadySince)) {
      this.#cut(Math.floor((now - RECORD_KEPT_MS) / DAY_MS) * DAY_MS);
      this.#endBrief(now - BRIEF_MS);
    }
    const oldest = this.timeline(now).since ?? now;
    for (let day = oldest + DAY_MS; day < now && this.#bytes() > MAX_BYTES; day += DAY_MS) this.#cut(day);
  }

  /** Deletes what was before a moment. The value that a series had then begins there. */
  #cut(moment: number) {
    const [start, at] = this.timeline(moment).placeOf(moment);
    for (const { id, device } of this.#series) {
      const before = 'FROM value WHERE series = ? AND (start, at) < (?, ?)';
      const last = `SELECT * ${before} ORDER BY start DESC, at DESC LIMIT 1`;
      const [held] = this.db.rows<StoredValue>(last, id, start, at);
      if (!held) continue;
      this.db.run(`DELETE ${before}`, id, start, at);
      // Who watched an earlier start says nothing of this one.
      if (device !== WATCHED.device || held.start === start)
        this.db.run('INSERT OR IGNORE INTO value VALUES (?, ?, ?, ?, 1)', id, start, at, held.value);
    }
    this.db.run('DELETE FROM happening WHERE (start, at) < (?, ?)', start, at);
    this.db.run('DELETE FROM start WHERE id < ?', start);
  }

  /** Deletes what is kept for two days only. */
  #endBrief(moment: number) {
    const place = this.timeline(moment).placeOf(moment);
    for (const { id, isBrief } of this.#series)
      if (isBrief === 1)
        this.db.run('DELETE FROM value WHERE series = ? AND (start, at) < (?, ?)', id, ...place);
    const nameless = "json_remove(json_set(text, '$.happening.by', NULL), '$.sender')";
    const named = "(start, at) < (?, ?) AND text ->> '$.sender' NOT NULL";
    this.db.run(`UPDATE happening SET text = ${nameless} WHERE ${named}`, ...place);
  }

  #bytes = () => (this.#pragma('page_count') - this.#pragma('freelist_count')) * this.#pragma('page_size');

  #pragma(name: string): number {
    const [row = {}] = this.db.rows<Record<string, unknown>>(`PRAGMA ${name}`);
    return Number(Object.values(row)[0]);
  }
}

/**
 * Opens the record at a path, and reads its series. One that cannot be read is set aside, and a new one begins.
 * @param now ms since the epoch, for the name of the one that is set aside
 */
export function openRecord(openSqlite: OpenSqlite, path: string, start: NewStart, now: number) {
  const open = () => {
    const record = new RecordDatabase(openSqlite, path, start);
    return { record, series: record.last() };
  };
  try {
    return { ...open(), setAside: undefined };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const setAside = setAsideName(path, now);
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${setAside}${end}`);
    return { ...open(), setAside };
  }
}

/** The record of a newer program. */
class NewerRecord extends Error {}

/** What SQLite says of a file that is damaged, or no database. */
const isDamage = (error: unknown): boolean =>
  error instanceof NewerRecord || /malformed|not a database/.test(String(error));
