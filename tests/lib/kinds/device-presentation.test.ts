import { expect, test } from 'vitest';
import type { Device } from '#shared/home';
import { summaryOf } from '$lib/kinds/control-summary';
import { ICONS } from '$lib/kinds/device-icons';
import { nameOf } from '$lib/kinds/device-name';
import { presentDevice } from '$lib/kinds/device-presentation';
import { aDevice } from './test-home';

const device = (type: string, interfaces: string[], params: Device['params'], more: Partial<Device> = {}) =>
  aDevice({ id: 7, type, interfaces, params, ...more });

test.each([
  [device('DevSwitch', ['SwitchBinary'], { Status: true }), 'On', 'on'],
  [device('DevSwitch', ['SwitchBinary'], { Status: false }), 'Off', 'neutral'],
  [device('DevSwitch', ['SwitchBinary'], {}), 'Unknown', 'neutral'],
  [device('DevDimmer', ['SwitchMultilevel', 'SwitchBinary'], { Level: 42, Status: true }), '42 %', 'on'],
  [device('DevDimmer', ['SwitchMultilevel', 'SwitchBinary'], { Level: 99, Status: true }), '100 %', 'on'],
  [device('DevDimmer', ['SwitchMultilevel', 'SwitchBinary'], { Level: 0, Status: false }), 'Off', 'neutral'],
  [device('DevDimmer', ['SwitchMultilevel', 'SwitchBinary'], { Level: null }), 'No reading', 'neutral'],
  [device('DevShutter', ['SwitchMultilevel', 'Shutter'], { Level: 0 }), 'Closed', 'neutral'],
  [device('DevShutter', ['SwitchMultilevel', 'Shutter'], { Level: 5 }), 'Closed', 'neutral'],
  [device('DevShutter', ['SwitchMultilevel', 'Shutter'], { Level: 6 }), '6 % open', 'shutter'],
  [device('DevShutter', ['SwitchMultilevel', 'Shutter'], { Level: 94 }), '94 % open', 'shutter'],
  [device('DevShutter', ['SwitchMultilevel', 'Shutter'], { Level: 95 }), 'Open', 'shutter'],
  [device('DevShutter', ['SwitchMultilevel', 'Shutter'], { Level: 99 }), 'Open', 'shutter'],
  [device('DevTemperature', ['SensorMultilevel'], { Value: 21.44, valueUnit: '°C' }), '21.4 °C', 'neutral'],
  [device('DevTemperature', ['SensorMultilevel'], {}), 'No reading', 'neutral'],
  [device('DevGateway', ['Gateway'], {}), 'Gateway', 'neutral'],
  [device('DevUnknown', ['Teleporter'], {}), 'Not supported yet', 'neutral']
])('a summary in one line %# reads as written', (subject, summary, tone) => {
  expect(summaryOf(subject)).toBe(summary);
  expect(presentDevice(subject).tone).toBe(tone);
});

const thermostat = (params: Device['params']) =>
  device('DevThermostat', ['ThermostatMode', 'ThermostatSetpoint', 'ThermostatOperatingState'], params);

test('a thermostat shows what it measures and what it does', () => {
  const heating = thermostat({ currentMode: 'Heat', currentState: 'Heating', Value: 20.4, valueUnit: '°C' });
  expect(summaryOf(heating)).toBe('20.4 °C · Heating');
  expect(presentDevice(heating).tone).toBe('heating');
});

test('a thermostat shows that it is off, even if its state is idle', () => {
  expect(summaryOf(thermostat({ currentMode: 'Off', currentState: 'Idle' }))).toBe('Off');
});

test("a thermostat shows unknown modes and states in the controller's words", () => {
  expect(summaryOf(thermostat({ currentMode: 'Furnace' }))).toBe('Furnace');
  expect(summaryOf(thermostat({ currentState: 'Defrosting' }))).toBe('Defrosting');
});

const binarySensor = (role: string, params: Device['params'], more: Partial<Device> = {}) =>
  device('DevBinarySensor', ['SensorBinary'], params, { role, ...more });

