import { describe, expect, test } from 'vitest';
import {
  bulkActionHeading,
  bulkActionProgress,
  bulkActionTitle
} from '../../../src/features/bulk-actions/bulk-action-labels';
import { BulkAction } from '../../../src/features/bulk-actions/bulk-action.svelte';
import { planLightsOff, planShutters } from '../../../src/features/bulk-actions/plan';
import {
  confirm,
  requestBulkAction,
  stopBulkAction,
  undoBulkAction
} from '../../../src/features/bulk-actions/request';
import { lightsOffToUndo, undoableDevices } from '../../../src/features/bulk-actions/undoable';
import { settled } from '../../lib/state/test-environment';
import { aBench, ROOM, TABLET } from './test-bench';
import { aLamp, aShutter } from './test-devices';

const off = (device: number) => ({ device, method: 'setStatus', params: { status: false } });
const lamps = (count: number) => Array.from({ length: count }, (_, at) => aLamp(at + 1));

test('a bulk action of this page is posted as one batch, and reports what the proxy says of each device', async () => {
  const bench = await aBench(lamps(3));
  requestBulkAction(bench.opened, planLightsOff(lamps(3), ROOM));
  const id = bench.posted();
  expect(bench.body()).toEqual({ id, commands: [1, 2, 3].map(off), what: 'lights-off', scope: ROOM });
  expect({ current: bench.slot.current, states: bench.states() }).toEqual({
    current: id,
    states: ['waiting', 'waiting', 'waiting']
  });
  bench.say(id, ['confirmed', 'accepted', 'queued']);
  expect(bench.states()).toEqual(['confirmed', 'underWay', 'waiting']);
  expect(bench.report()?.isUnderWay).toBe(true);
  bench.say(id, ['confirmed', 'confirmed', 'unconfirmed'], { endedAt: 9 });
  expect(bench.states()).toEqual(['confirmed', 'confirmed', 'unconfirmed']);
});

test('a bulk action of this page says why the proxy refuses it, for each device', async () => {
  const bench = await aBench(lamps(2));
  requestBulkAction(bench.opened, planLightsOff(lamps(2), ROOM));
  bench.refuse('controller-unreachable');
  await settled();
  expect(bench.report()?.entries.map(({ outcome }) => outcome)).toMatchObject([
    { state: 'failed', failure: { code: 'controller-unreachable' } },
    { state: 'failed', failure: { code: 'controller-unreachable' } }
  ]);
  expect(bench.report()?.isUnderWay).toBe(false);
});

test('a bulk action of this page for the whole home is posted only after its confirmation', async () => {
  const bench = await aBench(lamps(2));
  requestBulkAction(bench.opened, planLightsOff(lamps(2), 'home'));
  expect({ confirm: bench.slot.question?.words().confirm, frames: bench.sockets.last.frames }).toEqual({
    confirm: 'Turn off',
    frames: []
  });
  confirm(bench.opened);
  expect({ question: bench.slot.question, frameCount: bench.sockets.last.frames.length }).toEqual({
    question: null,
    frameCount: 1
  });
});

test('a bulk action of this page of 500 commands is one batch, in a frame that the proxy takes', async () => {
  const bench = await aBench(lamps(500));
  requestBulkAction(bench.opened, planLightsOff(lamps(500), ROOM));
  const [frame, ...more] = bench.sockets.last.frames;
  expect({ commands: frame?.['commands'], more }).toEqual({
    commands: expect.objectContaining({ length: 500 }),
    more: []
  });
  expect(JSON.stringify(frame).length).toBeLessThan(64 * 1024);
});

test('a bulk action of lights on is named for what happened, and has no report', async () => {
  const bench = await aBench(lamps(1));
  requestBulkAction(bench.opened, { ...planLightsOff(lamps(1), ROOM), kind: 'lights-on' });
  bench.say(bench.posted(), ['accepted'], { what: 'lights-on' });
  expect({ what: bench.body()['what'], current: bench.slot.current }).toEqual({
    what: 'lights-on',
    current: null
  });
});

test('a bulk action of this page is under way again for a device that is retried, and done when the retry is', async () => {
  const bench = await aBench(lamps(1));
  requestBulkAction(bench.opened, planLightsOff(lamps(1), ROOM));
  const id = bench.posted();
  bench.take();
  bench.say(id, ['failed'], { endedAt: 9 }, { failure: { code: 'controller-busy', message: 'busy' } });
  bench.report()?.retry();
  expect(bench.states()).toEqual(['waiting']);
  bench.say(bench.posted(), ['confirmed'], { what: undefined });
  expect({ current: bench.slot.current, states: bench.states() }).toEqual({
    current: id,
    states: ['confirmed']
  });
});

test('a bulk action of this page that failed partly repeats in one batch what can be repeated', async () => {
  const bench = await aBench([...lamps(4), aLamp(5, { alive: false })]);
  requestBulkAction(bench.opened, planLightsOff(lamps(5), ROOM));
  const id = bench.posted();
  bench.take();
  const ended = ['confirmed', 'unconfirmed', 'unconfirmed', 'superseded', 'expired'] as const;
  bench.say(id, ended, { endedAt: 9 });
  bench.report()?.retry();
  expect(bench.body()).toEqual({ id: bench.posted(), commands: [2, 3].map(off) });
  expect(bench.states()).toEqual(['confirmed', 'waiting', 'waiting', 'superseded', 'dropped']);
});

