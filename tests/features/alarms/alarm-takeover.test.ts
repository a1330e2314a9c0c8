import { expect, test } from 'vitest';
import type { ActiveAlarm } from '../../../src/features/alarms/active-alarm';
import { AlarmTakeover, coversPhone } from '../../../src/features/alarms/alarm-takeover.svelte';
import { Cell } from '../../../src/lib/state/base/cell.svelte';
import { FakeClock } from '../../support/fake-clock';

const alarm = (id: number, isSilent = false): ActiveAlarm => ({
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
  isSilent,
  isOwn: true,
  isCalm: false,
  seen: undefined,
  kind: 'smoke'
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
  takeover.close({ isOnWall: true });
  expect(shown()).toEqual([]);
  set();
  set(1);
  expect(shown()).toEqual([1]);
});

test('a sensor that has tripped again while the page stood still takes over again', () => {
  const { takeover, active, set, shown } = aHouse();
  set(1);
  takeover.close({ isOnWall: true });
  active.value = [{ ...alarm(1), id: 'another' }];
  takeover.forgetEnded();
  expect(shown()).toEqual([1]);
});

test('a new alarm takes over the wall beside a closed one', () => {
  const { takeover, set, shown } = aHouse();
  set(1);
  takeover.close({ isOnWall: true });
  set(2, 1);
  expect(shown()).toEqual([2]);
});

test('what is closed is seen for the whole house, and what was seen elsewhere takes over no wall', () => {
  const { takeover, active, set, seen, shown } = aHouse();
  set(1);
  takeover.close({ isOnWall: true });
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

test('what is dismissed is closed here and told to nobody', () => {
  const { takeover, set, seen, shown } = aHouse();
  set(1);
  takeover.dismiss();
  expect(shown()).toEqual([]);
  expect(seen).toEqual([]);
});

test('hazards and drills of its own home cover a phone, armed sensors and other homes do not', () => {
  expect(coversPhone(alarm(1))).toBe(true);
  expect(coversPhone({ ...alarm(1), kind: 'drill' })).toBe(true);
  expect(coversPhone({ ...alarm(1), kind: 'armed' })).toBe(false);
  expect(coversPhone({ ...alarm(1), isOwn: false })).toBe(false);
});