test.each([
  ['BinaryDoorSensor', 'Open', 'Closed'],
  ['BinaryWindowSensor', 'Open', 'Closed'],
  ['BinaryMotionSensor', 'Motion', 'No motion'],
  ['BinarySmokeSensor', 'Smoke detected', 'No smoke'],
  ['BinaryLeakingSensor', 'Water leak', 'Dry'],
  ['BinaryGenericSensor', 'Triggered', 'Clear'],
  ['BinaryTamperSensor', 'Cover open', 'Cover closed'],
  ['BinaryLowBatterySensor', 'Battery low', 'Battery OK'],
  ['FaultSensor', 'Fault', 'No fault'],
  ['SmokeTest', 'Triggered', 'Clear'],
  ['SomethingNew', 'Triggered', 'Clear']
])('a binary sensor of the role %s has its own labels', (role, tripped, idle) => {
  expect(summaryOf(binarySensor(role, { Tripped: true }))).toBe(tripped);
  expect(summaryOf(binarySensor(role, { Tripped: false }))).toBe(idle);
});

test.each([
  ['BinaryDoorSensor', { Tripped: false, Armed: true }, 'armed'],
  ['BinaryDoorSensor', { Tripped: true, Armed: true }, 'alarm'],
  ['BinaryDoorSensor', { Tripped: true, Armed: false }, 'on'],
  ['BinarySmokeSensor', { Tripped: true, Armed: false }, 'alarm'],
  ['BinaryLeakingSensor', { Tripped: true }, 'alarm'],
  ['BinarySmokeSensor', { Tripped: false }, 'neutral']
])('a binary sensor %s with %j has the tone %s', (role, params, tone) => {
  expect(presentDevice(binarySensor(role, params)).tone).toBe(tone);
});

test.each([
  ['DevSmoke', '', 'Smoke detected', 'alarm'],
  ['DevFlood', '', 'Water leak', 'alarm'],
  ['DevSmoke', 'BinaryGenericSensor', 'Smoke detected', 'alarm'],
  ['DevDoor', '', 'Open', 'on'],
  ['DevMotion', '', 'Motion', 'on'],
  ['DevSmoke', 'BinaryWindowSensor', 'Open', 'on']
])('a binary sensor of the type %s and the role %j that is tripped says %j', (type, role, summary, tone) => {
  for (const interfaces of [['SensorBinary'], []]) {
    const tripped = device(type, interfaces, { Tripped: true }, { role });
    expect({ summary: summaryOf(tripped), tone: presentDevice(tripped).tone }).toEqual({ summary, tone });
  }
  expect(presentDevice(device(type, ['SensorBinary'], { Tripped: false }, { role })).tone).toBe('neutral');
});

test('a binary sensor shows that it is armed beside its state', () => {
  expect(summaryOf(binarySensor('BinaryDoorSensor', { Tripped: false, Armed: true }))).toBe('Closed · Armed');
});

test('a binary sensor has an icon by its role, and another one while tripped', () => {
  expect(presentDevice(binarySensor('BinaryWindowSensor', { Tripped: false })).icon).toBe(ICONS.window.rest);
  expect(presentDevice(binarySensor('BinaryWindowSensor', { Tripped: true })).icon).toBe(ICONS.window.active);
});

test('a device that the radio cannot reach is unavailable, and never looks off', () => {
  const dead = device('DevSwitch', ['SwitchBinary'], { Status: false }, { alive: false });
  expect(summaryOf(dead)).toBe('Not responding');
  expect(presentDevice(dead).tone).toBe('dead');
});

test('smoke stays an alarm when its sensor is unreachable', () => {
  const burnt = binarySensor('BinarySmokeSensor', { Tripped: true }, { alive: false });
  expect(summaryOf(burnt)).toBe('Smoke detected · Not responding');
  expect(presentDevice(burnt).tone).toBe('alarm');
});

test('the controller’s icon name has priority over the icons of role and type', () => {
  const door = binarySensor('BinaryMotionSensor', {}, { icon: 'FRONT_DOOR_2' });
  expect(presentDevice(door).icon).toBe(ICONS.door.rest);
  const generic = device('DevGenericSensor', ['SensorMultilevel'], { sensorType: 'Power' }, { icon: 'x9' });
  expect(presentDevice(generic).icon).toBe(ICONS.power.rest);
  expect(presentDevice(device('DevDimmer', ['SwitchMultilevel'], { Level: 3 })).icon).toBe(ICONS.bulb.active);
});

test('a device without a name has its number as its name', () => {
  expect(nameOf(aDevice({ id: 12, name: ' \n' }))).toBe('#12');
  expect(nameOf(aDevice({ id: 12, name: '<img onerror=x>' }))).toBe('<img onerror=x>');
});
