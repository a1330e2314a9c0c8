import * as v from 'valibot';
import { expect, it } from 'vitest';
import { keyOfValue, valueIdSchema } from '../../../../proxy/sources/zwave-js/protocol';
import { houseOf, plug, soon } from './fake-server';
import { binarySensor, homeOf, node, notification, withValues } from './nodes';
import { deviceOf, say, sourceOf, updated } from './source';

const NAMES: Readonly<Record<number, string>> = {
  1: 'Smoke Alarm',
  2: 'CO Alarm',
  3: 'CO2 Alarm',
  4: 'Heat Alarm',
  5: 'Water Alarm',
  6: 'Access Control',
  7: 'Home Security',
  8: 'Power Management',
  9: 'System',
  12: 'Appliance',
  13: 'Home Health',
  14: 'Siren',
  15: 'Water Valve',
  16: 'Weather Alarm',
  17: 'Irrigation',
  18: 'Gas alarm'
};

/** A variable of a notification, with the states that it has beside idle. */
const variable = (type: number, name: string, value: number, ...states: readonly number[]) =>
  notification(type, NAMES[type] ?? 'New alarm', name, value, {
    0: 'idle',
    ...Object.fromEntries(states.map((state) => [state, `State ${state}`]))
  });

/** What a variable becomes: the role of a sensor that is tripped, a condition, a battery that is low, or nothing. */
type Outcome = `Binary${string}` | `condition ${string}` | 'battery low' | 'nothing';

/** Variables as real nodes have them: type, name, value, states; and what becomes of them. */
const VARIABLES: readonly (readonly [number, string, number, readonly number[], Outcome])[] = [
  // First Alert ZCOMBO.
  [1, 'Sensor status', 2, [2], 'BinarySmokeSensor'],
  [1, 'Alarm status', 3, [3], 'condition test'],
  [1, 'Alarm status', 0, [3], 'nothing'],
  [2, 'Sensor status', 2, [2], 'BinaryCOSensor'],
  [2, 'Maintenance status', 5, [5], 'condition end-of-life'],
  [2, 'Alarm status', 6, [3, 6], 'condition silenced'],
  [9, 'Hardware status', 1, [1], 'condition hardware-failure'],
  // Other detectors.
  [1, 'Alarm status', 6, [3, 6], 'condition silenced'],
  [1, 'Maintenance status', 4, [4, 5], 'condition replace'],
  [1, 'Maintenance status', 5, [4, 5], 'condition end-of-life'],
  [1, 'Periodic inspection status', 7, [7], 'condition inspection'],
  [1, 'Dust in device status', 8, [8], 'condition dust'],
  [1, 'Dust in device status', 254, [8], 'nothing'],
  [2, 'Test status', 3, [3], 'nothing'],
  [2, 'Test status', 0x301, [3], 'nothing'],
  [2, 'Test status', 0x302, [3], 'condition test-failed'],
  [3, 'Maintenance status', 4, [4, 5], 'condition replace'],
  [4, 'Heat sensor status', 2, [2], 'BinaryHeatSensor'],
  [4, 'Alarm status', 7, [7, 9], 'condition test'],
  [4, 'Maintenance status', 8, [8], 'condition end-of-life'],
  [18, 'Combustible gas status', 2, [2], 'BinaryGasSensor'],
  [18, 'Alarm status', 5, [5], 'condition test'],
  [18, 'Maintenance status', 6, [6], 'condition replace'],
  // Water.
  [5, 'Sensor status', 2, [2], 'BinaryLeakingSensor'],
  [5, 'Maintenance status', 5, [5], 'condition filter'],
  [5, 'Water pressure alarm status', 7, [7], 'BinaryGenericSensor'],
  [5, 'Water flow alarm status', 0x603, [6], 'BinaryGenericSensor'],
  [5, 'Pump status', 11, [10, 11], 'BinaryGenericSensor'],
  // Schlage BE469.
  [6, 'Lock state', 11, [11], 'condition jammed'],
  [6, 'Keypad state', 16, [16], 'condition keypad-blocked'],
  [7, 'Sensor status', 2, [2], 'BinaryGenericSensor'],
  [8, 'Battery maintenance status', 10, [10, 11], 'battery low'],
  [8, 'Battery maintenance status', 11, [10, 11], 'battery low'],
  [6, 'Door state', 22, [22, 23], 'BinaryDoorSensor'],
  [6, 'Barrier battery status', 74, [74], 'condition sensor-battery'],
  // Multisensor 6.
  [7, 'Motion sensor status', 8, [8], 'BinaryMotionSensor'],
  [7, 'Cover status', 3, [3], 'condition tamper'],
  [7, 'Magnetic interference status', 11, [11], 'BinaryGenericSensor'],
  // Shelly Wave Shutter, relays and dimmers.
  [8, 'Over-current status', 6, [6], 'condition over-current'],
  [8, 'Over-voltage status', 7, [7], 'condition over-voltage'],
  [8, 'Over-load status', 8, [8], 'BinaryOverloadSensor'],
  [8, 'Load error status', 9, [9], 'condition load-error'],
  [9, 'Software status', 4, [4], 'condition software-failure'],
  [9, 'Cover status', 6, [6], 'condition tamper'],
  [9, 'Emergency shutoff status', 7, [7], 'condition shut-off'],
  // Ring keypad and WallMote.
  [8, 'Power status', 1, [1], 'nothing'],
  [8, 'Mains status', 2, [2, 3], 'condition power-lost'],
  [8, 'Mains status', 3, [2, 3], 'nothing'],
  [8, 'Battery load status', 12, [12], 'condition charging'],
  [8, 'Battery level status', 13, [13, 14, 15], 'nothing'],
  [8, 'Battery level status', 15, [13, 14, 15], 'battery low'],
  [8, 'Backup battery level status', 16, [16, 18], 'condition backup-battery'],
  // Appliances, and what tells of the home.
  [12, 'Maintenance status', 4, [4], 'condition filter'],
  [12, 'Water supply failure status', 7, [7], 'condition malfunction'],
  [15, 'Valve jammed status', 7, [7], 'condition jammed'],
  [17, 'Device configuration status', 5, [5], 'condition maintenance'],
  [13, 'Sleep apnea status', 0x701, [7], 'BinaryGenericSensor'],
  [14, 'Siren status', 1, [1], 'BinaryGenericSensor'],
  [16, 'Freeze alarm status', 3, [3], 'BinaryGenericSensor'],
  // Of a later driver.
  [1, 'Maintenance status', 99, [98, 99], 'nothing'],
  [1, 'Smouldering status', 99, [99], 'BinaryGenericSensor'],
  [8, 'Phase status', 99, [99], 'nothing'],
  [9, 'Memory status', 99, [], 'nothing'],
  [31, 'Dust in device status', 5, [5], 'nothing'],
  [31, 'Sensor status', 2, [2], 'BinaryGenericSensor']
];

