import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metric } from '../http/metrics';

/** Interval at which the delay of the event loop is measured, in ms. A shorter one costs an idle box more. */
const RESOLUTION_MS = 100;

/** File descriptors of this process (proc(5)). */
const DESCRIPTORS = '/proc/self/fd';

/** The metrics of the process, with the names of Prometheus’ client libraries. Returns them and a function that stops the measurement. */
export function processMetrics(): { readonly metrics: readonly Metric[]; readonly stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const startedAt = Date.now() / 1_000 - process.uptime();
  const lag = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1e3);
  return {
    metrics: [
      {
        name: 'process_resident_memory_bytes',
        help: 'Resident memory.',
        read: () => process.memoryUsage.rss()
      },
      {
        name: 'process_cpu_seconds_total',
        help: 'CPU time in user and system mode.',
        type: 'counter',
        read: () => {
          const { user, system } = process.cpuUsage();
          return (user + system) / 1e6;
        }
      },
      {
        name: 'process_start_time_seconds',
        help: 'When the program started, since the epoch.',
        read: () => startedAt
      },
      { name: 'process_open_fds', help: 'Open file descriptors.', read: countDescriptors },
      {
        name: 'nodejs_eventloop_lag_seconds',
        help: 'Highest delay of the event loop since the last scrape.',
        read: () => {
          const highest = lag(delay.max);
          delay.reset();
          return highest;
        }
      }
    ],
    stop: () => void delay.disable()
  };
}

function countDescriptors() {
  try {
    return readdirSync(DESCRIPTORS).length;
  } catch {
    return [];
  }
}
