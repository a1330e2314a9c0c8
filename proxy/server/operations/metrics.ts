import { X509Certificate } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { SealedStore } from '../base/store/sealed-store';
import type { InboxHousehold } from '../commands/command-inbox';
import type { CommandExecutors } from '../commands/commands';
import type { Sockets } from '../home/live/sockets';
import type { ServerCertificate } from '../http/https-server';
import { counter, gauge, type Metric, type OutcomeCounter, type Sample } from '../http/metrics';
import type { StatusParts } from '../http/status-routes';
import type { ControllerStates } from './controller-states';

/** The household with everything that an owner observes. */
export interface MeasuredHousehold extends InboxHousehold, StatusParts {
  readonly commands: CommandExecutors;
  readonly serverCertificate: Pick<ServerCertificate, 'current'>;
  readonly sockets: Sockets;
  readonly states: ControllerStates;
  readonly store: SealedStore;
  /** Folder of the built app. */
  readonly webFolder: string;
}

/**
 * The metrics of Mantel itself. They contain no name of an account, a device or a home: controllers are labelled by their random ids.
 * @param signIns counts sign-ins
 * @param renewals counts renewals of tokens
 */
export function metricsOf(
  house: MeasuredHousehold,
  signIns: OutcomeCounter,
  renewals: OutcomeCounter
): readonly Metric[] {
  const { clock, commandLog, commands, homes, inbox, screens, sockets, states, store, version } = house;
  const expiry = () => (expiryOf(house.serverCertificate) - clock.now()) / 1_000;
  const reconnects = () => states.reconnects;
  const inFlight = () => commands.jobs.filter(({ isUnanswered }) => isUnanswered).length;
  const waiting = () => commands.jobs.filter(({ state }) => state === 'queued').length;
  return [
    gauge('mantel_build_info', 'Version of Mantel and of Node; always 1.', () => [
      { labels: { version, node: process.versions.node }, value: 1 }
    ]),
    gauge('mantel_screens', 'Screens that are signed in.', () => screens.all.length),
    gauge('mantel_sockets', 'Live connections of screens.', () => sockets.size),
    gauge('mantel_watchers', 'Homes that are watched.', () => homes.size),
    gauge('mantel_polls', 'Long polls at controllers.', () => homes.polls),
    gauge('mantel_controller_up', 'Whether a controller that is watched is online.', () =>
      states.list().map(({ id, state }) => sampleOf(id, state === 'online' ? 1 : 0))
    ),
    gauge('mantel_controller_last_answer_seconds', 'Time since the last answer of such a controller.', () =>
      states
        .list()
        .filter(({ lastHeard }) => lastHeard !== -Infinity)
        .map(({ id, lastHeard }) => sampleOf(id, (clock.monotonic() - lastHeard) / 1_000))
    ),
    counter('mantel_controller_reconnects_total', 'How often a controller came back online.', reconnects),
    counter('mantel_token_renewals_total', 'Renewals of tokens at controllers.', () => renewals.samples()),
    gauge('mantel_commands_in_flight', 'Commands that controllers have yet to answer.', inFlight),
    gauge('mantel_commands_waiting', 'Commands that wait for their turn.', waiting),
    counter(
      'mantel_command_frames_total',
      'Answered frames with commands, by `taken` or the code of the refusal.',
      () => inbox.outcomes.samples()
    ),
    counter('mantel_commands_total', 'Commands that have ended.', () => commandLog.ended.samples()),
    counter('mantel_sign_ins_total', 'Sign-ins with a password.', () => signIns.samples()),
    gauge('mantel_certificate_expiry_seconds', 'Time until the server certificate expires.', expiry),
    gauge(
      'mantel_unwritten_files',
      'Stored files whose last write failed, as on a full disk. Their changes are in memory only.',
      () => store.unwritten
    ),
    gauge(
      'mantel_damaged_files',
      'Damaged files that were set aside in the data folder. What they contained is lost.',
      () => store.damaged
    )
  ];
}

/** When the server's certificate ends, in ms since the epoch. */
export const expiryOf = ({ current }: Pick<ServerCertificate, 'current'>): number =>
  Date.parse(new X509Certificate(current.certificate).validTo);

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
      gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()),
      counter('process_cpu_seconds_total', 'CPU time in user and system mode.', () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      }),
      gauge('process_start_time_seconds', 'When the program started, since the epoch.', () => startedAt),
      gauge('process_open_fds', 'Open file descriptors.', countDescriptors),
      gauge('nodejs_eventloop_lag_seconds', 'Highest delay of the event loop since the last scrape.', () => {
        const highest = lag(delay.max);
        delay.reset();
        return highest;
      })
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
