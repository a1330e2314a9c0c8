import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Result } from '#shared/errors';
import type { Screen } from '../access/screens/screen';
import type { Screens } from '../access/screens/screens';
import type { Clock } from '#shared/clock';
import type { KnownControllers } from '../controllers/known';
import { guarded } from '../http/guarded';
import type { Connections } from '../http/connections';
import type { Layouts } from '../layouts/layouts';
import type { Log } from '../platform/log';
import type { CommandMessages, FrameListener } from './command-messages';
import type { Homes } from './homes';
import { registerHome } from './home-route';
import { Sockets } from './sockets';
import { layoutMessage } from './views';
import { createUpgrade } from './upgrade';
import type { ActivityNews } from './view-subscription';

/** What live updates depend on. */
interface LiveDeps {
  readonly homes: Homes;
  readonly admitUpgrade: (request: IncomingMessage) => Result<Screen>;
  readonly screens: Screens;
  readonly layouts: Layouts;
  readonly connections: Pick<Connections, 'seen'>;
  readonly known: KnownControllers;
  readonly clock: Clock;
  readonly log: Log;
  readonly activity: ActivityNews;
  readonly commands: CommandMessages;
  readonly inbox: FrameListener;
}

/** The running live updates. */
interface Live {
  /** The counts for `/metrics`. */
  counts(): { readonly sockets: number; readonly watchers: number; readonly polls: number };
  /** The running watchers: see `Homes`. */
  watched(): Homes['states'];
  /** Closes all connections and stops all homes. */
  stop(): Promise<void>;
}

/** Registers `GET /api/controllers/:id/home` and handles upgrades of the app's server. It runs until `stop`. */
export function registerLive(app: FastifyInstance, deps: LiveDeps): Live {
  const { homes, admitUpgrade, screens, layouts, commands, known, log } = deps;
  const sockets = new Sockets(deps);
  registerHome(app, { homes, screens });

  const upgrade = guarded(
    log,
    (_request, socket) => socket,
    createUpgrade({ admitUpgrade, connections: deps.connections, sockets })
  );
  app.server.on('upgrade', upgrade);
  const leaveAll = sockets.start();
  const unsubscribes = [
    known.onMoved((controller) => homes.wake(controller)),
    layouts.onPut(({ controller, user, layout }) => {
      for (const view of homes.find(controller, user)?.views.all ?? [])
        view.fanOut.send(layoutMessage(view, layout));
    }),
    commands.onChange(({ controller, entries }) => {
      for (const { views } of homes.ofController(controller))
        for (const { fanOut } of views.all) fanOut.queueCommands(entries);
    })
  ];
  return {
    counts: () => ({ sockets: sockets.size, watchers: homes.size, polls: homes.polls }),
    watched: () => homes.states,
    async stop() {
      app.server.off('upgrade', upgrade);
      for (const unsubscribe of unsubscribes) unsubscribe();
      await leaveAll();
      homes.stop();
    }
  };
}
