import { expect, test } from 'vitest';
import type { Device } from '#shared/home';
import { groupOf } from '#shared/kinds';
import { isLamp } from '#shared/lamp';
import { arrangeDevice, EMPTY_LAYOUT } from '#shared/layout';
import { modelOf } from '#shared/model';
import { sensitiveKindOf } from '#shared/sensitive';
import { aDevice } from '../lib/kinds/test-home';
import { homeOf, node } from '../proxy/sources/zwave-js/nodes';

const relay = (more: object) => aDevice({ id: 1, type: 'DevSwitch', interfaces: ['SwitchBinary'], ...more });
const LEVELS = ['SwitchMultilevel', 'SwitchBinary'];
const dimmer = (more: object) => aDevice({ id: 1, type: 'DevDimmer', interfaces: LEVELS, ...more });
const shutter = (more: object) =>
  aDevice({ id: 1, type: 'DevShutter', interfaces: [...LEVELS, 'Shutter'], ...more });

test.each<['siren' | 'valve', string, Device]>([
  ['siren', 'a device of the type DevSiren', relay({ type: 'DevSiren' })],
  [
    'siren',
    'a pulsed siren called Front door',
    relay({ type: 'DevSiren', name: 'Front door', params: { pulseable: true } })
  ],
  [
    'siren',
    'a siren with a coloured strobe',
    relay({ type: 'DevSiren', interfaces: ['SwitchBinary', 'SwitchColor'] })
  ],
  ['siren', 'a switch with the role Strobe', relay({ role: 'Strobe' })],
  ['siren', 'a switch with the icon siren', relay({ icon: 'siren' })],
  ['siren', 'a dimmer of a node that sounds', dimmer({ interfaces: [...LEVELS, 'Siren'] })],
  ['valve', 'a device of the type DevWaterValve', relay({ type: 'DevWaterValve' })],
  ['valve', 'a switch with the role GasShutOff', relay({ role: 'GasShutOff' })],
  ['valve', 'a switch with the icon valve', relay({ icon: 'valve' })],
  ['valve', 'a switch with the icon watervalve', relay({ icon: 'watervalve' })],
  ['siren', 'a switch with the icon alarmsirene', relay({ icon: 'alarmsirene' })],
  ['valve', 'a switch with the interface Valve', relay({ interfaces: ['SwitchBinary', 'Valve'] })],
  ['valve', 'a motor with the role WaterValve', shutter({ role: 'WaterValve' })]
])('a %s is known: %s', (kind, _what, device) => {
  expect({ kind: sensitiveKindOf(device), group: groupOf(device), isLamp: isLamp(device) }).toEqual({
    kind,
    group: 'switches',
    isLamp: false
  });
});

test.each<[string, Device]>([
  ['a switch called Pump room light', relay({ name: 'Pump room light', icon: 'lamp' })],
  ['a switch called Siren lamp', relay({ name: 'Siren lamp', icon: 'lamp' })],
  ['a switch called Water valve', relay({ name: 'Water valve' })],
  ['a dimmer called Siren', dimmer({ name: 'Siren' })],
  ['a dimmer with the icon siren', dimmer({ icon: 'siren' })],
  ['a coloured lamp that chimes', dimmer({ interfaces: [...LEVELS, 'SwitchColor', 'Siren'] })],
  [
    'a coloured lamp with the icon siren',
    relay({ icon: 'siren', interfaces: ['SwitchBinary', 'SwitchColor'] })
  ],
  ['a switch with the role RadiatorValve', relay({ role: 'RadiatorValve' })],
  ['a switch with the icon airvalve', relay({ icon: 'airvalve' })],
  ['a switch with the role FloorHeatingValve', relay({ role: 'FloorHeatingValve' })],
  [
    'a thermostat with the icon valve',
    aDevice({
      id: 1,
      type: 'DevThermostat',
      icon: 'valve',
      interfaces: ['ThermostatSetpoint', 'SwitchBinary']
    })
  ],
  ['a sensor of a siren', aDevice({ id: 1, type: 'DevBinarySensor', interfaces: ['SensorBinary', 'Siren'] })],
  ['a lock of a valve', relay({ type: 'DevDoorLock', role: 'WaterValve' })],
  ['what the household counts as a light', { ...relay({ icon: 'siren' }), isRoomLight: true }]
])('%s is neither a siren nor a valve', (_what, device) => {
  expect(sensitiveKindOf(device)).toBeUndefined();
});

test('a siren with another icon of the household stays one, and keeps its model', () => {
  const siren = relay({ icon: 'siren' });
  const layout = { ...EMPTY_LAYOUT, devices: { 1: { icon: 'lamp', name: 'Lamp' } } };
  expect(sensitiveKindOf(arrangeDevice(siren, layout))).toBe('siren');
  expect(modelOf(siren)).toBe(modelOf(relay({})));
});

test.each([
  ['the label of its product', { deviceConfig: { label: 'ZW-Siren6', description: '' } }, 'siren'],
  [
    'the description of its product',
    { deviceConfig: { label: 'GR-105N', description: 'Water Valve' } },
    'valve'
  ],
  ['its device class', { deviceClass: { generic: { key: 16 }, specific: { key: 6 } } }, 'valve'],
  ['a radiator', { deviceConfig: { label: 'X', description: 'Radiator Valve' } }, undefined],
  ['the name that the household gave it', { name: 'Water valve' }, undefined]
])('a plug of a Z-Wave JS server, by %s, is %2$s', (_by, more, kind) => {
  const { devices } = homeOf(node(2, more));
  expect(devices().map(sensitiveKindOf)[0]).toBe(kind);
});
