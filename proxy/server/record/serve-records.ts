import { basename } from 'node:path';
import type { BucketsQuery, HappenedQuery, RecordBatch } from './messages';
import { openRecord, type RecordDatabase } from './record-database';
import { RecordReader } from './record-reader';
import type { NewStart } from './record-times';
import type { OpenSqlite } from './sqlite';

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

/** One end of what connects the server and the thread of the record. */
export interface RecordPort<Received> {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Received) => void): unknown;
}

/** Carries out the calls of the server, in their order. A call that fails answers why. */
export function serveRecords(port: RecordPort<CallMessage>, openSqlite: OpenSqlite): void {
  const calls: Record<keyof RecordCalls, (...args: never[]) => unknown> = callsOf(openSqlite);
  port.on('message', ({ id, call, args }) => {
    try {
      port.postMessage({ id, value: calls[call](...args) });
    } catch (error) {
      port.postMessage({ id, failure: String(error) });
    }
  });
}

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
