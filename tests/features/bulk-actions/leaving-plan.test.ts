import { expect, test } from 'vitest';
import type { Device } from '#shared/home';
import { leavingOf } from '../../../src/features/bulk-actions/leaving-plan';
import { locksOf } from '../../lib/kinds/locks';
import { aDevice } from '../../lib/kinds/test-home';
import { aDimmer, aLamp, aLock, aSensor, aShutter } from './test-devices';

const aThermostat = (currentMode: string, currentSetpoints: object, more: Partial<Device> = {}) =>
  aDevice({
    id: 9,
    type: 'DevThermostat',
    interfaces: ['ThermostatMode', 'ThermostatSetpoint'],
    params: { currentMode, currentSetpoints },
    ...more
  });
const aDoor = (Tripped: unknown, more: Partial<Device> = {}) => aSensor(5, 'BinaryDoorSensor', Tripped, more);
const dead = { alive: false };
const PLUG = { icon: 'socket' };
const down = { setpointType: 'Heat' };

/** A device, whether it stands out (its kind) or is unknown, and what is sent to it. */
const ROWS: Readonly<Record<string, readonly [device: Device, said: string, sent?: object]>> = {
  'a lit lamp': [aLamp(1), 'lights', { status: false }],
  'a dark lamp': [aDimmer(2, 0), ''],
  'a lamp that does not respond': [aLamp(1, dead), 'unknown'],
  'a plug that is on': [aLamp(1, PLUG), 'switches'],
  'a plug that is off': [aLamp(1, { ...PLUG, params: { Status: false } }), ''],
  'a plug that does not respond': [aLamp(1, { ...PLUG, ...dead }), 'unknown'],
  'a plug that leaving turns off': [
    { ...aLamp(1, PLUG), isOffWhenLeaving: true },
    'switches',
    { status: false }
  ],
  'a plug that leaving turns off, and that only shows its state': [
    { ...aLamp(1, PLUG), isOffWhenLeaving: true, touch: 'show' },
    'switches'
  ],
  'a siren that sounds': [{ ...aLamp(1, { type: 'DevSiren' }), isOffWhenLeaving: true }, 'switches'],
  'a silent siren': [aLamp(1, { type: 'DevSiren', params: { Status: false } }), ''],
  'an open valve': [{ ...aLamp(1, { icon: 'water-valve' }), isOffWhenLeaving: true }, ''],
  'an open shutter': [aShutter(3, 60), 'shutters', { direction: 'down' }],
  'an open shutter that only shows its state': [{ ...aShutter(3, 60), touch: 'show' }, 'shutters'],
  'a closed shutter': [aShutter(3, 0), ''],
  'a shutter that reports nothing': [aShutter(3, 0, { params: {} }), 'unknown'],
  'an open garage door': [aShutter(4, 90, { icon: 'garage' }), 'openings'],
  'an open door': [aDoor(true), 'openings'],
  'a door that does not respond': [aDoor(false, dead), 'unknown'],
  'a lock that nobody knows': [aLock(6), 'unknown'],
  'an unlocked lock': [{ ...aLock(6), lock: 'unlocked' }, 'locks'],
  'a locked lock': [{ ...aLock(6), lock: 'locked' }, ''],
  'heating at 21°': [aThermostat('Heat', { Heat: 21 }), 'climate', { setpoint: 17, ...down }],
  'heating at 70 °F': [aThermostat('Heat', { Heat: 70 }), 'climate', { setpoint: 63, ...down }],
  'heating with a setpoint for an empty home': [
    aThermostat('Heat', { Heat: 21, EnergySaveHeating: 15 }),
    'climate',
    { setpoint: 15, ...down }
  ],
  'heating at 16°': [aThermostat('Heat', { Heat: 16 }), ''],
  'heating that is off': [aThermostat('Off', { Heat: 21 }), ''],
  'a boiler': [aThermostat('Heat', { Heat: 40 }), ''],
  cooling: [aThermostat('Cool', { Cool: 21 }), ''],
  both: [aThermostat('Auto', { Heat: 21, Cool: 25 }), 'climate', { setpoint: 17, ...down }],
  'a thermostat that reports no target': [aThermostat('Heat', {}), 'unknown'],
  'a shutter of a level that nobody can read': [
    aShutter(3, 0, { params: { Level: 254, Status: false } }),
    'unknown'
  ],
  'a thermostat that does not respond': [aThermostat('Heat', { Heat: 21 }, dead), 'unknown']
};

test.each(Object.entries(ROWS))('when people leave, %s is said and put right', (_, [device, said, sent]) => {
  const { kinds, plan } = leavingOf([device]);
  const found = kinds.flatMap(({ kind, standing, unknown }) => [
    ...(standing.length > 0 ? [kind] : []),
    ...(unknown.length > 0 ? ['unknown'] : [])
  ]);
  expect(found.join()).toBe(said);
  expect(plan.steps.map(({ call }) => call.params)).toEqual(sent ? [sent] : []);
});

test('no lock of any form is moved when people leave', () => {
  expect(leavingOf(locksOf({ Status: true, Level: 40 })).plan.steps).toEqual([]);
});
