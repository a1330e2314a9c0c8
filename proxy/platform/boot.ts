import { existsSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { randomUUID } from 'node:crypto';

/** The time since this machine started. */
export interface Boot {
  /** Another one after each start of the machine. */
  readonly id: string;
  /** Milliseconds since then, with the time in which the machine slept. No clock setting changes it. */
  now(): number;
}

const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';
const UPTIME_FILE = '/proc/uptime';

/**
 * The boot of this machine. Linux counts sleep in `/proc/uptime` (CLOCK_BOOTTIME), unlike in the clock of timers. Elsewhere each start of the
 * program counts as a boot.
 */
export function systemBoot(): Boot {
  const id = readText(BOOT_ID_FILE);
  return {
    id: id === '' ? randomUUID() : id,
    now() {
      const seconds = Number(readText(UPTIME_FILE).split(' ')[0]);
      return Math.floor((seconds > 0 ? seconds : uptime()) * 1000);
    }
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Folder of systemd-timesyncd, and the file that it makes in each boot once the clock is right. */
const TIMESYNC_FOLDER = '/run/systemd/timesync';
const SYNCHRONISED_FILE = `${TIMESYNC_FOLDER}/synchronized`;

/**
 * Whether the wall clock can be trusted after a start of the machine. Node cannot ask the kernel (`adjtimex`). So systemd-timesyncd is
 * asked if it runs here. Without it, for example in a container, the time must not be before the build of the program, nor before a moment
 * that was noted earlier: a box without a battery starts in 1970, or where it was switched off.
 * @param now ms since the epoch
 * @param floor the latest moment that is known to be over, in ms since the epoch
 */
export function isTimeSynchronised(now: number, floor: number): boolean {
  if (now < floor) return false;
  return !existsSync(TIMESYNC_FOLDER) || existsSync(SYNCHRONISED_FILE);
}
