import { describe, expect, it } from 'vitest';
import type { Happening } from '#shared/happenings';
import type { Scene } from '#shared/scenes';
import { daysOf } from '../../../src/features/chronicle/chronicle-rows';
import {
  concerns,
  happeningRow,
  happeningText,
  isForWall
} from '../../../src/features/chronicle/happening-text';
import { clockTime } from '../../../src/lib/i18n/time';
import { aBench } from '../bulk-actions/test-bench';
import { aDimmer, aLamp, aSensor } from '../bulk-actions/test-devices';

const AT = Date.UTC(2026, 10, 22, 18, 10);
const PHONE = { id: 's1', name: 'Anna’s phone' };
const SCENE: Scene = {
  ...{ id: 'film', name: 'Film', icon: 'film' },
  commands: [{ device: 1, method: 'setLevel', params: { level: 5 } }]
};

type Commanded = Extract<Happening, { kind: 'commanded' }>;
type State = Commanded['commands'][number]['state'];

const off = (device: number) => ({ device, method: 'setStatus', params: { status: false } });
const changed = (device: number, params: Record<string, unknown>): Happening => ({
  ...{ kind: 'changed', at: AT, device, params }
});
const commanded = (states: readonly State[], more: Partial<Commanded> = {}): Happening => ({
  ...{ kind: 'commanded', at: AT, id: 'b', by: PHONE },
  commands: states.map((state, at) => ({ ...off(at + 1), state })),
  ...more
});
const timer = (what: 'set' | 'cancelled' | 'void' | 'missed', more: object = {}): Happening => ({
  ...{ kind: 'timer', at: AT, what, commands: [off(1)], room: null, due: AT, by: PHONE },
  ...more
});

async function told() {
  const { opened } = await aBench([
    aDimmer(1, 40, { name: 'Ceiling', room_id: 1 }),
    aLamp(2, { name: 'Floor lamp', room_id: 1 }),
    aSensor(3, 'BinaryDoorSensor', false, { name: 'Terrace door', room_id: 1 }),
    aSensor(4, 'BinarySmokeSensor', false, { name: 'Smoke alarm', room_id: 1 }),
    aSensor(5, 'BinaryMotionSensor', false, { name: 'Motion', room_id: 1 })
  ]);
  opened.scenes.value = [SCENE];
  return {
    text: (each: Happening) => happeningText(opened, each),
    detail: (each: Happening) => happeningRow(opened, each, true).detail,
    whole: (each: Happening) => happeningRow(opened, each).detail,
    isForWall: (each: Happening) => isForWall(opened, each)
  };
}

