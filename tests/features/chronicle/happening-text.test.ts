import { expect, it } from 'vitest';
import type { Happening } from '#shared/happenings';
import type { Scene } from '#shared/scenes';
import { dayOf, groupsOf, rowsOf } from '../../../src/features/chronicle/chronicle-rows';
import {
  concerns,
  happeningRow,
  isForWall,
  isIn,
  isOfKind,
  nothingText
} from '../../../src/features/chronicle/happening-text';
import { clockTime, dayAndTime } from '../../../src/lib/i18n/time';
import { aBench, statesOf } from '../bulk-actions/test-bench';
import { aDimmer, aLamp, aLock, aSensor, aShutter } from '../bulk-actions/test-devices';

const AT = new Date(2026, 10, 22, 18, 10).getTime();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PHONE = { id: 's1', name: 'Phone' };
const SCENE: Scene = {
  id: 'film',
  name: 'Film',
  icon: 'film',
  commands: [{ device: 1, method: 'setLevel', params: { level: 5 } }]
};

type Commanded = Extract<Happening, { kind: 'commanded' }>;
type Seen = Extract<Happening, { kind: 'seen' }>;

const off = { method: 'setStatus', params: { status: false } };
const changed = (device: number, params: Record<string, unknown>, at = AT): Happening => ({
  kind: 'changed',
  at,
  device,
  params
});
/** Commands to the devices 1, 2, … that ended in these states. */
const commanded = (states: string, more: Partial<Commanded> = {}, call: object = off): Happening => ({
  kind: 'commanded',
  at: AT,
  id: 'b',
  by: PHONE,
  commands: statesOf(states).map((state, at) => ({ ...off, ...call, device: at + 1, state })),
  ...more
});
const timer = (what: 'set' | 'cancelled' | 'void' | 'missed', more: object = {}): Happening => ({
  kind: 'timer',
  at: AT,
  what,
  commands: [{ ...off, device: 1 }],
  room: null,
  due: AT,
  by: PHONE,
  ...more
});
/** Somebody has seen an alarm of the smoke sensor, or others. */
const seen = (more: Partial<Seen> = {}): Happening => ({
  kind: 'seen',
  at: AT,
  alarms: [{ kind: 'smoke', device: 4 }],
  by: { name: 'Father’s phone' },
  ...more
});
const gap = { kind: 'gap', at: AT, until: AT + 2 * MINUTE_MS } as const;
const LATE = timer('missed', { missed: 'late' });
const RUN = { ...changed(2, {}, gap.until), run: { from: AT, count: 4 } };

async function aHouse() {
  const { opened } = await aBench([
    aDimmer(1, 40, { name: 'Ceiling', room_id: 1 }),
    aLamp(2, { name: 'Floor lamp', room_id: 1 }),
    aSensor(3, 'BinaryDoorSensor', false, { name: 'Terrace door', room_id: 1 }),
    aSensor(4, 'BinarySmokeSensor', false, { name: 'Smoke alarm', room_id: 1 }),
    aSensor(5, 'BinaryMotionSensor', false, { name: 'Motion', room_id: 1 }),
    { ...aLock(6), name: 'Front door' },
    aShutter(7, 0, { name: 'Garage door', icon: 'garage' }),
    aDimmer(8, 66, { name: 'Fan', type: 'DevSwitchMultilevel', icon: 'fan', room_id: 1 })
  ]);
  opened.scenes.value = [SCENE];
  return opened;
}

const ROOM = { scope: 'room:1' };
const OFF = { what: 'lights-off', ...ROOM };
const FILM = { what: 'scene', scene: 'film' };

const DIM = { what: 'lights-dim', ...ROOM };
const LEVEL = { method: 'setLevel', params: { level: 30 } };
const TOMORROW = AT + DAY_MS;
const ASLEEP = { progress: 'waiting' };

