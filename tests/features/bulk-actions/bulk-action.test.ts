import { afterEach, describe, expect, test } from 'vitest';
import { HOME_SCOPE, planLightsOff, planShutters, planStop } from '../../../src/features/bulk-actions/plan';
import { rendered } from '../../lib/state/follow.svelte';
import { aDimmer, aLamp, aShutter, BulkActionBench } from './test-bulk-action.svelte';

const ROOM = { type: 'room', id: 1 } as const;
const lamps = (count: number) => Array.from({ length: count }, (_, at) => aLamp(at + 1));
const lightsOff = (count: number) => new BulkActionBench(planLightsOff(lamps(count), ROOM));

let bench: BulkActionBench;
afterEach(() => bench.leave());

describe('a bulk action', () => {
  test('sends one command for each device, a tenth of a second apart', () => {
    bench = lightsOff(3);
    expect(bench.sent).toEqual(['1 setStatus false']);
    bench.pass(99);
    expect(bench.sent).toHaveLength(1);
    bench.pass(101);
    expect(bench.sent).toEqual(['1 setStatus false', '2 setStatus false', '3 setStatus false']);
    expect(bench.states).toEqual(['underWay', 'underWay', 'underWay']);
  });

  test('leaves at most ten unanswered commands on a slow radio', () => {
    bench = lightsOff(12);
    bench.pass(5000);
    expect(bench.sent).toHaveLength(10);
    expect(bench.round.isSending).toBe(true);
    bench.obey(4);
    bench.pass(100);
    expect(bench.sent).toHaveLength(11);
  });

  test('reports the outcomes of the devices: nine of ten', () => {
    bench = lightsOff(10);
    bench.pass(1000);
    for (let id = 1; id <= 9; id += 1) bench.obey(id);
    bench.end(10, { phase: 'unconfirmed' });
    expect(bench.states.filter((state) => state === 'confirmed')).toHaveLength(9);
    expect(bench.states.at(-1)).toBe('unconfirmed');
  });

  test('keeps a confirmed outcome, whatever happens to the device later', async () => {
    bench = lightsOff(1);
    bench.obey(1);
    await rendered();
    expect(bench.states).toEqual(['confirmed']);
    bench.tell(aLamp(1));
    expect(bench.states).toEqual(['confirmed']);
  });

  test('counts a device that somebody else changed meanwhile neither as done nor as failed', () => {
    bench = lightsOff(1);
    bench.end(1, null);
    expect(bench.states).toEqual(['superseded']);
  });

  test('shows each failure with its reason, and a retry is pending again', () => {
    bench = lightsOff(2);
    bench.pass(100);
    const failure = { code: 'controller-busy', message: 'busy' } as const;
    bench.end(2, { phase: 'failed', failure });
    expect(bench.round.entries[1]?.outcome).toEqual({ state: 'failed', failure });
    const step = bench.round.entries[1]?.step;
    if (step) bench.round.retry(step);
    expect(bench.states).toEqual(['underWay', 'underWay']);
    expect(bench.sent.at(-1)).toBe('2 setStatus false');
    bench.obey(2);
    expect(bench.states).toEqual(['underWay', 'confirmed']);
  });

  test('sends nothing to a device that went off, died or vanished before its turn', () => {
    bench = lightsOff(4);
    bench.tell(aLamp(2, { params: { Status: false } }));
    bench.tell(aLamp(3, { alive: false }));
    bench.remove(4);
    bench.pass(500);
    expect(bench.sent).toEqual(['1 setStatus false']);
    expect(bench.states).toEqual(['underWay', 'confirmed', 'dead', 'gone']);
  });
});

describe('a bulk action leaves nothing', () => {
  test('once it is stopped: no timer, no command, and unsent steps say so', () => {
    bench = lightsOff(3);
    bench.leave();
    bench.pass(60_000);
    expect(bench.timers).toBe(0);
    expect(bench.sent).toHaveLength(1);
    expect(bench.states).toEqual(['underWay', 'dropped', 'dropped']);
  });

  test('after the screen slept through its turn', () => {
    bench = lightsOff(3);
    bench.sleep(60_000);
    expect(bench.sent).toHaveLength(1);
    expect(bench.states).toEqual(['underWay', 'dropped', 'dropped']);
  });

  test('for another home, or another user', () => {
    bench = lightsOff(3);
    bench.isSameUser = false;
    bench.pass(1000);
    expect(bench.sent).toHaveLength(1);
    const step = bench.round.entries[2]?.step;
    if (step) bench.round.retry(step);
    expect(bench.sent).toHaveLength(1);
  });
});

describe('undo', () => {
  test('is offered from the start until five seconds after the last command', () => {
    bench = lightsOff(3);
    expect(bench.round.isUndoable).toBe(true);
    bench.pass(200 + 100 + 4999);
    expect(bench.round.isUndoable).toBe(true);
    bench.pass(1);
    expect(bench.round.isUndoable).toBe(false);
    expect(bench.timers).toBe(0);
  });

  test('is for devices that were or may have been switched off, not for failed, changed or unsent ones', () => {
    bench = new BulkActionBench(planLightsOff([aDimmer(1, 40), ...lamps(6).slice(1)], ROOM));
    bench.pass(400);
    bench.obey(1);
    bench.end(2, { phase: 'unconfirmed' });
    bench.end(3, { phase: 'failed', failure: { code: 'offline', message: '' } });
    bench.end(4, null);
    const { steps } = bench.round.undoPlan();
    expect(steps.map(({ device, call }) => [device.id, call.params])).toEqual([
      [1, { level: 40 }],
      [2, { status: true }],
      [5, { status: true }]
    ]);
  });

  test('is not offered for shutters', () => {
    bench = new BulkActionBench(planShutters('up', [aShutter(1, 0), aShutter(2, 0)], ROOM));
    expect(bench.round.isUndoable).toBe(false);
  });
});

describe('a bulk action on shutters', () => {
  test('is done if a shutter rests within 5 of its end, and superseded if it rests elsewhere', () => {
    bench = new BulkActionBench(planShutters('down', [aShutter(1, 60), aShutter(2, 60)], ROOM));
    bench.pass(100);
    bench.tell(aShutter(1, 4));
    bench.tell(aShutter(2, 6));
    expect(bench.states).toEqual(['confirmed', 'superseded']);
  });
});

describe('a stop of shutters', () => {
  test('is not throttled, and is done when the controller has accepted it', () => {
    bench = new BulkActionBench(planStop([aShutter(1, 0), aShutter(2, 40), aShutter(3, 99)], HOME_SCOPE));
    expect(bench.sent).toEqual(['1 stop', '2 stop', '3 stop']);
    bench.end(1, null);
    bench.end(2, null);
    expect(bench.states).toEqual(['confirmed', 'confirmed', 'underWay']);
  });
});