it.each(VARIABLES)('notification %i, “%s” in state %i of %j is %s', (type, name, value, states, outcome) => {
  const [device, ...more] = homeOf(withValues(variable(type, name, value, ...states))).devices();
  expect(more).toEqual([]);
  const { Tripped, conditions, batteryLow } = device?.params ?? {};
  const isSensor = outcome.startsWith('Binary');
  expect({ role: device?.role, Tripped, conditions, isLow: batteryLow ?? false }).toEqual({
    role: isSensor ? outcome : '',
    Tripped: isSensor ? true : undefined,
    conditions: isSensor
      ? undefined
      : outcome.startsWith('condition ')
        ? [outcome.replace('condition ', '')]
        : [],
    isLow: outcome === 'battery low'
  });
});

const ofBattery = (property: string, value: unknown) => ({ commandClass: 128, property, value });

it('a First Alert ZCOMBO is two sensors, and what it says of itself', () => {
  const { devices } = homeOf(
    withValues(
      variable(1, 'Sensor status', 0, 2),
      variable(1, 'Alarm status', 3, 3),
      variable(2, 'Sensor status', 0, 2),
      variable(2, 'Maintenance status', 5, 5),
      variable(2, 'Alarm status', 0, 3),
      variable(9, 'Hardware status', 0, 1),
      ofBattery('level', 90),
      ofBattery('isLow', false)
    )
  );
  expect(devices().map(({ name, role, params }) => [name, role, params])).toEqual([
    [
      'Plug 2',
      'BinarySmokeSensor',
      {
        Tripped: false,
        nodeId: 2,
        batteryLevel: 90,
        batteryLow: false,
        conditions: ['end-of-life', 'test']
      }
    ],
    ['Plug 2 · CO Alarm', 'BinaryCOSensor', { Tripped: false, nodeId: 2 }]
  ]);
});

