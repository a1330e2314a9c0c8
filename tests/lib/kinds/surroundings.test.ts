import { expect, test } from 'vitest';
import { isShown, type Device } from '#shared/home';
import { summaryOf } from '$lib/kinds/control-summary';
import type { RoomHome } from '$lib/kinds/room-readings';
import { surroundingsOf } from '$lib/kinds/surroundings';
import { aDevice, aRoom } from './test-home';

const THERMOSTAT = 1;
const interfaces = ['ThermostatMode', 'ThermostatSetpoint'];
const celsius = { nodeId: 5, valueUnit: '°C', currentMode: 'Heat', currentSetpoints: { Heat: 22 } };
/** A thermostat at the root of node 5, with a target in °C. */
const thermostat = (params: object = {}, more: object = {}) =>
  aDevice({
    id: THERMOSTAT,
    room_id: 1,
    type: 'DevThermostat',
    interfaces,
    params: { ...celsius, ...params },
    ...more
  });

let id = THERMOSTAT;
const air = (Value: unknown, params: object, more: Partial<Device> = {}) =>
  aDevice({
    id: ++id,
    room_id: 1,
    type: 'DevTemperature',
    interfaces: ['SensorMultilevel'],
    params: { Value, sensorType: 'Temperature', valueUnit: '°C', ...params },
    ...more
  });
/** A sensor of the thermostat's node at an end point. */
const own = (Value: unknown, endpointId = 0, params: object = {}, more: Partial<Device> = {}) =>
  air(Value, { nodeId: 5, ...(endpointId > 0 && { endpointId }), ...params }, more);
/** The room's main device, of another node. */
const main = (params: object = {}, more: Partial<Device> = {}) => air(19, { nodeId: 9, ...params }, more);
const second = (params: object = {}) =>
  aDevice({ id: ++id, room_id: 1, type: 'DevThermostat', interfaces, params: { ...celsius, ...params } });

const F = { valueUnit: '°F' };
const K = { valueUnit: 'K' };
const dead = { alive: false };
const hidden = { hidden: true };
const PARENT = 40;
const parts = { nodeId: null, parentDeviceId: PARENT };
const byParent = [thermostat({ ...parts, endpointId: 1 }), own(20, 2, parts)] as const;

/**
 * What a thermostat says, with the unit of its target if it carries one, of the devices of its room. The first one is the room's main
 * device.
 */
type Row = readonly [says: string, unit: string, devices: readonly Device[], of?: Device];

