import { expect, test } from 'vitest';
import { controlsOf, groupOf, kindOf, KINDS, mainControlOf } from '#shared/kinds';
import { ICONS } from '$lib/kinds/device-icons';
import { presentDevice } from '$lib/kinds/device-presentation';
import { aDevice } from './test-home';

const KNOWN: readonly [type: string, interfaces: string[], control: string | undefined, group: string][] = [
  ['DevGateway', ['Gateway'], undefined, 'others'],
  ['DevSwitch', ['SwitchBinary'], 'switch', 'switches'],
  ['DevDimmer', ['SwitchMultilevel', 'SwitchBinary'], 'level', 'lights'],
  ['DevShutter', ['SwitchMultilevel', 'SwitchBinary', 'Shutter'], 'shutter', 'shutters'],
  ['DevSwitchMultilevel', ['SwitchMultilevel', 'SwitchBinary'], 'level', 'switches'],
  ['DevBinarySensor', ['SensorBinary'], 'contact', 'sensors'],
  ['DevTemperature', ['SensorMultilevel'], 'measurement', 'sensors'],
  ['DevHygrometry', ['SensorMultilevel'], 'measurement', 'sensors'],
  ['DevLuminosity', ['SensorMultilevel'], 'measurement', 'sensors'],
  ['DevGenericSensor', ['SensorMultilevel'], 'measurement', 'sensors'],
  ['DevThermostat', ['ThermostatSetpoint'], 'climate', 'climate'],
  ['DecDimmerColor', ['SwitchMultilevel', 'SwitchColor', 'SwitchBinary'], 'colour', 'lights'],
  ['DevUnknown', [], undefined, 'others'],
  // Observed, and in no document.
  ['DevDimmerColor', ['SwitchMultilevel', 'SwitchColor', 'SwitchBinary'], 'colour', 'lights'],
  ['DevMeter', ['SensorMultilevel'], 'measurement', 'sensors']
];

test.each(KNOWN)('%s has its own entry, control and group', (type, interfaces, control, group) => {
  const device = aDevice({ id: 1, type, interfaces });
  expect(KINDS.has(type)).toBe(true);
  expect(mainControlOf(device)).toBe(control);
  expect(groupOf(device)).toBe(group);
});

test.each([
  ['DevScene', [], undefined, 'others', 'scene'],
  ['DevCamera', [], undefined, 'others', 'camera'],
  ['DevMultiSwitch', ['SwitchBinary'], 'switch', 'switches', 'switch'],
  ['DevRGBLight', ['SwitchMultilevel', 'SwitchColor', 'SwitchBinary'], 'colour', 'lights', 'colour'],
  ['DevDoor', ['SensorBinary'], 'contact', 'sensors', 'door'],
  ['DevMotion', ['SensorBinary'], 'contact', 'sensors', 'motion'],
  ['DevSmoke', ['SensorBinary'], 'contact', 'sensors', 'smoke'],
  ['DevFlood', ['SensorBinary'], 'contact', 'sensors', 'leak'],
  ['DevTempHygro', ['SensorMultilevel'], 'measurement', 'sensors', 'temperature'],
  ['DevElectricity', ['SensorMultilevel'], 'measurement', 'sensors', 'power'],
  ['DevCO2', ['SensorMultilevel'], 'measurement', 'sensors', 'co2'],
  ['DevNoise', ['SensorMultilevel'], 'measurement', 'sensors', 'noise'],
  ['DevPressure', ['SensorMultilevel'], 'measurement', 'sensors', 'gauge'],
  ['DevRain', ['SensorMultilevel'], 'measurement', 'sensors', 'rain'],
  ['DevUV', ['SensorMultilevel'], 'measurement', 'sensors', 'uv'],
  ['DevWind', ['SensorMultilevel'], 'measurement', 'sensors', 'wind']
] as const)('%s, a possible type, has its own entry and icon', (type, interfaces, control, group, icon) => {
  for (const carried of [[...interfaces], []]) {
    const device = aDevice({ id: 1, type, interfaces: carried });
    expect({ group: groupOf(device), icon: presentDevice(device).icon }).toEqual({
      group,
      icon: ICONS[icon].rest
    });
    expect(mainControlOf(device)).toBe(carried.length > 0 ? control : undefined);
  }
});

test.each([
  [['SwitchBinary'], 'switch', 'switches'],
  [['SwitchMultilevel'], 'level', 'switches'],
  [['SwitchBinary', 'SwitchMultilevel', 'Shutter'], 'shutter', 'shutters'],
  [['SwitchColor', 'SwitchBinary'], 'colour', 'lights'],
  [['ThermostatFanMode'], 'climate', 'climate'],
  [['SensorBinary', 'Battery'], 'contact', 'sensors'],
  [['SensorMultilevel'], 'measurement', 'sensors'],
  [['DoorLock'], 'lock', 'others'],
  [['Teleporter'], undefined, 'others'],
  [[], undefined, 'others']
])('an unknown type is classified by its interfaces %j', (interfaces, control, group) => {
  for (const type of ['DevFromTheFuture', 'DevUnknown', '', '__proto__']) {
    const device = aDevice({ id: 1, type, interfaces });
    expect(mainControlOf(device)).toBe(control);
    expect(kindOf(device).group).toBe(group);
  }
});

test('a type whose main interface is missing shows what its interfaces can do', () => {
  const device = aDevice({ id: 1, type: 'DevDimmer', interfaces: ['SwitchBinary'] });
  expect(mainControlOf(device)).toBe('switch');
  expect(groupOf(device)).toBe('lights');
});

test('a device with additional interfaces has all of its controls, those of its type first', () => {
  const interfaces = ['SensorMultilevel', 'SwitchMultilevel', 'SwitchBinary'];
  const device = aDevice({ id: 1, type: 'DevSwitch', interfaces });
  expect(controlsOf(device)).toEqual(['switch', 'level', 'measurement']);
});

test.each(['lamp', 'CEILING_LAMP2', 'ledStrip', 'light-bulb'])('a switch with icon %s is a light', (icon) => {
  const device = aDevice({ id: 1, type: 'DevSwitch', interfaces: ['SwitchBinary'], icon });
  expect(groupOf(device)).toBe('lights');
});

test('a switch with another icon, or a lamp of another kind, keeps its group', () => {
  const socket = aDevice({ id: 1, type: 'DevSwitch', interfaces: ['SwitchBinary'], icon: 'socket' });
  expect(groupOf(socket)).toBe('switches');
  const shutter = aDevice({ id: 1, type: 'DevShutter', interfaces: ['Shutter'], icon: 'lamp' });
  expect(groupOf(shutter)).toBe('shutters');
});
