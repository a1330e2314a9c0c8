import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { BucketsQuery, HappenedQuery, RecordBatch } from './messages';
import { openRecord, type RecordDatabase } from './record-database';
import { RecordReader } from './record-reader';
import type { NewStart } from './record-times';
import { loadSqlite, type OpenSqlite } from './sqlite';

// The thread of the record: a slow disk, and a month that is read, hold up nothing else.

/** The calls of the thread, by name: what each takes beside the path of the record, and what it answers. */
export type RecordCalls = ReturnType<typeof callsOf>;

/** A call of the thread. */
interface CallMessage {
  readonly id: number;
  readonly call: keyof RecordCalls;
  readonly args: readonly never[];
}

/** The answer to a call: its value, or why it failed. */
export type AnswerMessage =
  | { readonly id: number; readonly value: never }
  | { readonly id: number; readonly failure: string };

function callsOf(openSqlite: OpenSqlite) {
  const records = new Map<string, RecordDatabase>();
  const recordAt = (path: string) => {
    const record = records.get(path);
    if (!record) throw new Error('This record is not open.');
    return record;
  };
  return {
    /** Opens a record, and returns its series. `setAside`: the name of a damaged one; `now`: ms since the epoch, for that name. */
    open(path: string, start: NewStart, now: number) {
      const { record, series, setAside } = openRecord(openSqlite, path, start, now);
      records.set(path, record);
      return { series, setAside: setAside && basename(setAside) };
    },
    write: (path: string, batch: RecordBatch) => recordAt(path).write(batch),
    buckets: (path: string, query: BucketsQuery) => new RecordReader(recordAt(path), query).buckets(query),
    happened: (path: string, query: HappenedQuery) => new RecordReader(recordAt(path), query).happened(query),
    close(path: string) {
      records.get(path)?.db.close();
      records.delete(path);
    }
  };
}

// Node 22 warns of its own SQLite on stderr.
process.removeAllListeners('warning');
const openSqlite = await loadSqlite();
if (!openSqlite) throw new Error('There is no SQLite.');
const calls: Record<keyof RecordCalls, (...args: never[]) => unknown> = callsOf(openSqlite);
parentPort?.on('message', ({ id, call, args }: CallMessage) => {
  try {
    parentPort?.postMessage({ id, value: calls[call](...args) });
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
