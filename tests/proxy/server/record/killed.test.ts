import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openRecord } from '../../../../proxy/server/record/record-database';
import { loadSqlite } from '../../../../proxy/server/record/sqlite';
import { randomOf } from '../../../../proxy/sources/virtual/random';
import { temporaryFolder } from '../../../support/temporary-folder';

const KILLS = 50;
const script = fileURLToPath(new URL('recording-process.mjs', import.meta.url));
const thread = fileURLToPath(new URL('../../../../dist/record-thread.mjs', import.meta.url));

it('a record that is killed while it is written opens each time, with all that was written', async () => {
  const openSqlite = await loadSqlite();
  if (!openSqlite) throw new Error('There is no SQLite.');
  const random = randomOf(3, 'kills');
  const path = join(await temporaryFolder(), 'house.db');
  let written = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const child = spawn(process.execPath, [script, thread, path, String(written)], {
      stdio: ['ignore', 'pipe', 'inherit']
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child.stdout, 'data');
    await setTimeout(random.between(0, 40));
    child.kill('SIGKILL');
    await once(child, 'close');
    const acknowledged = Number(output.trim().split('\n').at(-1));
    const { record, series, setAside } = openRecord(openSqlite, path, { boot: 'b', uptime: 0, clock: 0 }, 0);
    const last = series[0]?.value ?? 0;
    record.db.close();
    expect({ setAside, last }).toEqual({ setAside: undefined, last: expect.any(Number) });
    // A write may be done that could not be told any more.
    expect([acknowledged, acknowledged + 1]).toContain(last);
    written = Number(last);
  }
  expect(written).toBeGreaterThan(KILLS);
}, 60_000);

it('a record on a full disk says that it is full, and can be closed', async () => {
  const openSqlite = await loadSqlite();
  const path = join(await temporaryFolder(), 'house.db');
  /** A disk that is full: SQLite has rolled back by itself then, and puts nothing in place. */
  const openSmall = (file: string) => {
    const sqlite = openSqlite?.(file);
    if (!sqlite) throw new Error('There is no SQLite.');
    sqlite.exec('PRAGMA max_page_count = 12');
    return {
      prepare: <Row>(sql: string) => sqlite.prepare<Row>(sql),
      close: () => sqlite.close(),
      exec(sql: string) {
        if (sql.includes('wal_checkpoint')) throw new Error('database or disk is full');
        sqlite.exec(sql);
        if (sql === 'ROLLBACK') throw new Error('cannot rollback - no transaction is active');
      }
    };
  };
  const { record } = openRecord(openSmall, path, { boot: 'b', uptime: 0, clock: 0 }, 0);
  const values = JSON.stringify(Array.from({ length: 5_000 }, (_, at) => [1, at, at / 7, null]));
  const write = () => record.write({ clock: 0, at: 5_000, series: [], values, happenings: [] });
  expect(write).toThrow(/disk is full/);
  expect(write).toThrow(/disk is full/);
  expect(() => record.db.close()).not.toThrow();
});
