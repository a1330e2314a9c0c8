import { expect, test } from 'vitest';
import type { ActiveAlarm } from '../../../src/features/alarms/alarm-list.svelte';
import { AlarmTakeover } from '../../../src/features/alarms/alarm-takeover.svelte';
import { Cell } from '../../../src/lib/state/cell.svelte';

const alarm = (id: number): ActiveAlarm => ({
  ...{
    key: `device ${id}`,
    device: id,
    detected: 'smoke',
    text: `Alarm ${id}`,
    what: 'Smoke',
    name: `Sensor ${id}`,
    weight: 0
  },
  ...{ room: 'Hall', href: '/rooms/1', since: 1 }
});

/** Alarms that a test begins and ends. */
function aHouse() {
  const active = new Cell<readonly ActiveAlarm[]>([]);
  const takeover = new AlarmTakeover({
    get alarms() {
      return active.value;
    }
  });
  const set = (...ids: number[]) => {
    active.value = ids.map(alarm);
    takeover.forgetEnded();
  };
  return { takeover, set, shown: () => takeover.alarms.map(({ device }) => device) };
}

test('an alarm takes over the wall until it is closed or ends, and again after it has ended', () => {
  const { takeover, set, shown } = aHouse();
  expect(shown()).toEqual([]);
  set(1);
  expect(shown()).toEqual([1]);
  set();
  expect(shown()).toEqual([]);
  set(1);
  takeover.close();
  expect(shown()).toEqual([]);
  set();
  set(1);
  expect(shown()).toEqual([1]);
});

test('a new alarm takes over the wall beside a closed one', () => {
  const { takeover, set, shown } = aHouse();
  set(1);
  takeover.close();
  set(2, 1);
  expect(shown()).toEqual([2]);
});
