import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
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
    expect([setAside, last]).toEqual([undefined, expect.any(Number)]);
    // A write may be done that could not be told any more.
    expect([acknowledged, acknowledged + 1]).toContain(last);
    written = Number(last);
  }
  expect(written).toBeGreaterThan(KILLS);
}, 60_000);