const ARMED: Seen['alarms'] = [
  { kind: 'armed', device: 3 },
  { kind: 'armed', device: 5 }
];

it.each<[string, string, Happening]>([
  // What a sensor reports was done by nobody.
  ['Terrace door: Open', 'Hall', changed(3, { Tripped: true })],
  // A name that says it already is said once.
  ['Motion', 'Hall', changed(5, { Tripped: true })],
  // Nor is it said of what the house does by itself.
  ['Floor lamp: On', 'Hall', changed(2, { Status: true })],
  ['#99', '', changed(99, {})],
  ['Ceiling: Off', 'Hall · Phone', commanded('confirmed')],
  ['Ceiling: Off', 'Hall', commanded('confirmed', { by: null })],
  // Only a full success is a bare name.
  ['Ceiling: Off · Not confirmed', 'Hall · Phone', commanded('unconfirmed')],
  ['Ceiling: Off failed', 'Hall · Phone', commanded('failed')],
  ['Ceiling: Off · Under way', 'Hall · Phone', commanded('sending')],
  ['Ceiling: Off · When it wakes', 'Hall · Phone', commanded('accepted', {}, ASLEEP)],
  ['Film: 1 of 1 done · 1 when it wakes', 'Phone', commanded('confirmed accepted', FILM, ASLEEP)],
  ['Ceiling: Off · Not sent', 'Hall · Phone', commanded('cancelled')],
  ['Ceiling: Off · Replaced by a newer command.', 'Hall · Phone', commanded('superseded')],
  ['Film', 'Phone', commanded('confirmed confirmed', FILM)],
  ['Film: 1 of 2 done', 'Phone · 1 failed.', commanded('confirmed failed', FILM)],
  ['Film failed', 'Phone · 2 failed.', commanded('failed failed', FILM)],
  ['A scene', 'Phone', commanded('confirmed', { scene: 'gone' })],
  // Commands without a code are named by their devices.
  ['Ceiling, Floor lamp: Off', 'Phone', commanded('confirmed confirmed')],
  ['Ceiling and 3 more: 3 of 4 done', 'Phone · 1 failed.', commanded('confirmed confirmed confirmed failed')],
  // Each code has words of its own.
  ['Hall: 1 light off', 'Phone', commanded('confirmed', OFF)],
  ['Hall: 1 of 2 off', 'Phone · 1 didn’t reply.', commanded('confirmed unconfirmed', OFF)],
  ['Hall: 2 lights on', 'Phone', commanded('confirmed confirmed', { ...OFF, what: 'lights-on' })],
  ['Hall: brightness 30 %', 'Phone', commanded('confirmed confirmed', DIM, LEVEL)],
  ['Hall: 1 of 2 done', 'Phone · 1 failed.', commanded('confirmed failed', DIM, LEVEL)],
  ['Hall: shutters told to stop (1)', 'Phone', commanded('confirmed', { ...OFF, what: 'shutters-stop' })],
  [
    'Fan: Medium',
    'Hall · Phone',
    commanded('', {
      commands: [{ device: 8, method: 'setLevel', params: { level: 66 }, state: 'confirmed' }]
    })
  ],
  // What a record does not tell.
  ['Hall: 2 lights off · and 70 more', 'Phone', commanded('confirmed confirmed', { ...OFF, more: 70 })],
  [
    'Hall: 1 of 2 off · 70 more not listed',
    'Phone · 1 failed.',
    commanded('failed confirmed', { ...OFF, more: 70 })
  ],
  ['Undone', 'Phone', commanded('confirmed confirmed', { what: 'undo' })],
  ['Undo: 1 of 2 put back', 'Phone · 1 failed.', commanded('confirmed failed', { what: 'undo' })],
  // What replaced a command has its own row.
  ['Hall: 1 light off', 'Phone', commanded('confirmed superseded', OFF)],
  ['Ceiling: Off failed', 'Hall · Timer', commanded('failed', { timer: 't' })],
  ['Hall: 2 lights off', 'Timer', commanded('confirmed confirmed', { timer: 't', ...ROOM })],
  ['Timer set: Ceiling off at TIME', 'Hall · Phone', timer('set')],
  ['Timer set: Ceiling off on TOMORROW', 'Hall · Phone', timer('set', { due: TOMORROW })],
  ['Timer cancelled: Hall off at TIME', '', timer('cancelled', { room: 1, by: null })],
  ['Timer didn’t act: Ceiling off at TIME', 'Hall · Phone · The Mantel server was off then.', LATE],
  ['Smoke · Hall: seen on “Father’s phone”', '', seen()],
  // Who may not know the name reads no more than that; the record keeps the name for two days.
  ['Smoke · Hall: seen', '', seen({ by: null })],
  ['Smoke · Hall: seen', 'A wall tablet', seen({ by: null, way: 'wall' })],
  ['Door open · Hall and 1 more: seen on “Father’s phone”', '', seen({ alarms: ARMED })],
  ['Door open · Hall and 8 more: seen on “Father’s phone”', '', seen({ alarms: ARMED, more: 7 })],
  ['Water · #99: seen on “Father’s phone”', '', seen({ alarms: [{ kind: 'leak', device: 99 }] })],
  ['Drill: seen on “Father’s phone”', '', seen({ alarms: [{ kind: 'drill', device: null }] })],
  ['Mantel was not connected TIME–UNTIL', '', gap],
  ['Floor lamp: 4 changes, TIME–UNTIL', 'Hall', RUN]
])('what happened is told as "%s", with "%s"', async (text, detail, happening) => {
  const told = text
    .replace('TIME', clockTime(AT))
    .replace('UNTIL', clockTime(gap.until))
    .replace('TOMORROW', dayAndTime(TOMORROW, AT));
  expect(happeningRow(await aHouse(), happening)).toMatchObject({ text: told, detail });
});

