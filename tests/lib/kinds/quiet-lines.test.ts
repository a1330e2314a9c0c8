import { mdiCheck, mdiHelp } from '@mdi/js';
import { expect, test } from 'vitest';
import type { Device } from '#shared/home';
import { leavingLabel, leavingRows, leavingStatus } from '../../../src/features/bulk-actions/leaving-lines';
import { leavingOf, type Leaving, type LeavingKind } from '../../../src/features/bulk-actions/leaving-plan';
import type { Scope } from '../../../src/lib/kinds/house-lines';
import { LIVE } from '../../../src/lib/kinds/sight';
import { aDimmer, aLamp, aLock, aSensor, aShutter } from '../../features/bulk-actions/test-devices';
import { houseLinesOf } from './house-lines-of';
import { aDevice } from './test-home';

const door = (id: number, Tripped: unknown, more: Partial<Device> = {}) =>
  aSensor(id, 'BinaryDoorSensor', Tripped, { name: `Door ${id}`, ...more });
const thermostat = (Heat: number | undefined, more: Partial<Device> = {}) =>
  aDevice({
    id: 9,
    type: 'DevThermostat',
    interfaces: ['ThermostatMode', 'ThermostatSetpoint'],
    params: { currentMode: 'Heat', currentSetpoints: Heat === undefined ? {} : { Heat } },
    ...more
  });
const plug = (id: number, Status: unknown, more: Partial<Device> = {}) =>
  aLamp(id, { icon: 'socket', params: { Status }, ...more });
const locked = (lock?: 'locked' | 'unlocked'): Device => ({ ...aLock(8), ...(lock && { lock }) });
const dead = { alive: false };

/** Devices of each kind of which none stands out: all known, some known, none known. */
const KNOWN: readonly Device[] = [
  door(1, false),
  door(2, false),
  locked('locked'),
  aDimmer(3, 0),
  aDimmer(4, 0),
  plug(5, false),
  aShutter(6, 0),
  aShutter(7, 0),
  thermostat(16)
];
const MIXED: readonly Device[] = [
  door(1, false),
  door(2, 'ajar'),
  locked(),
  aDimmer(3, 0),
  aDimmer(4, 0, dead),
  plug(5, false),
  plug(10, undefined),
  aShutter(6, 0),
  aShutter(7, 0, { params: { Level: 254 } }),
  thermostat(16)
];
const UNKNOWN: readonly Device[] = [
  door(1, false, dead),
  door(2, undefined),
  locked(),
  aDimmer(3, 0, dead),
  aDimmer(4, 0, dead),
  plug(5, false, dead),
  aShutter(6, 0, dead),
  aShutter(7, 0, { params: {} }),
  thermostat(undefined)
];

const lostAt = (since: string, isToday: boolean): Scope => ({
  sight: { kind: 'lost', since, isToday, hasReadings: isToday },
  rooms: null
});
const NOW: Scope = { sight: LIVE, rooms: null };
const LOST = lostAt('19:12', true);
const LOST_FOR_A_DAY = lostAt('21 Nov, 19:12', false);
const ONE_ROOM: Scope = { sight: LIVE, rooms: 1 };
const ROOMS: Scope = { sight: LIVE, rooms: 2 };

const MARKS = new Map([
  [mdiCheck, '✓ '],
  [mdiHelp, '? ']
]);
/** A sentence with the mark that stands beside it. */
const marked = (text: string, icon = '') => `${MARKS.get(icon) ?? ''}${text}`;

const UNSURE = [
  '? 2 of 2 doors unknown',
  '? 1 of 1 lock unknown',
  '? 2 of 2 lights unknown',
  '? 1 of 1 switch unknown',
  '? 2 of 2 shutters unknown',
  '? 1 of 1 thermostat unknown'
];
const SOME = ['1 of 2 doors', '1 of 1 lock', '1 of 2 lights', '1 of 2 switches', '1 of 2 shutters'];
const FINE =
  'Doors and windows closed · No lock unlocked · No lights on · No switches on · Shutters closed · No thermostat turned up';

/** What the chips of the house and the rows of a wall say, what Leaving says at its top, and its rows. */
interface Said {
  readonly house: readonly string[];
  readonly status: string;
  readonly rows: readonly string[];
}

