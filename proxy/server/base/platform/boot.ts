import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

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
