import type { FastifyInstance } from 'fastify';
import type { Activity } from '#shared/household';
import { combineStops } from '../base/platform/combine-stops';
import type { Household } from '../household/household';
import { OutcomeCounter } from '../http/metrics';
import { registerStatus } from '../http/status-routes';
import { missingFilesIn } from '../origin/pages/web-files';
import { metricsOf, processMetrics, type MeasuredHousehold } from './metrics';

const MESSAGES: Readonly<Record<Activity['kind'], string>> = {
  'signed-in': 'Screen signed in.',
  paired: 'Screen paired.',
  locked: 'Screens locked: the controller refused the account of the home.',
  'let-back-in': 'Screens let back in.',
  'setup-code-used': 'Setup code used.',
  'setup-code-failed': 'Setup code wrong.',
  moved: 'Controller moved.',
  'move-refused': 'Controller move refused.',
  'wrong-pins': 'Too many wrong PINs.',
  'timers-ended': 'Timers ended with their screen.',
  'other-account': 'Screen signed in with another account.',
  'account-replaced': 'Account of the home replaced.',
  'account-taken-back': 'Former account took the home back.',
  'source-password': 'Password of the home set anew.',
  'home-added': 'Home added to this box.',
  'home-leaving': 'Home is being forgotten.',
  'home-kept': 'Home kept.',
  'recovery-code-made': 'Recovery code made.',
  'recovery-code-used': 'Recovery code used.'
};

/** Events that may need an action of the owner. */
const WARNINGS: readonly Activity['kind'][] = [
  'locked',
  'setup-code-failed',
  'move-refused',
  'wrong-pins',
  'other-account',
  'account-replaced',
  'account-taken-back',
  'source-password',
  'home-leaving'
];

/**
 * Writes what happens to the household to the program's log: sign-ins, pairings, ended screens, changed rights. It has names, and no
 * password, code or token. Returns functions that end it.
 */
const startEventLog = ({ activity, screens, log }: Household): readonly (() => void)[] => [
  activity.onNoted(({ kind, controller, screen, by, from, count }) => {
    const facts = {
      home: controller.id,
      controller: controller.name,
      ...(screen && { screen: screen.name }),
      ...(by && { by: by.name }),
      ...(from !== undefined && { from }),
      ...(count > 1 && { count })
    };
    log[WARNINGS.includes(kind) ? 'warn' : 'info'](facts, MESSAGES[kind]);
  }),
  screens.onEnded(({ controller: home, name }) => log.info({ home, screen: name }, 'Screen signed out.')),
  screens.onChanged(({ controller: home, name, rights, locked }) => {
    const { manages, rooms, commands, until } = rights;
    log.info({ home, screen: name, manages, rooms, commands, until, locked }, 'Screen changed.');
  })
];

/**
 * Starts what an owner observes of the running program: its log, its metrics and its readiness. `app` must not have routes yet, because
 * hooks hold only for later ones. Returns a function that stops it.
 */
export function startOperations(app: FastifyInstance, house: MeasuredHousehold): () => void {
  const { accounts, known, log, states, store } = house;
  const signIns = new OutcomeCounter(['accepted', 'refused', 'failed']);
  const renewals = new OutcomeCounter(['renewed', 'refused', 'failed']);
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode }, done) => {
    if (method === 'POST' && routeOptions.url === '/api/sign-in') {
      if (statusCode < 300) signIns.count('accepted');
      else signIns.count(statusCode === 401 || statusCode === 429 ? 'refused' : 'failed');
    }
    done();
  });
  const stopRenewals = accounts.onRenewal(({ controller, outcome }) => {
    renewals.count(outcome);
    if (outcome === 'renewed') return;
    const name = known.get(controller)?.name ?? controller;
    log.warn({ home: controller, controller: name, outcome }, 'Token renewal failed.');
  });
  const stopEventLog = startEventLog(house);
  const measured = processMetrics();
  const metrics = [...metricsOf(house, signIns, renewals), ...measured.metrics];
  const hasPages = missingFilesIn(house.webFolder).length === 0;
  registerStatus(app, house, metrics, () => {
    const all = states.list();
    const online = all.filter(({ state }) => state === 'online').length;
    return {
      pages: hasPages,
      disk: store.unwritten === 0,
      controllers: { online, offline: all.length - online }
    };
  });
  return combineStops(stopRenewals, ...stopEventLog, measured.stop);
}
