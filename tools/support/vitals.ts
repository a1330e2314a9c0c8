import { readdir, readFile } from 'node:fs/promises';

/** Resource use of a process. */
export interface Vitals {
  /** Resident memory, in MB (10^6 bytes). */
  readonly memory: number;
  /** Open descriptors: files, sockets and others. */
  readonly descriptors: number;
  /** CPU time since its start, in ms. */
  readonly cpu: number;
  /** Time that its main thread was runnable but waited for a CPU, in ms. */
  readonly queued: number;
}

const KB = 1024;
/** Length of a clock tick, in ms: Linux counts a hundred per second. */
const TICK_MS = 10;

/** Finds the process that was started with this argument (Linux only). Rejects if there is none. */
export async function findProcess(argument: string): Promise<number> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const commandLine = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (commandLine.split('\0').includes(argument)) return Number(name);
  }
  throw new Error(`No process was started with ${argument}.`);
}

/** Reads the vitals of a process (Linux only). Rejects if it is gone. */
export async function readVitals(pid: number): Promise<Vitals> {
  const [status, stat, schedule, descriptors] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/schedstat`, 'utf8'),
    readdir(`/proc/${pid}/fd`)
  ]);
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  // The name can hold spaces and ends with the last bracket. User and system time are the 12th and 13th
  // fields after it.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return {
    memory: (kilobytes * KB) / 1e6,
    descriptors: descriptors.length,
    cpu: ((user ?? 0) + (system ?? 0)) * TICK_MS,
    queued: Number(schedule.split(' ')[1]) / 1e6
  };
}