const TABLE: readonly (readonly [what: string, devices: readonly Device[], scope: Scope, said: Said])[] = [
  [
    'known',
    KNOWN,
    NOW,
    {
      house: ['✓ All closed', '✓ No lights on', '✓ Shutters closed', '✓ Devices OK'],
      status: '✓ All is off and closed',
      rows: [`✓ ${FINE}`]
    }
  ],
  [
    'unknown',
    UNKNOWN,
    NOW,
    {
      house: [
        '? 2 of 2 doors unknown',
        '? 2 of 2 lights unknown',
        '? 2 of 2 shutters unknown',
        '5 not responding'
      ],
      status: '? Nothing known to be on or open',
      rows: UNSURE
    }
  ],
  [
    'mixed',
    MIXED,
    NOW,
    {
      house: [
        '? 1 of 2 doors unknown',
        '? 1 of 2 lights unknown',
        '? 1 of 2 shutters unknown',
        '1 not responding'
      ],
      status: '? Nothing known to be on or open',
      rows: [...SOME.map((some) => `? ${some} unknown`), '✓ No thermostat turned up']
    }
  ],
  [
    'lost',
    KNOWN,
    LOST,
    {
      house: ['Closed', 'No lights on', 'Shutters closed', 'Devices OK'].map((text) => `${text} at 19:12`),
      status: 'All off and closed at 19:12',
      rows: [`${FINE} at 19:12`]
    }
  ],
  [
    'lost and mixed',
    MIXED,
    LOST,
    {
      house: [
        '? 1 of 2 doors unknown at 19:12',
        '? 1 of 2 lights unknown at 19:12',
        '? 1 of 2 shutters unknown at 19:12',
        '1 not responding at 19:12'
      ],
      status: '? Nothing known to be on or open at 19:12',
      rows: [...SOME.map((some) => `? ${some} unknown at 19:12`), 'No thermostat turned up at 19:12']
    }
  ],
  [
    'lost for a day',
    KNOWN,
    LOST_FOR_A_DAY,
    {
      house: ['Closed', 'No lights on', 'Shutters closed', 'Devices OK'].map(
        (text) => `${text} · 21 Nov, 19:12`
      ),
      status: 'All off and closed · 21 Nov, 19:12',
      rows: [`${FINE} · 21 Nov, 19:12`]
    }
  ],
  [
    'limited to a room',
    [door(1, false), aDimmer(3, 0, dead)],
    ONE_ROOM,
    {
      house: ['✓ In your room: all closed', '? In your room: 1 of 1 light unknown', '1 not responding'],
      status: '? In your room: nothing known to be on or open',
      rows: ['? In your room: 1 of 1 light unknown', '✓ In your room: doors and windows closed']
    }
  ],
  [
    'limited to rooms',
    [door(1, false), door(2, false, dead), aDimmer(3, 0)],
    ROOMS,
    {
      house: ['? In your rooms: 1 of 2 doors unknown', '✓ In your rooms: no lights on', '1 not responding'],
      status: '? In your rooms: nothing known to be on or open',
      rows: ['? In your rooms: 1 of 2 doors unknown', '✓ In your rooms: no lights on']
    }
  ]
];

/** The rows of Leaving, and its line of what is fine. */
function rowsOf(leaving: Leaving, scope: Scope, kept: readonly LeavingKind[] = []): readonly string[] {
  const { rows, fine } = leavingRows(leaving, scope, kept);
  const said = rows.map(({ text, icon }) => marked(text, icon));
  return fine ? [...said, marked(fine.label, fine.icon)] : said;
}

test.each(TABLE)(
  'what is %s is said alike by the house and by Leaving, and a tick is for what is known now',
  (_, devices, scope, said) => {
    const leaving = leavingOf(devices);
    const status = leavingStatus(leaving, scope);
    const sentences: Said = {
      house: houseLinesOf(devices, scope).map(({ label, icon }) => marked(label, icon)),
      status: marked(status.label, status.icon),
      rows: rowsOf(leaving, scope)
    };
    expect(sentences).toEqual(said);
    const all = [...sentences.house, sentences.status, ...sentences.rows];
    expect(all.filter((text) => text.includes('✓') && /unknown|known to be/.test(text))).toEqual([]);
  }
);

test('a door that was not heard for a day is unknown to Leaving, and one that was open then is said to be open', () => {
  const [openings] = leavingOf([door(1, false), door(2, true)], () => true).kinds;
  expect([openings?.unknown, openings?.standing].map((of) => of?.map(({ id }) => id))).toEqual([[1], [2]]);
});

test('Leaving says first what is unknown, then what stands out, and at the end what is fine', () => {
  const devices = [aLamp(1), plug(5, true), door(2, true), door(3, false, dead), aShutter(6, 0)];
  const leaving = leavingOf(devices);
  expect(rowsOf(leaving, NOW)).toEqual([
    '? 1 unknown · Door 2 open',
    '1 light on',
    '1 switch on',
    '✓ Shutters closed'
  ]);
  expect(leavingStatus(leaving, NOW)).toEqual({ label: 'The rest is for you to check.' });
});

test('a row of Leaving keeps its place, whatever becomes of it, and a new one comes below', () => {
  const leaving = leavingOf([aLamp(1, { params: { Status: false } }), door(2, undefined), aShutter(6, 60)]);
  expect(rowsOf(leaving, NOW, ['lights', 'shutters'])).toEqual([
    '✓ No lights on',
    '1 shutter open',
    '? 1 of 1 door unknown'
  ]);
});

const ticked: Device = { ...plug(3, true), isOffWhenLeaving: true };

test.each<[string, readonly Device[], string]>([
  ['one light', [aLamp(1)], 'Turn off 1 light'],
  ['lights and a plug', [aLamp(1), aLamp(2), ticked], 'Turn off 2 lights and 1 switch'],
  [
    'all that it moves',
    [aLamp(1), aLamp(2), aLamp(3), aShutter(4, 60), aShutter(5, 60), thermostat(21)],
    'Turn off 3 lights, close 2 shutters, heating down'
  ],
  ['a shutter alone', [aShutter(4, 60)], 'Close 1 shutter'],
  [
    'an open door, an open lock and a plug that nobody chose',
    [door(1, true), locked('unlocked'), plug(3, true)],
    ''
  ]
])('the button of Leaving says what it does for %s', (_, devices, label) => {
  expect(leavingLabel(leavingOf(devices))).toBe(label);
});
