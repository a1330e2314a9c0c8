import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Result } from '#shared/errors';
import type { Device, Home } from '#shared/home';
import type { ControllerState } from '#shared/wire-fields';
import type { Screen } from '../access/screens/screen';
import type { Screens } from '../access/screens/screens';
import type { Clock } from '#shared/clock';
import type { Accounts } from '../controllers/accounts';
import type { CallResult } from '../controllers/failure';
import type { HomeFingerprints } from '../controllers/home-fingerprints';
import type { KnownControllers } from '../controllers/known';
import type { Relocation } from '../controllers/relocation';
import { guarded } from '../http/guarded';
import type { Connections } from '../http/connections';
import type { Layouts } from '../layouts/layouts';
import type { Log } from '../platform/log';
import type { CommandMessages } from './command-messages';
import { HomeSlots } from './home-slots';
import { currentHome, registerHome } from './home-route';
import { Sockets } from './sockets';
import type { ActivityNews } from './unseen-messages';
import { createUpgrade } from './upgrade';
import type { Watcher } from './watcher';
import { WatcherRegistry } from './watcher-registry';

/** What live updates depend on. */
interface LiveDeps {
  readonly admitUpgrade: (request: IncomingMessage) => Result<Screen>;
  readonly screens: Screens;
  readonly layouts: Layouts;
  readonly accounts: Accounts;
  readonly connections: Pick<Connections, 'seen'>;
  readonly known: KnownControllers;
  readonly clock: Clock;
  readonly log: Log;
  /** Follows a lost controller to its new address. */
  readonly relocation: Pick<Relocation, 'lost'>;
  readonly fingerprints: Pick<HomeFingerprints, 'remember'>;
  readonly activity: ActivityNews;
  readonly commands: CommandMessages;
  /** The connection state of a watched home has changed. */
  readonly onState?: (controller: string, state: ControllerState) => void;
}

/** The running live updates. */
interface Live {
  /** The counts for `/metrics`. */
  counts(): { readonly sockets: number; readonly watchers: number; readonly polls: number };
  /** The running watchers: see `WatcherRegistry`. */
  watched(): WatcherRegistry['states'];
  /** The current whole home of a user. If it was never read, waits for the first reading. */
  home(controller: string, user: string): Promise<CallResult<Home>>;
  /** A device of a user, if a watcher runs. */
  device(controller: string, user: string, device: number): Device | undefined;
  /** The state of the connection to the controller of a home; undefined if no watcher runs. */
  state(controller: string, user: string): ControllerState | undefined;
  /** Leases the watcher of a user's home until `release`. */
  watch(controller: string, user: string): { readonly watcher: Watcher; readonly release: () => void };
  /** Closes all connections and stops all watchers. */
  stop(): Promise<void>;
}

/** Registers `GET /api/controllers/:id/home` and handles upgrades of the app's server. It runs until `stop`. */
export function registerLive(app: FastifyInstance, deps: LiveDeps): Live {
  const { admitUpgrade, screens, layouts, activity, commands, accounts, known, fingerprints, clock, log } =
    deps;
  const watchers = new WatcherRegistry({
    accounts,
    clock,
    onLost: (controller) => deps.relocation.lost(controller),
    onState: deps.onState,
    onCut: (controller) =>
      log.warn(
        { controller: known.get(controller)?.name },
        'Home too large: some of its values are left out.'
      ),
    onRead: (controller, user, home) => {
      // Behind the messages of this reading.
      queueMicrotask(() => layouts.observe(controller, user, home.devices));
      if (known.get(controller)?.source === 'known') fingerprints.remember(controller, user, home.devices);
    }
  });
  const slots = new HomeSlots(clock);
  const sockets = new Sockets({ watchers, screens, layouts, activity, commands, slots, clock });
  registerHome(app, { watchers, screens, slots, clock });

  const upgrade = guarded(
    log,
    (_request, socket) => socket,
    createUpgrade({ admitUpgrade, connections: deps.connections, sockets })
  );
  app.server.on('upgrade', upgrade);
  const leaveAll = sockets.start();
  const unsubscribes = [
    known.onMoved((controller) => watchers.wake(controller)),
    layouts.onPut(({ controller, user, layout }) => {
      for (const { fanOut, layoutText } of watchers.find(controller, user)?.views.all ?? [])
        fanOut.send(layoutText.message(layout));
    }),
    commands.onChange(({ controller, entries }) => {
      for (const { views } of watchers.ofController(controller))
        for (const { fanOut } of views.all) fanOut.queueCommands(entries);
    })
  ];
  return {
    counts: () => ({ sockets: sockets.size, watchers: watchers.size, polls: watchers.polls }),
    watched: () => watchers.states,
    home: (controller, user) => currentHome({ watchers, clock }, controller, user),
    device: (controller, user, device) =>
      watchers.find(controller, user)?.watcher.home.journal.device(device),
    state: (controller, user) => watchers.find(controller, user)?.watcher.home.status?.state,
    watch: (controller, user) => {
      const { watched, release } = watchers.lease(controller, user);
      return { watcher: watched.watcher, release };
    },
    async stop() {
      app.server.off('upgrade', upgrade);
      for (const unsubscribe of unsubscribes) unsubscribe();
      await leaveAll();
      watchers.stop();
    }
  };
}