describe('what happened, in words', () => {
  it('is the state that a device had then, and not the one that it has now', async () => {
    const { text, detail } = await told();
    const opened = changed(3, { Tripped: true });
    expect(text(opened)).toBe('Terrace door: Open');
    expect(text(changed(3, { Tripped: false }))).toBe('Terrace door: Closed');
    expect(detail(opened)).toBe('At the device or by the controller');
    expect(text(changed(99, { Tripped: true })), 'a device that has gone').toBe('#99');
  });

  it('is a command by its device and value, and says who sent it and how it ended', async () => {
    const { text, detail } = await told();
    expect(text(commanded(['confirmed']))).toBe('Ceiling: Off');
    const endings = (states: readonly State[]) => detail(commanded(states));
    expect(endings(['confirmed'])).toBe('Anna’s phone · Done');
    expect(endings(['unconfirmed'])).toBe('Anna’s phone · Not confirmed');
    expect(endings(['failed'])).toBe('Anna’s phone · Failed');
    expect(endings(['sending'])).toBe('Anna’s phone · Under way');
    expect(endings(['confirmed', 'failed'])).toBe('Anna’s phone · 1 of 2');
  });

  it('never says done of what was not sent', async () => {
    const { detail } = await told();
    for (const state of ['cancelled', 'expired', 'superseded'] as const)
      expect(detail(commanded([state])), state).not.toContain('Done');
  });

  it('is a bulk action by its place, a scene by its name, and one that was removed just a scene', async () => {
    const { text } = await told();
    const both = ['confirmed', 'confirmed'] as const;
    expect(text(commanded(both, { what: 'lights-off', scope: 'room:1' }))).toBe('Hall: lights off');
    expect(text(commanded(both, { what: 'scene', scene: 'film' }))).toBe('Film');
    expect(text(commanded(both, { what: 'scene', scene: 'gone' }))).toBe('A scene');
  });

  it('names the room of one device, and none of several or where the words name a room', async () => {
    const { whole } = await told();
    const both = ['confirmed', 'confirmed'] as const;
    const inRoom = commanded(['confirmed'], { what: 'lights-off', scope: 'room:1' });
    expect([changed(3, {}), commanded(['confirmed']), timer('set')].map(whole)).toEqual([
      'Hall · At the device or by the controller',
      'Hall · Anna’s phone · Done',
      'Hall · Anna’s phone'
    ]);
    expect([commanded(both), inRoom].map(whole)).toEqual(['Anna’s phone · Done', 'Anna’s phone · Done']);
    expect(whole(timer('set', { room: 1 }))).toBe('Anna’s phone');
    expect(whole(changed(99, {}))).toBe('At the device or by the controller');
  });

  it('names the timer that did it, and not the phone that set it', async () => {
    const { detail } = await told();
    expect(detail(commanded(['confirmed'], { timer: 't' }))).toBe('Timer · Done');
  });

  it('is a timer with its device or room and its time, and why it did not act', async () => {
    const { text, detail } = await told();
    const time = clockTime(AT);
    expect(text(timer('set'))).toBe(`Timer set: Ceiling off at ${time}`);
    expect(text(timer('cancelled', { room: 1 }))).toBe(`Timer cancelled: Hall off at ${time}`);
    const missed = timer('missed', { missed: 'late' });
    expect(text(missed)).toBe(`Timer didn’t act: Ceiling off at ${time}`);
    expect(detail(missed)).toBe('Anna’s phone · The Mantel server was off then.');
  });

  it('leaves out who did it where the reader may not know', async () => {
    const { detail } = await told();
    expect(detail(commanded(['confirmed'], { by: null }))).toBe('Done');
    expect(detail(timer('set', { by: null }))).toBe('');
  });

  it('says that nobody was looking', async () => {
    const { text, whole } = await told();
    const gap: Happening = { kind: 'gap', at: AT, until: AT + 60_000 };
    expect([text(gap), whole(gap)]).toEqual([`Nobody was looking until ${clockTime(AT + 60_000)}`, '']);
  });
});

it('the first page of a wall tells openings, alarms, scenes and timers, and never motion or a single command', async () => {
  const { isForWall } = await told();
  const tripped = { Tripped: true };
  expect([3, 4, 5].map((id) => isForWall(changed(id, tripped)))).toEqual([true, true, false]);
  expect(isForWall(changed(3, { batteryLevel: 4 })), 'a battery is no opening').toBe(false);
  expect(isForWall(commanded(['confirmed'], { what: 'scene', scene: 'film' }))).toBe(true);
  expect(isForWall(commanded(['confirmed'], { timer: 't' }))).toBe(true);
  expect(isForWall(commanded(['confirmed']))).toBe(false);
  for (const what of ['set', 'cancelled', 'void'] as const) expect(isForWall(timer(what)), what).toBe(false);
  expect(isForWall(timer('missed'))).toBe(true);
});

it('the sheet of a device tells what it did, what was sent to it and its timers, and no gaps', () => {
  const all = [changed(1, {}), commanded(['confirmed', 'failed']), timer('set')];
  expect(all.map((each) => concerns(each, 1))).toEqual([true, true, true]);
  expect(all.map((each) => concerns(each, 2))).toEqual([false, true, false]);
  expect(concerns({ kind: 'gap', at: AT, until: AT }, 1)).toBe(false);
});

it('the days of a list keep the order, and begin at local midnight', () => {
  const midnight = new Date(2026, 10, 22).getTime();
  const list = [2, 1, 0, -1].map((minutes) => ({ at: midnight + minutes * 60_000 }));
  expect([...daysOf(list)]).toEqual([
    [midnight, list.slice(0, 3)],
    [new Date(2026, 10, 21).getTime(), list.slice(3)]
  ]);
});
