import { expect, test } from 'vitest';
import type { Device } from '#shared/home';
import type { LeftOpen } from '$lib/kinds/house-lines';
import { LIVE, type Sight } from '$lib/kinds/sight';
import { aDimmer, aSensor, aShutter } from '../../features/bulk-actions/test-devices';
import { houseLinesOf } from './house-lines-of';

const door = (id: number, Tripped: unknown, more: Partial<Device> = {}) =>
  aSensor(id, 'BinaryDoorSensor', Tripped, {
    name: `Door ${id}`,
    interfaces: ['SensorBinary', 'Battery'],
    params: { Tripped, batteryLevel: 80 },
    ...more
  });
const low = door(3, false, { params: { Tripped: false, batteryLevel: 5 } });
const armed = door(1, true, { params: { Tripped: true, Armed: true } });
const dead = { alive: false };

const linesOf = (devices: readonly Device[], sight: Sight, leftOpen?: LeftOpen) =>
  houseLinesOf(devices, { sight, rooms: null }, leftOpen);

const SIGHTS: readonly (readonly [end: string, sight: Sight])[] = [
  ['', LIVE],
  [' at 16:29', { kind: 'lost', since: '16:29', isToday: true, hasReadings: true }],
  [' · 21 Nov, 16:29', { kind: 'lost', since: '21 Nov, 16:29', isToday: false, hasReadings: false }]
];

/** What there is, and what is said of it while it is live. Without a connection each line carries the time of what was so. */
const SAID: Readonly<Record<string, readonly [devices: readonly Device[], said: readonly string[]]>> = {
  'a closed door': [[door(1, false)], ['All closed', 'Devices OK']],
  'an open door': [
    [door(1, true), door(2, false)],
    ['Door 1 open', 'Devices OK']
  ],
  'an open door beside one that reports nothing': [
    [door(1, true), door(2, undefined), low],
    ['Door 1 open · 1 unknown', '1 battery low']
  ],
  'doors that nobody knows': [
    [door(1, false), door(2, undefined), door(4, false, dead)],
    ['2 of 3 doors unknown', '1 not responding']
  ],
  'the alarm of the one open door': [
    [armed, door(2, false)],
    ['Door 1 open', 'Devices OK', 'Alarm: Door 1']
  ],
  'lamps and shutters': [
    [aDimmer(1, 30), aDimmer(2, 0), aShutter(3, 60)],
    ['1 light on', '1 shutter open', 'Devices OK']
  ],
  'dark or closed': [
    [aDimmer(1, 0), aShutter(2, 0)],
    ['No lights on', 'Shutters closed', 'Devices OK']
  ],
  'what is dark or closed beside one of each that does not respond': [
    [aDimmer(1, 0), aDimmer(2, 0, dead), aShutter(3, 0), aShutter(4, 0, dead)],
    ['1 of 2 lights unknown', '1 of 2 shutters unknown', '2 not responding']
  ]
};

test.each(Object.entries(SAID))('what is said of %s has the tense of what is known', (_, [devices, said]) => {
  for (const [end, sight] of SIGHTS) {
    const lines = linesOf(devices, sight);
    expect(lines.map(({ label }) => label)).toEqual(
      said.map((text) => `${sight === LIVE ? text : text.replace('All closed', 'Closed')}${end}`)
    );
    if (sight !== LIVE) expect(new Set(lines.map(({ tone }) => tone))).toEqual(new Set(['neutral']));
  }
});

const leftOpen = { device: door(1, true), ms: 20.5 * 60_000 };

test.each([
  ['one door', [door(1, true), door(2, false)], LIVE, 'Left open 20 min · Door 1'],
  ['one of two open doors', [door(1, true), door(2, true)], LIVE, 'Left open 20 min · 2 open'],
  [
    'one door beside one that reports nothing',
    [door(1, true), door(2, undefined)],
    LIVE,
    'Left open 20 min · Door 1 · 1 unknown'
  ],
  ['one door without a connection', [door(1, true)], SIGHTS[1]?.[1] ?? LIVE, 'Door 1 open at 16:29'],
  ['one door that is closed by now', [door(1, false)], LIVE, 'All closed']
] as const)('what is said of %s that was left open', (_, devices, sight, said) => {
  expect(linesOf(devices, sight, leftOpen)[0]?.label).toBe(said);
});
