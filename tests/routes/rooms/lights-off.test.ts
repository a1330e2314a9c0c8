import { beforeEach, expect, test } from 'vitest';
import { LightsOff } from '../../../src/routes/rooms/lights-off.svelte';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { aDevice } from '../../lib/kinds/a-home';

const lamp = (id: number) =>
  aDevice({ id, type: 'DevSwitch', interfaces: ['SwitchBinary'], params: { Status: true } });
const dimmer = (id: number, Level: number) =>
  aDevice({
    id,
    type: 'DevDimmer',
    interfaces: ['SwitchMultilevel', 'SwitchBinary'],
    params: { Level, Status: true }
  });

let sent: [id: number, method: string, params: unknown][] = [];
let timers: (() => void)[] = [];
let off: LightsOff;

/** Lets the next tenth of a second pass. */
function tick(): void {
  const due = timers;
  timers = [];
  for (const run of due) run();
}

beforeEach(() => {
  sent = [];
  timers = [];
  const commands = {
    send: ({ id }: Device, { method, params }: CommandCall) => void sent.push([id, method, params])
  };
  off = new LightsOff(commands, {
    now: () => 0,
    after(_, run) {
      timers.push(run);
      return () => (timers = timers.filter((timer) => timer !== run));
    }
  });
});

test('lights go out one after another', () => {
  off.putOut([lamp(1), dimmer(2, 40)]);
  expect(sent).toEqual([[1, 'setStatus', { status: false }]]);
  tick();
  tick();
  expect(sent).toEqual([
    [1, 'setStatus', { status: false }],
    [2, 'setStatus', { status: false }]
  ]);
  expect(timers).toEqual([]);
});

test('undo brings back what each one was', () => {
  off.putOut([lamp(1), dimmer(2, 40)]);
  tick();
  expect(off.count).toBe(2);
  sent = [];
  off.undo();
  tick();
  expect(sent).toEqual([
    [1, 'setStatus', { status: true }],
    [2, 'setLevel', { level: 40 }]
  ]);
  expect(off.count).toBe(0);
});

test('what an undo overtakes is never sent', () => {
  off.putOut([lamp(1), lamp(2)]);
  off.undo();
  tick();
  tick();
  expect(sent.map(([id, , params]) => [id, params])).toEqual([
    [1, { status: false }],
    [1, { status: true }],
    [2, { status: true }]
  ]);
});

test('a page that goes away lets the rest go out and leaves no timer', () => {
  off.putOut([lamp(1), lamp(2), lamp(3)]);
  off.finish();
  expect(sent.map(([id]) => id)).toEqual([1, 2, 3]);
  expect(timers).toEqual([]);
});

test('a level without a switch goes to 0', () => {
  off.putOut([aDevice({ id: 5, interfaces: ['SwitchMultilevel'], params: { Level: 30 } })]);
  expect(sent).toEqual([[5, 'setLevel', { level: 0 }]]);
});
