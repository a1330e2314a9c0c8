import { expect, test } from 'vitest';
import type { CommandEntry } from '#shared/commands/command-entry';
import { BulkAction } from '../../../src/features/bulk-actions/bulk-action.svelte';
import { bulkActionProgress } from '../../../src/features/bulk-actions/bulk-action-labels';
import { planShutters } from '../../../src/features/bulk-actions/plan';
import { confirm, requestBulkAction } from '../../../src/features/bulk-actions/request';
import { aHome } from '../../lib/state/test-home';
import { snapshot } from '../../lib/state/test-screen';
import { aBench, PLACES, ROOM } from './test-bench';
import { aShutter } from './test-devices';

test('a group that moves counts the positions that are reported, and how far the others have come', async () => {
  const shutters = [aShutter(1, 60), aShutter(2, 80), aShutter(3, 80)];
  const bench = await aBench(shutters);
  requestBulkAction(bench.opened, planShutters('down', shutters, ROOM));
  confirm(bench.opened);
  const id = bench.posted();
  bench.take();
  const down = { method: 'startLevelChange', params: { direction: 'down' } };
  const report = (...states: readonly CommandEntry['state'][]) =>
    bench.say(id, states, { what: 'shutters-close' }, down);
  const action = bench.report() ?? new BulkAction(bench.opened, '');
  const shown = () => [bulkActionProgress(action), ...action.entries.map(({ progress }) => progress)];
  report('accepted', 'accepted', 'queued');
  expect(shown()).toEqual(['Sending… 2 of 3', 0, 0, 0]);
  report('accepted', 'accepted', 'accepted');
  const moved = [aShutter(1, 4), aShutter(2, 60), aShutter(3, 80)];
  bench.sockets.last.say({ ...snapshot, home: aHome({ ...PLACES, devices: moved }) });
  expect(shown()).toEqual(['1 of 3 done', 1, 0.25, 0]);
  report('confirmed', 'unconfirmed', 'failed');
  expect(shown()).toEqual(['1 of 3 closed. 1 didn’t reply. 1 not sent.', 1, 0, 0]);
});
