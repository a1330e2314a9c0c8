import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { SealedStore } from '../../../../../proxy/server/base/store/sealed-store';
import { FakeClock } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';

/**
 * Runs in its own process and mount namespace: stores names on a disk of 256 kB that fills up, gets space
 * again, and then becomes read-only. Prints the results as JSON.
 */
const disk = process.argv[2] ?? '';
const folder = join(disk, 'data');
const ballast = join(disk, 'ballast');
const clock = new FakeClock();

async function open(path = folder) {
  const log = new LogCapture();
  const opened = await SealedStore.open(path, { clock, log });
  if (!opened.ok) return { log, refusal: opened.error.message };
  return { log, store: opened.value, names: opened.value.file('names', v.array(v.string()), []) };
}

async function fill() {
  await writeFile(ballast, Buffer.alloc(1024 * 1024)).catch(() => undefined);
}

/**
 * The source is named too: from the folder alone, mount takes the options of the first mount, which name a
 * user number that does not exist in this namespace.
 */
function remount(mode: 'ro' | 'rw') {
  execFileSync('mount', ['-o', `remount,${mode}`, 'tmpfs', disk]);
}

const isOnDisk = async () => readFile(join(folder, 'names')).then(({ length }) => length > 5_000);
const LONG = ['x'.repeat(10_000)];

const crowded = `${disk}-without-inodes`;
await mkdir(crowded);
execFileSync('mount', ['-t', 'tmpfs', '-o', 'nr_inodes=2,mode=0700', 'tmpfs', crowded]);
const noInodes = await open(crowded);

await mkdir(disk, { recursive: true });
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
await fill();
const unmade = await open();
await rm(ballast);

const first = await open();
first.names?.write(['Ann']);
await first.store?.flush();
await fill();
first.names?.write(LONG);
await first.store?.flush();
const full = { log: first.log.entries, read: await first.names?.read(), isOnDisk: await isOnDisk() };

await first.store?.close();
const again = await open();
const reopened = { refusal: again.refusal, read: await again.names?.read(), log: again.log.entries };
again.names?.write(LONG);
await again.store?.flush();
await rm(ballast);
await clock.advance(60_000);
await again.store?.flush();
const roomy = { isOnDisk: await isOnDisk() };

remount('ro');
const before = again.log.entries.length;
again.names?.write(['Bob']);
await again.store?.flush();
const readOnly = { log: again.log.entries.slice(before), read: await again.names?.read() };
remount('rw');
await again.store?.close();
remount('ro');
const { refusal } = await open();

process.stdout.write(
  JSON.stringify({
    noInodes: { refusal: noInodes.refusal, log: noInodes.log.entries },
    unmade: unmade.refusal,
    full,
    reopened,
    roomy,
    readOnly,
    refusal
  })
);
