import type { CommandState } from '#shared/commands/command-entry';
import type { Clock } from '#shared/clock';
import type { Metric, OutcomeCounter, Sample } from '../http/metrics';
import type { ControllerStates } from './controller-states';
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What the metrics depend on. */
interface MetricSources {
  readonly version: string;
  readonly clock: Clock;
  readonly screens: { readonly all: readonly unknown[] };
  readonly live: {
    counts(): { readonly sockets: number; readonly watchers: number; readonly polls: number };
  };
  readonly commands: {
    counts(): { readonly commandsInFlight: number; readonly commandsWaiting: number };
  };
  /** Answered frames of pages. */
  readonly inbox: { readonly outcomes: OutcomeCounter<string> };
  /** Ended commands by their state. */
  readonly ended: { readonly endedCounts: ReadonlyMap<CommandState, number> };
  readonly controllers: Pick<ControllerStates, 'list' | 'reconnects'>;
  readonly signIns: OutcomeCounter<string>;
  readonly renewals: OutcomeCounter<string>;
  /** When the server certificate expires, in ms since the epoch. */
  readonly certificateExpiry: () => number;
  /** Number of files whose last write failed. */
  readonly unwrittenFiles: () => number;
  /** Number of damaged files in the data folder. */
  readonly damagedFiles: () => number;
}

/** The metrics of Mantel itself. They contain no name of a user, a device or a home: controllers are labelled by their random ids. */
export const metricsOf = (sources: MetricSources): readonly Metric[] => [
  {
    name: 'mantel_build_info',
    help: 'Version of Mantel and of Node; always 1.',
    read: () => [{ labels: { version: sources.version, node: process.versions.node }, value: 1 }]
  },
  {
    name: 'mantel_screens',
    help: 'Screens that are signed in.',
    read: () => sources.screens.all.length
  },
  { name: 'mantel_sockets', help: 'Live connections of screens.', read: () => sources.live.counts().sockets },
  { name: 'mantel_watchers', help: 'Homes that are watched.', read: () => sources.live.counts().watchers },
  { name: 'mantel_polls', help: 'Long polls at controllers.', read: () => sources.live.counts().polls },
  ...controllerMetrics(sources),
  ...commandMetrics(sources),
  {
    name: 'mantel_sign_ins_total',
    help: 'Sign-ins with a password.',
    type: 'counter',
    read: () => sources.signIns.samples()
  },
  {
    name: 'mantel_certificate_expiry_seconds',
    help: 'Time until the server certificate expires.',
    read: () => (sources.certificateExpiry() - sources.clock.now()) / 1_000
  },
  {
    name: 'mantel_unwritten_files',
    help: 'Stored files whose last write failed, as on a full disk. Their changes are in memory only.',
    read: sources.unwrittenFiles
  },
  {
    name: 'mantel_damaged_files',
    help: 'Damaged files that were set aside in the data folder. What they contained is lost.',
    read: sources.damagedFiles
  }
];

const controllerMetrics = ({ controllers, renewals, clock }: MetricSources): readonly Metric[] => [
  {
    name: 'mantel_controller_up',
    help: 'Whether a controller that is watched, or checked instead, is online.',
    read: () => controllers.list().map(({ id, state }) => sampleOf(id, state === 'online' ? 1 : 0))
  },
  {
    name: 'mantel_controller_last_answer_seconds',
    help: 'Time since the last answer of such a controller.',
    read: () =>
      controllers
        .list()
        .flatMap(({ id, lastHeard }) =>
          lastHeard === -Infinity ? [] : [sampleOf(id, (clock.monotonic() - lastHeard) / 1_000)]
        )
  },
  {
    name: 'mantel_controller_reconnects_total',
    help: 'How often a controller came back online.',
    type: 'counter',
    read: () => controllers.reconnects
  },
  {
    name: 'mantel_token_renewals_total',
    help: 'Renewals of tokens at controllers.',
    type: 'counter',
    read: () => renewals.samples()
  }
];

const commandMetrics = ({ commands, inbox, ended }: MetricSources): readonly Metric[] => [
  {
    name: 'mantel_commands_in_flight',
    help: 'Commands that controllers have yet to answer.',
    read: () => commands.counts().commandsInFlight
  },
  {
    name: 'mantel_commands_waiting',
    help: 'Commands that wait for their turn.',
    read: () => commands.counts().commandsWaiting
  },
  {
    name: 'mantel_command_frames_total',
    help: 'Answered frames with commands, by `taken` or the code of the refusal.',
    type: 'counter',
    read: () => inbox.outcomes.samples()
  },
  {
    name: 'mantel_commands_total',
    help: 'Commands that have ended.',
    type: 'counter',
    read: () => [...ended.endedCounts].map(([outcome, value]) => ({ labels: { outcome }, value }))
  }
];

const sampleOf = (controller: string, value: number): Sample => ({ labels: { controller }, value });

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
