import { describe, expect, it } from 'vitest';
import { applyChanges, compareHomes } from '#shared/changes';
import { isHazardSensor, reportedAlarmOf } from '#shared/hazards';
import { EMPTY_HOME, type Device } from '#shared/home';
import { decodeDevices, decodeHome } from '#shared/home-schema';
import { isAlarm, meaningOf } from '#shared/meaning';
import { modelOf } from '#shared/model';
import { actuatorsOf, faultAgainst, faultOf, isOverheated, withFaults } from '#shared/node-faults';
import { aDevice } from '../lib/kinds/test-home';

/** A part of a node as an HTTP controller lists it. */
interface Part {
  readonly type?: string;
  readonly role?: string;
  readonly interfaces?: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
}

const shutter: Part = { type: 'DevShutter', interfaces: ['SwitchBinary', 'SwitchMultilevel', 'Shutter'] };
const dimmer: Part = { type: 'DevDimmer', interfaces: ['SwitchBinary', 'SwitchMultilevel'] };
const relay: Part = { type: 'DevSwitch', interfaces: ['SwitchBinary'] };
const thermostat: Part = { type: 'DevThermostat', interfaces: ['ThermostatMode', 'ThermostatSetpoint'] };
const root: Part = { type: 'DevUnknown', interfaces: ['MultichannelRoot'] };
const meter: Part = { type: 'DevMeter', interfaces: ['SensorMultilevel'], params: { Value: 4 } };
const sensor = (role: string, more: Part['params'] = {}): Part => ({
  type: 'DevBinarySensor',
  role,
  interfaces: ['SensorBinary'],
  params: { Tripped: true, ...more }
});
const heat = sensor('BinaryHeatSensor');
const overload = sensor('BinaryOverloadSensor');
const generic = sensor('BinaryGenericSensor');

/** The devices of node 12, with ids from 1. */
const nodeOf = (...parts: readonly Part[]): Device[] =>
  parts.map((part, at) => aDevice({ id: at + 1, ...part, params: { nodeId: 12, ...part.params } }));

const marked = (...parts: readonly Part[]) => withFaults(nodeOf(...parts));
const alarmsOf = (devices: readonly Device[]) => devices.flatMap((device) => reportedAlarmOf(device) ?? []);

