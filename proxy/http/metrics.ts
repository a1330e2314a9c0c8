import type { Metric } from './status-routes';

/** What the metrics depend on. */
interface MetricSources {
  readonly screens: { readonly all: readonly unknown[] };
  readonly live: {
    counts(): { readonly sockets: number; readonly watchers: number; readonly polls: number };
  };
  readonly commands: {
    counts(): { readonly commandsInFlight: number; readonly commandsWaiting: number };
  };
}

/** The metrics of `/metrics`. Numbers only: they contain no name of a user, a device or a home. */
export const metricsOf = ({ screens, live, commands }: MetricSources): readonly Metric[] => [
  { name: 'mantel_screens', help: 'Screens that are signed in.', read: () => screens.all.length },
  { name: 'mantel_sockets', help: 'Live connections of screens.', read: () => live.counts().sockets },
  { name: 'mantel_watchers', help: 'Homes that are watched.', read: () => live.counts().watchers },
  { name: 'mantel_polls', help: 'Long polls at controllers.', read: () => live.counts().polls },
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
  { name: 'mantel_memory_bytes', help: 'Resident memory.', read: () => process.memoryUsage.rss() }
];
