import { expect, it } from 'vitest';
import { reportedAlarmOf } from '#shared/hazards';
import { actuatorsOf, faultOf, withFaults } from '#shared/node-faults';
import { binarySensor, homeOf, node, notification } from './nodes';

/** A node with these values, of this device class and with these further command classes. */
function aNode(
  values: readonly object[],
  { kind = [0x10, 1], classes = [] }: { kind?: readonly number[]; classes?: readonly number[] } = {}
) {
  const [generic, specific] = kind;
  return node(2, {
    name: 'It',
    deviceClass: { generic: { key: generic }, specific: { key: specific } },
    endpoints: [0, 1, 2].map((index) => ({
      index,
      deviceClass: null,
      commandClasses: classes.map((id) => ({ id }))
    })),
    values: values.map((value) => ({ endpoint: 0, propertyName: '', metadata: {}, ...value }))
  });
}

const control = (commandClass: number, value: unknown, endpoint = 0) => [
  { endpoint, commandClass, property: 'currentValue', value },
  { endpoint, commandClass, property: 'targetValue' }
];
const relay = control(37, true);
const level = control(38, 50);
const setpoint = {
  commandClass: 67,
  property: 'setpoint',
  propertyKey: 1,
  value: 21,
  metadata: { unit: '°C' }
};
const heat = notification(4, 'Heat Alarm', 'Heat sensor status', 2);
const power = (variable: string, state: number) => notification(8, 'Power Management', variable, state);
const overload = power('Over-load status', 8);
const overcurrent = power('Over-current status', 6);
const hardware = notification(9, 'System', 'Hardware status', 3);
const smoke = notification(1, 'Smoke Alarm', 'Sensor status', 2);
const co = notification(2, 'CO Alarm', 'Sensor status', 2);
const MOTOR = { kind: [0x11, 7] };
const DIMMER = { kind: [0x11, 1] };

const devicesOf = (one: ReturnType<typeof node>) => withFaults(homeOf(one).devices());

it.each<[string, ReturnType<typeof node>, 'overheated' | 'overloaded' | undefined]>([
  ['Shelly Wave Shutter', aNode([...level, heat, overcurrent, hardware], MOTOR), 'overheated'],
  ['Qubino Flush Shutter', aNode([...level, heat], MOTOR), 'overheated'],
  ['Fibaro Dimmer 2', aNode([...level, heat, overload, overcurrent], DIMMER), 'overheated'],
  ['Aeotec Nano Dimmer', aNode([...level, overload, heat], DIMMER), 'overheated'],
  ['Aeotec Heavy Duty Switch', aNode([...relay, heat]), 'overheated'],
  ['Fibaro Walli Switch', aNode([...relay, power('Over-load status', 0), heat]), 'overheated'],
  [
    'relay of two channels whose root has the heat',
    aNode([heat, ...control(37, true, 1), ...control(37, false, 2)]),
    'overheated'
  ],
  [
    'dimmer with class 48 for its heat',
    aNode([...level, binarySensor(5, 'Heat', true)], DIMMER),
    'overheated'
  ],
  ['wall plug with an over-load', aNode([...relay, overload]), 'overloaded'],
  ['wall plug with an over-current', aNode([...relay, overcurrent]), undefined]
])('what a %s senses in itself is no alarm', (_name, one, fault) => {
  const devices = devicesOf(one);
  expect(devices.flatMap((device) => reportedAlarmOf(device) ?? [])).toEqual([]);
  const moved = devices.filter(({ interfaces }) => interfaces.includes('SwitchBinary'));
  expect(moved.map(faultOf)).toEqual(moved.map(() => fault));
  const sensor = devices.find(({ role, fault: its }) => its === fault && /Heat|Overload/.test(role));
  expect(sensor ? actuatorsOf(sensor, devices).length : 0).toBe(fault ? moved.length : 0);
});

it.each<[string, ReturnType<typeof node>, readonly string[]]>([
  ['a heat detector', aNode([heat], { kind: [0x07, 1] }), ['heat']],
  ['a heat detector that switches its relay', aNode([...relay, heat], { kind: [0x07, 1] }), ['heat']],
  ['Heatit Z-TRM3, a thermostat', aNode([setpoint, heat], { kind: [0x08, 6] }), ['heat']],
  ['First Alert ZCOMBO', aNode([smoke, co], { kind: [0xa1, 1] }), ['smoke', 'co']],
  ['Fibaro Smoke Sensor FGSD-002', aNode([smoke, heat], { kind: [0x07, 1] }), ['smoke', 'heat']],
  [
    'Fibaro Flood Sensor',
    aNode([notification(5, 'Water Alarm', 'Sensor status', 2)], { kind: [0x07, 1] }),
    ['leak']
  ],
  ['Aeotec Siren 6, a sound switch', aNode([...level, heat], { ...DIMMER, classes: [121] }), ['heat']],
  ['Aeotec Siren Gen5, a siren', aNode([...relay, heat], { kind: [0x10, 5] }), ['heat']],
  [
    'a siren by its notifications',
    aNode([...relay, heat, notification(14, 'Siren', 'Siren status', 0)]),
    ['heat']
  ],
  ['a node of class 156', aNode([...relay, heat], { classes: [156] }), ['heat']],
  ['a node of alarm sensors', aNode([...relay, heat], { kind: [0xa1, 0] }), ['heat']],
  [
    'a smoke detector of which only its silence is known',
    aNode([...relay, heat, notification(1, 'Smoke Alarm', 'Alarm status', 0)]),
    ['heat']
  ]
])('what %s says stays a hazard of the home', (_name, one, hazards) => {
  expect(devicesOf(one).flatMap((device) => reportedAlarmOf(device) ?? [])).toEqual(hazards);
});

it('a sensor of over-load keeps the number that it had as a generic sensor, before its type was known', () => {
  const { home, devices } = homeOf(aNode([...relay, { ...overload, metadata: { states: { 0: 'idle' } } }]));
  const before = devices().find(({ role }) => role === 'BinaryGenericSensor');
  home.put(aNode([...relay, overload]));
  expect(devices().find(({ role }) => role === 'BinaryOverloadSensor')?.id).toBe(before?.id);
});