describe('of the nodes of an HTTP controller', () => {
  it.each<[string, readonly Part[], 'overheated' | 'overloaded']>([
    ['Shelly Wave Shutter', [shutter, heat, generic, meter], 'overheated'],
    ['Qubino Flush Shutter', [shutter, sensor('OverheatAlarm'), meter], 'overheated'],
    ['Fibaro Roller Shutter 3, which says both', [shutter, heat, overload], 'overheated'],
    ['Fibaro Dimmer 2', [root, dimmer, relay, heat], 'overheated'],
    ['Fibaro Walli Double Switch', [root, relay, relay, meter, heat], 'overheated'],
    ['Aeotec Heavy Duty Switch', [relay, meter, heat], 'overheated'],
    ['Aeotec Nano Dimmer', [dimmer, sensor('BinaryOverheatSensor')], 'overheated'],
    ['Fibaro Wall Plug with an over-load', [relay, meter, overload], 'overloaded'],
    ['Zooz ZEN15 with an over-load', [relay, sensor('OverLoad')], 'overloaded'],
    [
      'a colour bulb',
      [{ type: 'DecDimmerColor', interfaces: ['SwitchMultilevel', 'SwitchColor'] }, heat],
      'overheated'
    ],
    ['a shutter with a battery', [{ ...shutter, params: { batteryLevel: 80 } }, heat], 'overheated']
  ])('the heat or over-load of a %s is its own state', (_name, parts, fault) => {
    const devices = marked(...parts);
    expect(alarmsOf(devices)).toEqual([]);
    expect(devices.filter(isHazardSensor)).toEqual([]);
    const actuators = devices.filter(({ interfaces }) =>
      interfaces.some((name) => ['SwitchBinary', 'SwitchMultilevel', 'Shutter'].includes(name))
    );
    expect(actuators.map(faultOf)).toEqual(actuators.map(() => fault));
    const sensors = devices.filter(({ role }) => /heat/i.test(role));
    expect(sensors.map(isOverheated)).toEqual(sensors.map(() => true));
  });

  it.each<[string, readonly Part[], readonly string[]]>([
    ['a heat detector', [heat], ['heat']],
    ['a heat detector with a thermometer', [heat, meter], ['heat']],
    ['Heatit Z-TRM, a thermostat', [thermostat, heat, meter], ['heat']],
    ['a thermostat with a relay', [thermostat, relay, heat], ['heat']],
    ['First Alert ZCOMBO', [sensor('BinarySmokeSensor'), sensor('BinaryCOSensor')], ['smoke', 'co']],
    ['Fibaro Smoke Sensor FGSD-002', [sensor('BinarySmokeSensor'), heat], ['smoke', 'heat']],
    ['Fibaro Flood Sensor', [sensor('BinaryLeakingSensor'), generic], ['leak']],
    ['a smoke detector with a relay', [relay, sensor('BinarySmokeSensor'), heat], ['smoke', 'heat']],
    ['a gas detector with a relay', [relay, sensor('BinaryGasSensor', { Tripped: false }), heat], ['heat']],
    ['a siren', [{ ...relay, role: 'Siren' }, heat], ['heat']],
    ['a sound switch', [{ ...dimmer, interfaces: ['SwitchMultilevel', 'Sound Switch'] }, heat], ['heat']],
    [
      'a node of class alarm sensor',
      [{ ...relay, interfaces: ['SwitchBinary', 'AlarmSensor'] }, heat],
      ['heat']
    ],
    [
      'a detector with a battery and its own switch',
      [{ ...relay, params: { batteryLevel: 9 } }, heat],
      ['heat']
    ],
    ['a lock', [{ ...relay, type: 'DevDoorLock' }, heat], ['heat']],
    ['the controller’s own node', [{ interfaces: ['Gateway'] }, relay, heat], ['heat']]
  ])('what %s says stays a hazard of the home', (_name, parts, hazards) => {
    const devices = marked(...parts);
    expect(alarmsOf(devices)).toEqual(hazards);
    expect(devices.filter(({ fault }) => fault !== undefined)).toEqual([]);
  });
});

it('endpoints belong to the node of their parent, and a heat sensor of another node to none of them', () => {
  const parent = aDevice({ id: 1, ...root, params: { nodeId: 5 } });
  const shutterOf = aDevice({ id: 2, ...shutter, params: { parentDeviceId: 1 } });
  const heatOf = { Tripped: true, parentDeviceId: 1, endpointId: 2 };
  const sensorOf = aDevice({ id: 3, ...heat, params: heatOf });
  const other = aDevice({ id: 4, ...heat, params: { Tripped: true, nodeId: 6 } });
  const devices = withFaults([parent, shutterOf, sensorOf, other]);
  expect(devices.map(({ fault }) => fault)).toEqual([undefined, 'overheated', 'overheated', undefined]);
  const [, , hot, detector] = devices;
  expect(hot && actuatorsOf(hot, devices).map(({ id }) => id)).toEqual([2]);
  expect(detector && actuatorsOf(detector, devices)).toEqual([]);
  expect(withFaults(devices.filter(({ id }) => id !== 1)).map(faultOf)).toEqual([
    'overheated',
    'overheated',
    undefined
  ]);
});

it('an over-load or over-current is a hazard of no node, however it is spelt', () => {
  for (const role of [
    'BinaryOverloadSensor',
    'Over-load',
    'OVER_LOAD_ALARM',
    'Overcurrent',
    'OverCurrentHeat'
  ])
    expect(alarmsOf(marked(sensor(role))), role).toEqual([]);
});

