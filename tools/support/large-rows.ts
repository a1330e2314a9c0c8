import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { RecordClient } from '../../proxy/server/record/record-client';

/** The built thread of the record. */
const THREAD = new URL('../../dist/record-thread.mjs', import.meta.url);

const SECOND_MS = 1_000;
/** Rows of one write. */
const AT_ONCE = 100;
/** The commands of a row of 52 kB. */
const COMMANDS = 600;

const COMMAND = { method: 'startLevelChange', params: { direction: 'up' }, state: 'confirmed' };

/** Which rows are written. */
interface LargeRows {
  /** When the first one is, in ms since the epoch. */
  readonly begin: number;
  readonly count: number;
  /** The device that all of them command, and its room. */
  readonly device: number;
  readonly room: number;
}

/**
 * Writes a record with rows of commands of 52 kB each, as there were before rows were limited: one a second.
 * @param path of a record that is not open
 */
export async function writeLargeRows(path: string, { begin, count, device, room }: LargeRows): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const client = new RecordClient(() => new Worker(THREAD));
  await client.call('open', path, { boot: 'before', uptime: 0, clock: begin }, begin);
  const commands = Array.from({ length: COMMANDS }, () => ({ device, ...COMMAND }));
  for (let written = 0; written < count; written += AT_ONCE) {
    const happenings = Array.from({ length: Math.min(AT_ONCE, count - written) }, (_, index) => {
      const at = (written + index) * SECOND_MS;
      const id = `large-${written + index}`;
      const happening = { kind: 'commanded', at: begin + at, id, by: null, commands };
      return { key: `commands ${id}`, at, text: JSON.stringify({ happening, rooms: [[device, room]] }) };
    });
    const at = (written + happenings.length) * SECOND_MS;
    await client.call('write', path, { clock: begin, at, series: [], values: '[]', happenings });
  }
  await client.call('close', path);
  await client.stop();
}
