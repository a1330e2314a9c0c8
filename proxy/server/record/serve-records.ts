import { basename } from 'node:path';
import type { AnswerMessage, CallMessage, RecordCall, RecordCalls } from './messages';
import { openRecord, type RecordDatabase } from './record-database';
import { RecordReader } from './record-reader';
import type { OpenSqlite } from './sqlite';

/** One end of what connects the server and the thread of the record. */
export interface RecordPort<Received> {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: Received) => void): unknown;
}

/** Carries out the calls of the server, in their order. A call that fails answers why. */
export function serveRecords(port: RecordPort<CallMessage>, openSqlite: OpenSqlite): void {
  const calls: Record<RecordCall, (...args: never[]) => unknown> = callsOf(openSqlite);
  port.on('message', ({ id, call, args }) => port.postMessage(answerOf(id, () => calls[call](...args))));
}

function answerOf(id: number, work: () => unknown) {
  try {
    return { id, value: work() };
  } catch (error) {
    return { id, failure: String(error) } satisfies AnswerMessage;
  }
}

function callsOf(openSqlite: OpenSqlite): RecordCalls {
  const records = new Map<string, RecordDatabase>();
  const recordAt = (path: string) => {
    const record = records.get(path);
    if (!record) throw new Error('This record is not open.');
    return record;
  };
  return {
    open(path, start, now) {
      const { record, series, ...more } = openRecord(openSqlite, path, start, now);
      records.set(path, record);
      return { series, ...('setAside' in more && { setAside: basename(more.setAside) }) };
    },
    write: (path, batch) => recordAt(path).write(batch),
    buckets: (path, query) => new RecordReader(recordAt(path), query).buckets(query),
    happened: (path, query) => new RecordReader(recordAt(path), query).happened(query),
    close(path) {
      records.get(path)?.db.close();
      records.delete(path);
    }
  };
}
