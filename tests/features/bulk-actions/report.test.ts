import { expect, it, test } from 'vitest';
import type { CommandEntry } from '#shared/commands/command-entry';
import { BulkAction } from '../../../src/features/bulk-actions/bulk-action.svelte';
import { bulkActionHeading, bulkActionProgress } from '../../../src/features/bulk-actions/bulk-action-labels';
import { planShutters } from '../../../src/features/bulk-actions/plan';
import { confirm, requestBulkAction } from '../../../src/features/bulk-actions/request';
import { aHome } from '../../lib/state/test-home';
import { snapshot } from '../../lib/state/test-screen';
import { aBench, PLACES, ROOM } from './test-bench';
import { aDimmer, aLamp, aShutter } from './test-devices';

type State = CommandEntry['state'];
const SENT = { method: 'setLevel', params: { level: 40 } };
const DIRECTION = { method: 'startLevelChange', params: { direction: 'down' } };

/** The lines of a report: what it is about, and how far it has come. */
const linesOf = ({ opened }: Awaited<ReturnType<typeof aBench>>, id = 'b') => {
  const action = new BulkAction(opened, id);
  return [bulkActionHeading(opened, action), bulkActionProgress(action)];
};

it.each<[string, readonly State[], string, string, string]>([
  ['each lamp is off', ['confirmed', 'confirmed', 'confirmed'], '000', 'Hall: 3 lights off', '3 of 3 off'],
  [
    'each lamp is off, however its command ended',
    ['superseded', 'failed', 'expired'],
    '000',
    'Hall: 3 lights off',
    '3 of 3 off'
  ],
  [
    'one was off when nobody knew the outcome',
    ['unconfirmed', 'unconfirmed', 'confirmed'],
    '010',
    'Hall: lights off',
    '2 of 3 off. 1 didn’t reply.'
  ],
  [
    'each has another cause',
    ['unconfirmed', 'superseded', 'cancelled'],
    '111',
    'Hall: lights off',
    '0 of 3 off. 1 didn’t reply. 1 not sent. 1 replaced by a newer command.'
  ],
  [
    'one waits for its turn',
    ['unconfirmed', 'confirmed', 'queued'],
    '100',
    'Hall: lights off',
    'Sending… 2 of 3'
  ],
  [
    'one was off before, and is not confirmed yet',
    ['confirmed', 'accepted', 'accepted'],
    '000',
    'Hall: lights off',
    '1 of 3 off'
  ]
])('the report of lights off counts lamps as they are: %s', async (_, states, lit, heading, progress) => {
  const bench = await aBench([...lit].map((on, at) => aLamp(at + 1, { params: { Status: on === '1' } })));
  bench.say('b', states);
  expect(linesOf(bench)).toEqual([heading, progress]);
});

it('a command that a newer one for the same goal replaced ends as that one does', async () => {
  const bench = await aBench([aLamp(1)]);
  bench.say('b', ['superseded']);
  const line = () => linesOf(bench)[1];
  for (const [state, said] of [
    ['accepted', '0 of 1 off'],
    ['unconfirmed', '0 of 1 off. 1 didn’t reply.'],
    ['confirmed', '1 of 1 off']
  ] as const) {
    bench.say('newer', [state], { at: 2 }, { at: 2 });
    expect(line(), state).toBe(said);
  }
});

it.each<[string, readonly State[], string]>([
  ['all are done', ['confirmed', 'confirmed', 'confirmed', 'confirmed'], '2 of 2 done'],
  [
    'one command of a device has failed',
    ['confirmed', 'confirmed', 'confirmed', 'failed'],
    '1 of 2 done. 1 failed.'
  ],
  ['one command of a device is under way', ['confirmed', 'confirmed', 'confirmed', 'accepted'], '1 of 2 done']
])('a scene of two devices with four commands counts devices: %s', async (_, states, progress) => {
  const bench = await aBench([aDimmer(1, 0), aDimmer(2, 0)]);
  const failure = { code: 'controller-refused', message: 'no' };
  bench.say('b', states, { what: 'scene', scope: undefined }, (at) => ({
    ...SENT,
    device: 1 + (at >> 1),
    failure
  }));
  expect(linesOf(bench)[1]).toBe(progress);
});

test('a group that moves shows how far its devices have come, and counts those that are confirmed', async () => {
  const shutters = [aShutter(1, 60), aShutter(2, 80), aShutter(3, 80)];
  const bench = await aBench(shutters);
  requestBulkAction(bench.opened, planShutters('down', shutters, ROOM));
  confirm(bench.opened);
  const id = bench.posted();
  bench.take();
  const action = bench.report() ?? new BulkAction(bench.opened, '');
  const report = (...states: readonly State[]) => {
    bench.say(id, states, { what: 'shutters-close' }, DIRECTION);
    return [bulkActionProgress(action), ...action.entries.map(({ progress }) => progress)];
  };
  expect(report('accepted', 'accepted', 'queued')).toEqual(['Sending… 2 of 3', 0, 0, 0]);
  const moved = [aShutter(1, 4), aShutter(2, 60), aShutter(3, 80)];
  bench.sockets.last.say({ ...snapshot, home: aHome({ ...PLACES, devices: moved }) });
  expect(report('accepted', 'accepted', 'accepted')).toEqual(['0 of 3 closed', 1, 0.25, 0]);
  expect(report('confirmed', 'unconfirmed', 'failed')).toEqual([
    '1 of 3 closed. 1 didn’t reply. 1 not sent.',
    1,
    0,
    0
  ]);
});
