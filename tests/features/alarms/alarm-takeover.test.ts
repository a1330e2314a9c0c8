import { expect, test } from 'vitest';
import type { ActiveAlarm } from '../../../src/features/alarms/alarm-list.svelte';
import { AlarmTakeover } from '../../../src/features/alarms/alarm-takeover.svelte';
import { Cell } from '../../../src/lib/state/base/cell.svelte';
import { FakeClock } from '../../support/fake-clock';

const alarm = (id: number, isSeen = false): ActiveAlarm => ({
  key: `device ${id}`,
  device: id,
  detected: 'smoke',
  text: `Alarm ${id}`,
  what: 'Smoke',
  name: `Sensor ${id}`,
  weight: 0,
  room: 'Hall',
  href: '/rooms/1',
  since: 1,
  id: `a${id}`,
  isSeen,
  isOwn: true
});

/** Alarms that a test begins and ends. */
function aHouse() {
  const active = new Cell<readonly ActiveAlarm[]>([]);
  const seen: unknown[] = [];
  const takeover = new AlarmTakeover({
    get alarms() {
      return active.value;
    },
    see: (alarms) => void seen.push(...alarms.map(({ id }) => id))
  });
  const clock = new FakeClock();
  const set = (...ids: number[]) => {
    active.value = ids.map((id) => alarm(id));
    takeover.forgetEnded();
  };
  return { takeover, active, set, seen, clock, shown: () => takeover.alarms.map(({ device }) => device) };
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

test('what is closed is seen for the whole house, and what was seen elsewhere takes over no wall', () => {
  const { takeover, active, set, seen, shown } = aHouse();
  set(1);
  takeover.close();
  expect(seen).toEqual(['a1']);
  active.value = [alarm(2), alarm(3, true)];
  expect(shown()).toEqual([2]);
  active.value = [alarm(2, true), alarm(3, true)];
  expect(shown()).toEqual([]);
});

test('an alarm that the proxy does not tell takes over after a moment', async () => {
  const { takeover, active, clock, shown } = aHouse();
  active.value = [{ ...alarm(1), id: undefined }];
  takeover.awaitTold(clock);
  expect(shown()).toEqual([]);
  await clock.advance(700);
  expect(shown()).toEqual([1]);
});
