import { parentPort } from 'node:worker_threads';
import { serveRecords } from './serve-records';
import { loadSqlite } from './sqlite';

/** The thread of the record: a slow disk, and a month that is read, hold up nothing else. */
// Node 22 warns of its own SQLite on stderr.
process.removeAllListeners('warning');
const openSqlite = await loadSqlite();
if (!parentPort || !openSqlite) throw new Error('There is no SQLite.');
serveRecords(parentPort, openSqlite);