it.each([
  [-90_000, false],
  [-45_000, true],
  [20_000, true],
  [61_000, false]
])(
  'a change %s ms from a command of its device says that somebody was at the device: %s',
  async (ms, isSaid) => {
    const house = await aHouse();
    const ours = commanded('confirmed confirmed');
    const theirs = changed(2, { Status: true }, AT + ms);
    const both = ms < 0 ? [theirs, ours] : [ours, theirs];
    const row = rowsOf(both).find(({ kind }) => kind === 'changed');
    expect(row && happeningRow(house, row).detail).toBe(
      isSaid ? 'Hall · At the device or by the controller' : 'Hall'
    );
  }
);

it('a row of commands that undo others names them', async () => {
  const left = commanded('confirmed confirmed', { what: 'leaving', id: 'left' });
  const undo = commanded('confirmed failed', { what: 'undo', id: 'undo', undoes: 'left' });
  const house = await aHouse();
  expect(rowsOf([left, undo]).map((row) => happeningRow(house, row).text)).toEqual([
    'Leaving',
    'Leaving: 1 of 2 put back'
  ]);
});

it.each([
  [
    'that started at 09:45 and has no record',
    9.75,
    false,
    'Nothing since 09:45, when Mantel started watching'
  ],
  ['that started at 09:45 and has a record', 9.75, true, 'Nothing since 09:45'],
  ['that has watched for longer than it remembers', -36, false, 'Nothing since 24 Nov, 12:00']
])('of a home %s, nothing is told as "%s %s %s"', (_name, hour, isRecorded, said) => {
  const midnight = new Date(2026, 10, 26).getTime();
  const at = (hours: number) => midnight + hours * 3_600_000;
  expect(nothingText(at(hour), at(12), isRecorded)).toBe(said);
});

