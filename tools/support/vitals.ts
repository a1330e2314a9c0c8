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
  // User and system time.
  const [user, system] = fieldsOf(stat).slice(11, 13).map(Number);
  return {
    memory: (kilobytes * KB) / 1e6,
    descriptors: descriptors.length,
    cpu: ((user ?? 0) + (system ?? 0)) * TICK_MS,
    queued: Number(schedule.split(' ')[1]) / 1e6
  };
}

/** The fields of `/proc/<pid>/stat` after the name, which can hold spaces and ends with the last bracket. */
const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** Processor time in ms: of the whole machine with what its host took away, and of this process and all that it has started. */
async function processorTimes(): Promise<{ readonly machine: number; readonly own: number }> {
  const [total = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = total
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const parents = new Map<number, number>();
  const used = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) && (await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''));
    if (stat === false || stat === '') continue;
    const [, parent, ...rest] = fieldsOf(stat).map(Number);
    parents.set(Number(name), parent ?? 0);
    // Its own user and system time, and that of its ended children.
    used.set(
      Number(name),
      rest.slice(9, 13).reduce((sum, ticks) => sum + ticks, 0)
    );
  }
  const isOwn = (pid: number): boolean => pid === process.pid || (pid > 1 && isOwn(parents.get(pid) ?? 0));
  const own = [...used].filter(([pid]) => isOwn(pid)).reduce((sum, [, ticks]) => sum + ticks, 0);
  return {
    machine: (user + nice + system + irq + softirq + steal) * TICK_MS,
    own: own * TICK_MS
  };
}

/** Begins to measure what others use of this machine (Linux only). The returned function tells how much of a core they used meanwhile. */
export async function loadOfOthers(): Promise<() => Promise<number>> {
  const before = await processorTimes();
  const begun = performance.now();
  return async () => {
    const after = await processorTimes();
    const others = after.machine - before.machine - (after.own - before.own);
    return Math.max(0, others / (performance.now() - begun));
  };
}