const ROWS: readonly (readonly [title: string, ...Row])[] = [
  ['its own end point', '20.0 °C', '', [main(), own(20), own(25, 2)]],
  [
    'its own end point, if that is not the root',
    '25.0 °C',
    '',
    [main(), own(20), own(25, 2)],
    thermostat({ endpointId: 2 })
  ],
  ['the only sensor of its node', '23.5 °C', '', [main(), own(23.5, 2)]],
  ['the only sensor of its node, by its parent', '20.0 °C', '', [main(), ...byParent], byParent[0]],
  [
    'the only sensor below it',
    '20.0 °C',
    '',
    [main(), air(20, { parentDeviceId: THERMOSTAT })],
    thermostat({ nodeId: null })
  ],
  ['its room, if its node has two sensors elsewhere', '19.0 °C', '', [main(), own(20, 1), own(25, 2)]],
  ['its room, if its end point has two sensors', '19.0 °C', '', [main(), own(20), own(25), own(24, 2)]],
  [
    'its room, if the sensor is another thermostat’s',
    '19.0 °C',
    '',
    [main(), second({ endpointId: 2 }), own(25, 2)]
  ],
  ['its room, if its node has none', '19.0 °C', '', [main()]],
  [
    'the air, beside a probe in the floor',
    '20.0 °C',
    '',
    [main(), own(20, 1), own(27, 2, {}, { name: 'Floor' })]
  ],
  ['the probe of a floor that has no other', '27.0 °C', '', [main(), own(27, 2, {}, { name: 'Floor' })]],
  ['its room, if its node’s sensor is outside', '19.0 °C', '', [main(), own(4, 2, {}, { name: 'Outside' })]],
  [
    'its own sensor, although it is in a garage',
    '8.0 °C',
    '',
    [main(), own(8, 0, {}, { name: 'Garage air' })],
    thermostat({}, { name: 'Garage' })
  ],
  ['its room, if its own sensor is dead', '19.0 °C', '', [main(), own(20, 0, {}, dead)]],
  ['its room, if its own sensor is silent', '19.0 °C', '', [main(), own(null)]],
  ['nothing, if all sensors are dead', '', '', [main({}, dead), own(20, 0, {}, dead)]],
  ['its own sensor, although the household hides it', '20.0 °C', '', [main(), own(20, 0, {}, hidden)]],
  [
    'the shown sensor of its node, not the hidden one',
    '20.0 °C',
    '',
    [main(), own(20, 1), own(85, 2, {}, hidden)]
  ],
  ['its own sensor in another unit', '20.0 °C', '22.0 °C', [main(), own(68, 0, F)]],
  ['its own sensor in Kelvin', '20.5 °C', '22.0 °C', [main(), own(293.65, 0, K)]],
  [
    'its room, of which the main device is in another unit',
    '16.5 °C',
    '22.0 °C',
    [main({ ...F, Value: 61.7 })]
  ],
  ['its own sensor, beside a main device in another unit', '20.5 °C', '22.0 °C', [main(F), own(20.5)]],
  ['its room in °F', '66.2 °F', '72.0 °F', [main()], thermostat({ ...F, currentSetpoints: { Heat: 72 } })],
  [
    'its own sensor, beside a thermostat in another unit',
    '20.0 °C',
    '22.0 °C',
    [main(), own(20), second({ ...F, nodeId: 8 })]
  ],
  [
    'what it measures itself',
    '21.0 °C',
    '22.0 °C',
    [main(F), own(20)],
    thermostat({ sensorType: 'Temperature', Value: 21 })
  ],
  [
    'its room, if it does not say its unit',
    '18.9 °C',
    '22.0 °C',
    [main({ ...F, Value: 66 })],
    thermostat({ valueUnit: '' })
  ],
  [
    'its room, by whose unit it goes',
    '66.0 °F',
    '',
    [main({ ...F, Value: 66 })],
    thermostat({ valueUnit: '', currentSetpoints: { Heat: 44 } })
  ]
];

test.each(ROWS.map(([title, ...row]): readonly [string, Row] => [title, row]))(
  'a thermostat shows the temperature of %s',
  (_, [says, unit, devices, of = thermostat()]) => {
    const all = devices.includes(of) ? devices : [...devices, of];
    const home: RoomHome = {
      home: { devices: all },
      device: (wanted) => all.find((device) => device.id === wanted),
      roomDevices: () => all.filter(isShown),
      hiddenDevices: () => all.filter((device) => !isShown(device))
    };
    const room = aRoom({
      id: 1,
      main_devices: {
        temperature_sensor: devices[0]?.id ?? null,
        humidity_sensor: null,
        luminosity_sensor: null
      }
    });
    const around = surroundingsOf(of, room, home);
    expect(summaryOf(of, around)).toBe(says === '' ? 'Heat' : `${says} · Heat`);
    expect(around.targetUnit).toBe(unit.split(' ')[1] ?? '');
    const both = {
      ...of,
      params: { ...of.params, currentMode: 'Auto', currentSetpoints: { Heat: 18, Cool: 24 } }
    };
    if (of.params['valueUnit'] === '°C')
      expect(summaryOf(both, around)).toContain(unit === '' ? '18°–24°' : '18 °C–24 °C');
  }
);

test('a thermostat that is dead, or no thermostat, has no surroundings', () => {
  const home: RoomHome = {
    home: null,
    device: () => undefined,
    roomDevices: () => [main(F)],
    hiddenDevices: () => []
  };
  for (const device of [thermostat({}, dead), main()])
    expect(surroundingsOf(device, aRoom({ id: 1 }), home)).toEqual({
      temperature: undefined,
      targetUnit: ''
    });
});