test('a bulk action of this page goes on when its report is hidden', async () => {
  const bench = await aBench(lamps(1));
  requestBulkAction(bench.opened, planLightsOff(lamps(1), ROOM));
  bench.slot.dismiss();
  expect({ current: bench.slot.current, frameCount: bench.sockets.last.frames.length }).toEqual({
    current: null,
    frameCount: 1
  });
  bench.say(bench.posted(), ['sending']);
  expect(bench.slot.current).toBeNull();
});

describe('a bulk action of another screen', () => {
  test('is shown with its screen while it is under way, and with its result', async () => {
    const bench = await aBench(lamps(2));
    bench.say('b', ['confirmed', 'queued'], { by: TABLET });
    const report = bench.report();
    expect({ by: report?.by, isOwn: report?.isOwn, isUnderWay: report?.isUnderWay }).toEqual({
      by: 'Kitchen tablet',
      isOwn: false,
      isUnderWay: true
    });
    expect(report && bulkActionTitle(bench.opened, report)).toBe('Hall: lights off');
    bench.say('b', ['confirmed', 'confirmed'], { by: TABLET, endedAt: 9, what: 'party', name: 'Party' });
    expect(report && bulkActionTitle(bench.opened, report)).toBe('Party');
    expect({ current: bench.slot.current, states: bench.states() }).toEqual({
      current: 'b',
      states: ['confirmed', 'confirmed']
    });
  });

  test.each([
    [ROOM, 'Hall: 2 lights off'],
    ['floor:5', 'Upstairs: 2 lights off'],
    ['home', 'Whole home: 2 lights off'],
    ['room:99', 'Several devices: 2 lights off']
  ])('on %s reports where it was, and how many lights are off', async (scope, done) => {
    const bench = await aBench(lamps(2));
    bench.say('b', ['confirmed', 'queued'], { scope });
    bench.say('b', ['confirmed', 'confirmed'], { scope, endedAt: 9 });
    expect(bulkActionHeading(bench.opened, new BulkAction(bench.opened, 'b'))).toBe(done);
  });

  test('is stopped by this screen: queued commands are cancelled', async () => {
    const bench = await aBench(lamps(2));
    bench.say('b', ['confirmed', 'queued'], { by: TABLET });
    const report = bench.report();
    if (report) stopBulkAction(bench.opened, report);
    expect(bench.sockets.last.frames).toEqual([{ type: 'cancel', id: 'b' }]);
  });
});

test('a stop of moving shutters cancels those that wait, and stops those that were sent', async () => {
  const shutters = [aShutter(1, 60), aShutter(2, 60)];
  const bench = await aBench(shutters);
  requestBulkAction(bench.opened, planShutters('down', shutters, ROOM));
  confirm(bench.opened);
  const id = bench.posted();
  bench.take();
  bench.say(id, ['accepted', 'queued'], { what: 'shutters-close' });
  const report = bench.report();
  if (report) stopBulkAction(bench.opened, report);
  expect(bench.sockets.last.frames.slice(1)).toMatchObject([
    { type: 'cancel', id },
    { type: 'commands', what: 'shutters-stop', commands: [{ device: 1, method: 'stop' }] }
  ]);
});

test('undo is offered as long as the proxy offers it, for lights alone', async () => {
  const bench = await aBench([aLamp(1, { params: { Status: false } })]);
  const undo = { count: 1, until: 600_000 };
  bench.say('b', ['confirmed'], { undo });
  expect(bench.report()?.isUndoable).toBe(true);
  bench.say('b', ['confirmed'], { endedAt: 9 });
  expect(bench.report()?.isUndoable).toBe(false);
  bench.say('c', ['confirmed'], { what: 'shutters-close', undo, at: 2 });
  expect(bench.report()?.isUndoable).toBe(false);
});

test('undo of lights off is offered once all have ended, for the lamps that are off now, the newest first', async () => {
  const bench = await aBench(lamps(4).map((lamp) => ({ ...lamp, params: { Status: lamp.id > 2 } })));
  const ended = (...devices: number[]) => ({ endedAt: 9, undo: { count: 2, until: 600_000, devices } });
  const offered = (now = 599_999) => lightsOffToUndo(bench.opened, now);
  // The proxy names no commands of what ended long ago.
  bench.say('old', [], ended(1, 2, 4));
  bench.say('new', ['accepted'], { at: 2 });
  expect(offered()).toEqual([]);
  bench.say('new', ['superseded', 'confirmed', 'confirmed'], { at: 2, ...ended(2, 3) });
  expect(offered().map((batch) => undoableDevices(bench.opened, batch))).toEqual([[2], [1, 2]]);
  undoBulkAction(bench.opened, ...offered());
  expect(bench.sockets.last.frames).toMatchObject([{ undo: 'new' }, { undo: 'old' }]);
  expect(offered(600_000)).toEqual([]);
});

test('undo posts the id of the batch, and reports the new one', async () => {
  const bench = await aBench(lamps(1));
  bench.say('b', ['confirmed'], { undo: { count: 1, until: 600_000 } });
  undoBulkAction(bench.opened, { id: 'b', what: 'lights-off', scope: ROOM });
  const id = bench.posted();
  expect(bench.body()).toEqual({ id, undo: 'b', what: 'lights-back', scope: ROOM });
  const report = bench.report();
  if (!report) throw new Error('no report');
  expect(report.id).toBe(id);
  expect(bulkActionTitle(bench.opened, report)).toBe('Hall: lights back on');
  expect(bulkActionProgress(report)).toBe('Sending…');
  bench.refuse('not-found');
  await settled();
  expect(report.isUnderWay).toBe(false);
  expect(bulkActionProgress(report)).toBe('Not found. It may have been removed.');
});