it.each([
  ['says so', [ofBattery('level', 100), ofBattery('isLow', true)], { batteryLevel: 100, batteryLow: true }],
  ['denies it', [ofBattery('level', 100), ofBattery('isLow', false)], { batteryLow: false }],
  [
    'says so by a notification alone',
    [ofBattery('isLow', false), variable(8, 'Battery maintenance status', 11, 10, 11)],
    { batteryLow: true }
  ],
  ['says nothing of it', [ofBattery('level', 3)], { batteryLevel: 3, batteryLow: undefined }]
])('the battery of a node that %s is that of its main device', (_, values, params) => {
  const [device] = homeOf(withValues(...values)).devices();
  expect({ batteryLow: undefined, ...device?.params }).toMatchObject(params);
});

it('the conditions of all endpoints are those of the main device, each once and the most important one first', () => {
  const shutter = (endpoint: number) => [
    { endpoint, commandClass: 38, property: 'currentValue', value: 50, propertyName: '', metadata: {} },
    { endpoint, ...variable(8, 'Over-current status', 6, 6) },
    { endpoint, ...variable(9, 'Hardware status', 1, 1) }
  ];
  const two = [1, 2].map((index) => ({ index, deviceClass: null, commandClasses: [] }));
  const { devices } = homeOf(node(2, { endpoints: two, values: [...shutter(1), ...shutter(2)] }));
  expect(devices().map(({ params }) => params['conditions'])).toEqual([
    ['hardware-failure', 'over-current'],
    undefined
  ]);
});

it('the device of a variable whose states say later that it tells of its node is gone, and no sensor takes its id', () => {
  const dust = (...states: number[]) => variable(1, 'Dust in device status', 0, ...states);
  const { home, devices } = homeOf(withValues(dust(2)));
  const [retired] = devices();
  expect(retired?.role).toBe('BinaryGenericSensor');
  home.put(withValues(dust(8), binarySensor(10, 'Door/Window', false)));
  expect(devices()).toMatchObject([{ role: 'BinaryDoorSensor' }]);
  expect(devices()[0]?.id).not.toBe(retired?.id);
});

it('a change of a condition is a change of the main device, and of no list', () => {
  const life = { endpoint: 0, ...variable(2, 'Maintenance status', 0, 5) };
  const smoke = { endpoint: 0, ...variable(1, 'Sensor status', 0, 2) };
  const co = { endpoint: 0, ...variable(2, 'Sensor status', 0, 2) };
  const alarm = (value: number, ...more: readonly object[]) =>
    plug(2, { values: [smoke, co, { ...life, value }, ...more] });
  const { home, devices } = homeOf(node(2, alarm(0)));
  const changes: unknown[] = [];
  let lists = 0;
  home.onChange(({ before, after }) =>
    changes.push([after.role, before.params['conditions'], after.params['conditions']])
  );
  home.onLists(() => lists++);
  expect(
    home.apply(keyOfValue(2, v.parse(valueIdSchema, life)), 5),
    'it belongs to no device, so that the node is read'
  ).toBe(false);
  home.put(node(2, alarm(5)));
  expect(changes.filter((each) => JSON.stringify(each).includes('end-of-life'))).toEqual([
    ['BinarySmokeSensor', [], ['end-of-life']]
  ]);
  expect(lists).toBe(0);
  home.put(node(2, alarm(0)));
  expect(devices()[0]?.params['conditions']).toEqual([]);
  home.put(node(2, { values: [smoke, co] }));
  expect(devices()[0]?.params).not.toHaveProperty('conditions');
  expect(lists, 'a list that disappears is a new structure').toBe(1);
});

it('an event of a condition, which is no value of a device, shows at the main device', async () => {
  const life = { endpoint: 0, ...variable(1, 'Maintenance status', 0, 5) };
  let value = 0;
  const { source, sockets } = await sourceOf(
    houseOf(() => [
      plug(2, {
        values: [
          { endpoint: 0, ...variable(1, 'Sensor status', 0, 2) },
          { ...life, value }
        ]
      })
    ])
  );
  expect(deviceOf(source).params['conditions']).toEqual([]);
  value = 5;
  const { commandClass, property, propertyKey } = life;
  say(sockets[0], updated(5, { commandClass, property, propertyKey }));
  await soon(() => expect(deviceOf(source).params['conditions']).toEqual(['end-of-life']));
});
