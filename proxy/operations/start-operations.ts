import type { Activity } from '#shared/household';
import type { Household } from '../access/household';
import type { FastifyInstance } from 'fastify';
import { OutcomeCounter, type Metric } from '../http/metrics';
import type { Readiness } from '../http/status-routes';
import type { SealedStore } from '../store/sealed-store';
import type { ServerCertificate } from '../tls/server-certificate';
import type { ControllerStates } from './controller-states';
import { metricsOf, processMetrics, type Running } from './metrics';

const MESSAGES: Readonly<Record<Activity['kind'], string>> = {
  'signed-in': 'Screen signed in.',
  paired: 'Screen paired.',
  locked: 'Screens locked: the controller refused the tokens of their user.',
  'let-back-in': 'Screens let back in.',
  'setup-code-used': 'Setup code used.',
  'setup-code-failed': 'Setup code wrong.',
  moved: 'Controller moved.',
  'move-refused': 'Controller move refused.',
  'wrong-pins': 'Too many wrong PINs.',
  'timers-ended': 'Timers ended with their screen.'
};

/** Events that may need an action of the owner. */
const WARNINGS: readonly Activity['kind'][] = ['locked', 'setup-code-failed', 'move-refused', 'wrong-pins'];

/**
 * Writes what happens to the household to the program's log: sign-ins, pairings, ended screens, changed rights. It has names, and no
 * password, code or token. Returns a function that stops it.
 */
function startEventLog({
  activity,
  screens,
  log
}: Pick<Household, 'activity' | 'screens' | 'log'>): () => void {
  const unsubscribes = [
    activity.onNoted(({ kind, controller, user, screen, by, count }) => {
      const facts = {
        ...(controller && { controller: controller.name }),
        ...(user !== undefined && { user }),
        ...(screen && { screen: screen.name }),
        ...(by && { by: by.name }),
        ...(count > 1 && { count })
      };
      log[WARNINGS.includes(kind) ? 'warn' : 'info'](facts, MESSAGES[kind]);
    }),
    screens.onEnded(({ name, user }) => log.info({ screen: name, user }, 'Screen signed out.')),
    screens.onChanged(({ name, user, rights, locked }) => {
      const { manages, rooms, commands, until } = rights;
      log.info({ screen: name, user, manages, rooms, commands, until, locked }, 'Screen changed.');
    })
  ];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

/** What the operation of the program depends on. */
interface OperationsDeps {
  readonly household: Household;
  readonly version: string;
  readonly store: Pick<SealedStore, 'unwritten' | 'damaged'>;
  readonly serverCertificate: Pick<ServerCertificate, 'current'>;
  /** Whether the app's pages are there. */
  readonly hasPages: () => boolean;
  readonly states: ControllerStates;
}

/**
 * Starts what an owner observes of the running program: its log, its metrics and its readiness. `app` must not have routes yet, because hooks hold only for later ones.
 */
export function startOperations(app: FastifyInstance, deps: OperationsDeps) {
  const { household, version, states, store, serverCertificate } = deps;
  const { clock, log, screens, accounts, known } = household;
  const signIns = new OutcomeCounter(['accepted', 'refused', 'failed']);
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode }, done) => {
    if (method === 'POST' && routeOptions.url === '/api/sign-in') {
      if (statusCode < 300) signIns.count('accepted');
      else signIns.count(statusCode === 401 || statusCode === 429 ? 'refused' : 'failed');
    }
    done();
  });
  const renewals = new OutcomeCounter(['renewed', 'refused', 'failed']);
  const unsubscribe = accounts.onRenewal(({ controller, user, outcome }) => {
    renewals.count(outcome);
    if (outcome !== 'renewed')
      log.warn(
        { controller: known.get(controller)?.name ?? controller, user, outcome },
        'Token renewal failed.'
      );
  });
  const stopEventLog = startEventLog(household);
  const measured = processMetrics();
  return {
    metrics(started: Running): readonly Metric[] {
      const sources = { clock, screens, signIns, renewals, version, store, serverCertificate };
      return [...metricsOf({ ...started, ...sources, controllers: states }), ...measured.metrics];
    },
    readiness: (): Readiness => {
      const all = states.list();
      const online = all.filter(({ state }) => state === 'online').length;
      return {
        pages: deps.hasPages(),
        disk: store.unwritten === 0,
        controllers: { online, offline: all.length - online }
      };
    },
    stop() {
      unsubscribe();
      stopEventLog();
      measured.stop();
    }
  };
}
