import { expect, it, vi } from 'vitest';
import type { Device } from '#shared/home';
import { confirm } from '../../../src/features/bulk-actions/request';
import { rebootText, rebootTimersOf } from '../../../src/features/timers/reboot-text';
import { actNow } from '../../../src/features/timers/timer-requests';
import { clockTime, dayAndTime } from '../../../src/lib/i18n/time';
import { aBench } from '../bulk-actions/test-bench';
import { aDimmer, aLamp, aMeter, aShutter } from '../bulk-actions/test-devices';

const NOW = Date.now();
const off = { method: 'setStatus', params: { status: false } };
const close = { method: 'startLevelChange', params: { direction: 'down' } };

/** What is said of a timer that was to do something with all devices of a home, whose controller is in this state. */
async function said(devices: readonly Device[], call: object = off, more: object = {}, state = 'online') {
  const { opened, sockets } = await aBench(devices);
  sockets.last.say({ type: 'controller', state, since: NOW });
  const commands = devices.map(({ id }) => ({ device: id, ...off, ...call }));
  opened.timers.value = [
    { id: 'a', room: null, at: NOW, dueAt: NOW, leftMs: 0, by: null, missed: 'reboot', commands, ...more }
  ];
  return rebootTimersOf(opened).map((timer) => rebootText(opened, timer));
}

it.each<[Device, string, object?, string?]>([
  [aLamp(1), 'was to turn off at T. It is on.'],
  [aLamp(1, { params: { Status: false } }), 'was to turn off at T. It is off.'],
  [aLamp(1, { params: {} }), 'was to turn off at T. Its state isn’t known.'],
  [aLamp(1), 'was to turn off at T. Its state isn’t known.', off, 'unreachable'],
  [aLamp(1, { alive: false }), 'was to turn off at T. It isn’t responding.'],
  [aDimmer(1, 40, { params: { Level: 40 } }), 'was to turn off at T. It is on.'],
  [aShutter(1, 60), 'was to close at T. It is open.', close],
  [aShutter(1, 0), 'was to close at T. It is closed.', close],
  [aMeter(1), 'was to change at T. Now: 3.', { method: 'setMode', params: { mode: 'Heat' } }]
])('a timer ended by a reboot is told with what is true now: %#', async (device, words, call, state) => {
  const told = await said([{ ...device, name: 'Iron' }], call, {}, state);
  expect(told).toEqual([`Iron ${words}`.replace('T', clockTime(NOW))]);
});

it('one of another day is told with its day, and one of several devices with the state of each', async () => {
  const at = NOW - 86_400_000;
  const lamps = ['Iron', 'Oven', 'Fan'].map((name, id) => aLamp(id, { name, alive: name !== 'Fan' }));
  expect(await said(lamps, off, { at })).toEqual([
    `Iron, Oven and Fan was to turn off on ${dayAndTime(at)}. On: Iron and Oven. Not responding: Fan.`
  ]);
});

it('what it was to do is asked first where a tap asks, and it stays if that is refused', async () => {
  const { opened, sockets, proxy, refuse } = await aBench([aLamp(1)]);
  sockets.last.say({ type: 'touch', touch: { 1: { touch: 'ask' } } });
  const ended = vi.fn();
  actNow(opened, 'a', [{ device: aLamp(1), call: off }], ended);
  expect(sockets.last.frames).toEqual([]);
  confirm(opened);
  refuse('controller-unreachable');
  await vi.waitFor(() => expect(ended.mock.lastCall).toMatchObject([{ code: 'controller-unreachable' }]));
  expect(proxy.asked.join()).not.toContain('DELETE');
});

it('one that did not act for another reason, or whose device is gone, is not told', async () => {
  expect(await said([aLamp(1)], off, { missed: 'late' })).toEqual([]);
  expect(await said([aLamp(1)], { device: 2 })).toEqual([]);
});