it('an armed sensor of its own node’s heat or load raises no alarm, and an armed motion sensor beside it does', () => {
  const armed = { Armed: true };
  const motion = { ...sensor('BinaryMotionSensor', armed), interfaces: ['SwitchBinary', 'SensorBinary'] };
  const devices = marked(
    relay,
    sensor('BinaryHeatSensor', armed),
    sensor('BinaryOverloadSensor', armed),
    motion
  );
  expect(devices.map(isAlarm)).toEqual([false, false, false, true]);
});

it('a sensor of its own node’s heat is the same model, and neither a hazard nor an opening', () => {
  const [, bare] = nodeOf(shutter, heat);
  const [, own] = marked(shutter, heat);
  expect(bare && own && modelOf(own) === modelOf(bare)).toBe(true);
  expect(own && meaningOf(own)).toEqual({ detected: 'heat', nature: 'other' });
});

it.each<[Part, string, object, boolean]>([
  [shutter, 'stop', {}, true],
  [shutter, 'stopLevelChange', {}, true],
  [shutter, 'startLevelChange', { direction: 'down' }, false],
  [shutter, 'setLevel', { level: 0 }, false],
  [shutter, 'setStatus', { status: false }, false],
  [dimmer, 'setLevel', { level: 0 }, true],
  [dimmer, 'setLevel', { level: 1 }, false],
  [dimmer, 'setStatus', { status: false }, true],
  [dimmer, 'startLevelChange', { direction: 'down' }, false],
  [relay, 'setStatus', { status: true }, false],
  [relay, 'setStatus', { status: false }, true],
  [relay, 'pulse', {}, false],
  [relay, 'setColor', { components: { Red: 1 } }, false]
])('while its node is too hot, of %j the call %s %j is taken: %s', (part, method, params, isTaken) => {
  const call = { method, params: { ...params } };
  const [hot] = marked(part, heat);
  const [cool] = marked(part, sensor('BinaryHeatSensor', { Tripped: false }));
  expect(hot && faultAgainst(hot, call)).toBe(isTaken ? undefined : 'overheated');
  expect(cool && faultAgainst(cool, call)).toBeUndefined();
});

it('a sensor that is too hot is armed and acknowledged', () => {
  const [, hot] = marked(shutter, heat);
  for (const method of ['ack', 'setArmed'])
    expect(hot && faultAgainst(hot, { method, params: {} })).toBeUndefined();
});

it('what a controller says of faults counts for nothing: no detector loses its alarm by it', () => {
  const lies = nodeOf(sensor('BinarySmokeSensor'), heat).map((device) => ({ ...device, fault: 'none' }));
  const read = decodeDevices(lies)?.entries ?? [];
  expect(alarmsOf(read)).toEqual(['smoke', 'heat']);
  expect(alarmsOf(withFaults(lies as readonly Device[]))).toEqual(['smoke', 'heat']);
  const [smoke] = withFaults(nodeOf(relay, sensor('BinarySmokeSensor'))).slice(1);
  expect(smoke && reportedAlarmOf({ ...smoke, fault: 'none' })).toBe('smoke');
});

it('a fault goes through a message of the proxy and its changes, and finding faults again changes nothing', () => {
  const home = (...parts: readonly Part[]) => ({ ...EMPTY_HOME, devices: marked(...parts) });
  const hot = home(shutter, heat);
  const cool = home(shutter, sensor('BinaryHeatSensor', { Tripped: false }));
  expect(decodeHome(JSON.parse(JSON.stringify(hot)))).toEqual(hot);
  for (const [before, after] of [[cool, hot] as const, [hot, cool] as const]) {
    const difference = compareHomes(before, after);
    expect(difference.type === 'changes' && applyChanges(before, difference.changes)).toEqual(after);
  }
  expect(compareHomes(hot, { ...EMPTY_HOME, devices: nodeOf(shutter, heat) }).type).toBe('home');
  expect(withFaults(hot.devices).every((device, at) => device === hot.devices[at])).toBe(true);
});
