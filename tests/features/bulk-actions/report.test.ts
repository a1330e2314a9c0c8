import { expect, it, test } from 'vitest';
import type { CommandState } from '#shared/commands/command-entry';
import { bulkActionHeading, bulkActionProgress } from '../../../src/features/bulk-actions/bulk-action-labels';
import { BulkAction } from '../../../src/features/bulk-actions/bulk-action.svelte';
import { planShutters } from '../../../src/features/bulk-actions/plan';
import { confirm, requestBulkAction } from '../../../src/features/bulk-actions/request';
import { aHome } from '../../lib/state/test-home';
import { snapshot } from '../../lib/state/test-screen';
import { aBench, PLACES, ROOM, statesOf } from './test-bench';
import { aDimmer, aLamp, aShutter } from './test-devices';

const DIRECTION = { method: 'startLevelChange', params: { direction: 'down' } };

/** The lines of a report: what it is about, and how far it has come. */
function linesOf({ opened }: Awaited<ReturnType<typeof aBench>>): string {
  const action = new BulkAction(opened, 'b');
  return `${bulkActionHeading(opened, action)} | ${bulkActionProgress(action)}`;
}

it.each([
  ['000', 'confirmed confirmed confirmed', 'Hall: 3 lights off | 3 of 3 off'],
  // They are off, however their commands ended.
  ['000', 'superseded failed expired', 'Hall: 3 lights off | 3 of 3 off'],
  ['010', 'unconfirmed unconfirmed confirmed', 'Hall: lights off | 2 of 3 off. 1 didn’t reply.'],
  ['11', 'superseded cancelled', 'Hall: lights off | 0 of 2 off. 1 not sent. 1 replaced by a newer command.'],
  // Nothing is said of others while one waits for its turn, and one that was off before is not done yet.
  ['100', 'unconfirmed confirmed queued', 'Hall: lights off | Sending… 2 of 3'],
  ['000', 'confirmed accepted accepted', 'Hall: lights off | 1 of 3 off']
])('lamps that are %s after commands that are %s are reported as: %s', async (lit, states, said) => {
  const bench = await aBench(
    lit.split('').map((on, at) => aLamp(at + 1, { params: { Status: on === '1' } }))
  );
  bench.say('b', statesOf(states));
  expect(linesOf(bench)).toBe(said);
});

it('a command that was replaced is under way until the one in its place has ended', async () => {
  const bench = await aBench([aLamp(1)]);
  bench.say('b', ['superseded']);
  const lines = (['accepted', 'unconfirmed'] as const).map((state) => {
    bench.say('newer', [state], { at: 2 }, { at: 2 });
    return linesOf(bench).split(' | ')[1];
  });
  expect(lines).toEqual(['0 of 1 off', '0 of 1 off. 1 replaced by a newer command.']);
});

it.each([
  ['confirmed confirmed', '1 of 1 done'],
  ['confirmed failed', '0 of 1 done. 1 failed.'],
  ['confirmed accepted', '0 of 1 done']
])('a scene of one device whose two commands are %s says "%s"', async (states, said) => {
  const bench = await aBench([aDimmer(1, 0)]);
  const call = { device: 1, method: 'setLevel', params: { level: 40 } };
  bench.say('b', statesOf(states), { what: 'scene', scope: undefined }, call);
  expect(linesOf(bench)).toContain(said);
});

