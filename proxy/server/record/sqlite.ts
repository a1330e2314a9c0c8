import { createRequire, isBuiltin } from 'node:module';

/** A value of a row as SQLite keeps it. */
type SqlValue = string | number | null;

/** A prepared statement, as far as it is used here. `Row`: what it selects, by the names of the columns. */
interface Statement<Row> {
  run(...values: readonly SqlValue[]): unknown;
  iterate(...values: readonly SqlValue[]): IterableIterator<Row>;
}

/** An open database of SQLite, as far as it is used here. */
interface Sqlite {
  exec(sql: string): void;
  prepare<Row>(sql: string): Statement<Row>;
  close(): void;
}

/** Opens the database of a file, which is created if it is not there. Throws SQLite's error. */
export type OpenSqlite = (path: string) => Sqlite;

/** The modules with SQLite: Node's own from 22.13 on, and an optional dependency of the checkout with the same interface. */
const MODULES = ['node:sqlite', '@photostructure/sqlite'] as const;

/** What opens databases on this machine; undefined if there is no SQLite. */
export async function loadSqlite(): Promise<OpenSqlite | undefined> {
  for (const name of MODULES) {
    const found: unknown = await import(/* @vite-ignore */ name).catch(() => undefined);
    if (isSqlite(found)) return (path) => new found.DatabaseSync(path);
  }
  return undefined;
}

const isSqlite = (found: unknown): found is { readonly DatabaseSync: new (path: string) => Sqlite } =>
  typeof found === 'object' && found !== null && 'DatabaseSync' in found;

/** Whether there is SQLite on this machine. It is not loaded. */
export function hasSqlite(): boolean {
  const [own, installed] = MODULES;
  try {
    return isBuiltin(own) || createRequire(import.meta.url).resolve(installed) !== '';
  } catch {
    return false;
  }
}

/** A database whose statements are prepared once. All calls throw SQLite's error. */
export class Database {
  readonly #db: Sqlite;
  readonly #statements = new Map<string, Statement<never>>();

  constructor(db: Sqlite) {
    this.#db = db;
  }

  exec(sql: string) {
    this.#db.exec(sql);
  }

  run(sql: string, ...values: readonly SqlValue[]) {
    this.#prepare(sql).run(...values);
  }

  /** The rows that a statement selects. It must not run again before all of them were read. */
  rows<Row>(sql: string, ...values: readonly SqlValue[]): IterableIterator<Row> {
    return this.#prepare<Row>(sql).iterate(...values);
  }

  /** Does some work as a whole, or not at all. */
  transaction(work: () => void) {
    this.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.exec('COMMIT');
    } catch (error) {
      try {
        this.exec('ROLLBACK');
      } catch {
        // On a full disk SQLite has done so itself.
      }
      throw error;
    }
  }

  /** Closes the file with all of it in place. (On Node 20 the statements keep it open until they are collected.) */
  close() {
    try {
      this.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // A full disk: the rest is put in place when the file is opened again.
    }
    this.#db.close();
  }

  #prepare<Row>(sql: string): Statement<Row> {
    const known = this.#statements.get(sql) ?? this.#db.prepare<never>(sql);
    this.#statements.set(sql, known);
    return known;
  }
}