it.each<[string, string, Happening]>([
  ['an opening', 'wall doors', changed(3, { Tripped: true })],
  ['the battery of a contact', '', changed(3, { batteryLevel: 4 })],
  ['an alarm', 'wall doors', changed(4, { Tripped: true })],
  ['that an alarm was seen', 'wall doors us', seen()],
  ['motion', '', changed(5, { Tripped: true })],
  ['a lock', 'doors', changed(6, { Status: false })],
  ['an entrance', 'doors', changed(7, { Level: 99 })],
  ['a lamp', '', changed(2, { Status: true })],
  ['a scene', 'wall us', commanded('confirmed', FILM)],
  ['a timer that was set', 'us', timer('set')],
  ['a timer that did not act', 'wall us', LATE],
  ['a gap', 'doors us', gap]
])('%s is told in: %s', async (_, places, happening) => {
  const home = await aHouse();
  const is = {
    wall: isForWall(home, happening),
    doors: isOfKind(home, happening, 'doors'),
    us: isOfKind(home, happening, 'us')
  };
  expect(
    Object.entries(is)
      .flatMap(([place, isTold]) => (isTold ? place : []))
      .join(' ')
  ).toBe(places);
});

/** Each letter is a minute: a change of a, b; c: a command to a; g: a gap; d: a door; s: a seen alarm; a space for ten minutes of nothing. */
const happeningsOf = (letters: string): Happening[] =>
  Array.from(letters).flatMap((letter, minute) => {
    const at = AT + (minute + 10 * letters.slice(0, minute).split(' ').length) * MINUTE_MS;
    if (letter === 'c') return [{ ...commanded('confirmed'), at }];
    if (letter === 'g') return [{ ...gap, at, until: at }];
    if (letter === 's') return [{ ...seen(), at }];
    if (letter === 'd') return [changed(3, { Tripped: true }, at)];
    return letter === ' ' ? [] : [changed(letter === 'a' ? 1 : 2, { Status: true }, at)];
  });

it.each([
  ['aaa', 'A3'],
  ['abababb', 'A3 B4'],
  ['aadddbaa', 'd d d b A4'],
  ['aacaaa', 'a a c A3'],
  ['aagaa', 'a a g a a'],
  ['aasa', 's A3'],
  ['aa aa', 'a a a a']
])('changes %s are told as %s: three of a device are one row, those of a sensor are not', (letters, told) => {
  const rows = rowsOf(happeningsOf(letters)).map((row) => {
    if (row.kind !== 'changed') return row.kind.slice(0, 1);
    const letter = row.device === 3 ? 'd' : row.device === 1 ? 'a' : 'b';
    return row.run ? `${letter.toUpperCase()}${row.run.count}` : letter;
  });
  expect(rows.join(' ')).toBe(told);
});

it('the sheet of a device tells what it did, what was sent to it and its timers, and no gaps', () => {
  const all = [changed(1, {}), commanded('confirmed failed'), timer('set'), gap];
  expect(all.map((each) => concerns(each, 1))).toEqual([true, true, true, false]);
  expect(all.map((each) => concerns(each, 2))).toEqual([false, true, false, false]);
});

it('an alarm that was seen is told by the sheet of its device and the list of its room, a drill by neither', async () => {
  const home = await aHouse();
  const all = [seen(), seen({ alarms: ARMED }), seen({ alarms: [{ kind: 'drill', device: null }] })];
  expect(all.map((each) => concerns(each, 4))).toEqual([true, false, false]);
  expect(all.map((each) => isIn(home, each, 1))).toEqual([true, true, false]);
});

it('the days of a list keep the order, and begin at local midnight', () => {
  const midnight = new Date(2026, 10, 22).getTime();
  const list = [2, 1, 0, -1].map((minutes) => ({ at: midnight + minutes * MINUTE_MS }));
  expect([...groupsOf(list, dayOf)]).toEqual([
    [midnight, list.slice(0, 3)],
    [new Date(2026, 10, 21).getTime(), list.slice(3)]
  ]);
});