test('a group that moves shows how far its devices have come, and counts those that are confirmed', async () => {
  const shutters = [aShutter(1, 60), aShutter(2, 80), aShutter(3, 80)];
  const bench = await aBench(shutters);
  requestBulkAction(bench.opened, planShutters('down', shutters, ROOM));
  confirm(bench.opened);
  const id = bench.posted();
  bench.take();
  const action = bench.report() ?? new BulkAction(bench.opened, '');
  const report = (...states: readonly CommandState[]) => {
    bench.say(id, states, { what: 'shutters-close' }, DIRECTION);
    return [bulkActionProgress(action), ...action.entries.map(({ progress }) => progress)];
  };
  expect(report('accepted', 'accepted', 'queued')).toEqual(['Sending… 2 of 3', 0, 0, 0]);
  const moved = [aShutter(1, 4), aShutter(2, 60), aShutter(3, 80)];
  bench.sockets.last.say({ ...snapshot, home: aHome({ ...PLACES, devices: moved }) });
  expect(report('accepted', 'accepted', 'accepted')).toEqual(['0 of 3 closed', 1, 0.25, 0]);
  const ended = report('confirmed', 'unconfirmed', 'failed');
  expect(ended).toEqual(['1 of 3 closed. 1 didn’t reply. 1 failed.', 1, 0, 0]);
});

const LEAVE = { what: 'leaving', scope: 'home' };

it('a device that sleeps holds no report up: it is counted apart, and its action is over', async () => {
  const bench = await aBench([
    aLamp(1, { params: { Status: true } }),
    aLamp(2, { params: { Status: true } })
  ]);
  bench.say('b', ['accepted', 'accepted'], LEAVE, { progress: 'waiting' });
  expect(linesOf(bench)).toBe('Leaving | 2 when they wake');
  expect(new BulkAction(bench.opened, 'b').isUnderWay).toBe(false);
  bench.say('b', ['confirmed'], LEAVE);
  expect(linesOf(bench)).toBe('Leaving | 1 of 1 done · 1 when it wakes');
});

it('a command that was replaced by one that waits for its device to wake up holds no report up either', async () => {
  const bench = await aBench([aLamp(1)]);
  bench.say('b', ['superseded'], LEAVE);
  bench.say('newer', ['accepted'], { at: 2 }, { at: 2, progress: 'waiting' });
  expect(linesOf(bench)).toBe('Leaving | 1 when it wakes');
  expect(new BulkAction(bench.opened, 'b').isUnderWay).toBe(false);
});

it('an action that is undone says so at once, by its name', async () => {
  const bench = await aBench([aLamp(1, { params: { Status: true } })]);
  bench.say('left', ['accepted'], LEAVE);
  bench.say('b', ['accepted'], { what: 'undo', scope: undefined, undoes: 'left', at: 2 });
  expect(linesOf(bench)).toBe('Leaving: undone | 0 of 1 put back');
  expect(bench.slot.current).toBe('b');
});

it('an action of a timer that is undone says so too', async () => {
  const bench = await aBench([aLamp(1, { params: { Status: true } })]);
  bench.say('timer.a', ['accepted'], LEAVE);
  bench.say('b', ['accepted'], { what: 'undo', scope: undefined, undoes: 'timer.a', at: 2 });
  expect(linesOf(bench)).toBe('Leaving: undone | 0 of 1 put back');
  expect(bench.slot.current).toBe('b');
});

it('nothing old comes back after a newer report is gone: what waits for a device to wake up is over', async () => {
  const bench = await aBench([aLamp(1, { params: { Status: true } })]);
  bench.say('left', ['accepted'], LEAVE, { progress: 'waiting' });
  bench.say('newer', ['confirmed'], { at: 2, endedAt: 3 });
  expect(bench.slot.current).toBe('newer');
  bench.slot.dismiss();
  expect(bench.slot.current).toBeNull();
});

it.each([
  ['accepted', 'Dinner | 0 of 1 done'],
  ['failed', 'Dinner | 0 of 1 done. 1 failed.'],
  ['confirmed', 'Dinner: already so | 1 of 1 done']
] as const)(
  'a scene whose device is as it wants it, with a command that is %s, says "%s"',
  async (state, said) => {
    const bench = await aBench([aLamp(1, { params: { Status: true } })]);
    const what = { what: 'scene', scope: undefined, name: 'Dinner' };
    bench.slot.begin({
      id: 'b',
      what: 'scene',
      scope: null,
      calls: [],
      name: 'Dinner',
      wasSet: true,
      refusal: null
    });
    bench.say('b', [state], what, { params: { status: false } });
    expect(linesOf(bench)).toBe(said);
  }
);
