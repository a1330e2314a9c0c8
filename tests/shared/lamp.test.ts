import { expect, test } from 'vitest';
import { isLamp } from '#shared/lamp';
import { isLit } from '#shared/lamp-level';
import { aDevice } from '../lib/kinds/test-home';

const deviceOf = (fields: Parameters<typeof aDevice>[0]) =>
  aDevice({ id: 1, type: 'DevSwitch', interfaces: ['SwitchBinary'], ...fields });

test.each([
  ['a dimmer', { type: 'DevDimmer' }, true],
  ['a colour lamp', { type: 'DecDimmerColor' }, true],
  ['an unknown type with colours', { type: 'DevNew', interfaces: ['SwitchColor', 'SwitchBinary'] }, true],
  ['a switch with the icon of a lamp', { icon: 'floor-lamp' }, true],
  ['a plain switch', { icon: 'kettle' }, false],
  ['a shutter', { type: 'DevShutter', interfaces: ['Shutter', 'SwitchMultilevel', 'SwitchBinary'] }, false],
  ['a lock with the icon of a lamp', { type: 'DevDoorLock', icon: 'lamp' }, false],
  ['a motion sensor', { type: 'DevBinarySensor', interfaces: ['SensorBinary'], icon: 'light' }, false]
])('a lamp %s: %j', (_name, fields, expected) => {
  expect(isLamp(deviceOf(fields))).toBe(expected);
});

test('a lamp is what the household says, but never a lock', () => {
  expect(isLamp({ ...deviceOf({ icon: 'kettle' }), isRoomLight: true })).toBe(true);
  expect(isLamp({ ...deviceOf({ type: 'DevDimmer' }), isRoomLight: false })).toBe(false);
  expect(isLamp({ ...deviceOf({ type: 'DevDoorLock' }), isRoomLight: true })).toBe(false);
});

test('a lamp is not lit while it does not respond, or its level is not known', () => {
  const dimmer = { type: 'DevDimmer', interfaces: ['SwitchMultilevel', 'SwitchBinary'] };
  expect(isLit(deviceOf({ ...dimmer, params: { Level: 40 } }))).toBe(true);
  expect(isLit(deviceOf({ ...dimmer, params: { Level: 40 }, alive: false }))).toBe(false);
  expect(isLit(deviceOf({ ...dimmer, params: { Level: 254 } }))).toBe(false);
});
