import { expect, test } from 'vitest';
import { fanSpeedOf } from '#shared/fan';
import { groupOf, mainControlOf } from '#shared/kinds';
import { isLamp, isUnknownLoad } from '#shared/lamp';
import { isLit } from '#shared/lamp-level';
import { aDevice } from '../lib/kinds/test-home';

const LEVEL = ['SwitchBinary', 'SwitchMultilevel'];

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
  ['a dimmer of a fan, by its icon', { type: 'DevDimmer', interfaces: LEVEL, icon: 'ceiling-fan' }, false],
  ['a dimmer of a fan, by its role', { type: 'DevDimmer', interfaces: LEVEL, role: 'Ventilator' }, false],
  ['a dimmer of a fan’s light', { type: 'DevDimmer', interfaces: LEVEL, role: 'FanLight' }, true],
  ['a fan by its source', { type: 'DevSwitchMultilevel', interfaces: [...LEVEL, 'Fan'] }, false],
  ['what nobody knows', { type: 'DevSwitchMultilevel', interfaces: [...LEVEL, 'UnknownLoad'] }, false],
  [
    'what nobody knows, with colours',
    { type: 'DevSwitchMultilevel', interfaces: [...LEVEL, 'SwitchColor', 'UnknownLoad'] },
    false
  ],
  [
    'what nobody knows, with the icon of a lamp',
    { interfaces: [...LEVEL, 'UnknownLoad'], icon: 'lamp' },
    true
  ],
  ['a motion sensor', { type: 'DevBinarySensor', interfaces: ['SensorBinary'], icon: 'light' }, false]
])('a lamp %s: %j', (_name, fields, expected) => {
  expect(isLamp(deviceOf(fields))).toBe(expected);
});

test('a lamp is what the household says, but never a lock', () => {
  expect(isLamp({ ...deviceOf({ icon: 'kettle' }), isRoomLight: true })).toBe(true);
  expect(isLamp({ ...deviceOf({ type: 'DevDimmer' }), isRoomLight: false })).toBe(false);
  expect(isLamp({ ...deviceOf({ type: 'DevDoorLock' }), isRoomLight: true })).toBe(false);
});

test.each([
  ['a fan', { type: 'DevSwitchMultilevel', interfaces: [...LEVEL, 'Fan'] }],
  ['what nobody knows', { type: 'DevSwitchMultilevel', interfaces: [...LEVEL, 'UnknownLoad'] }]
])('%s is a light with levels once the household says so', (_name, fields) => {
  const device = { ...deviceOf(fields), isRoomLight: true };
  expect([groupOf(device), mainControlOf(device), isUnknownLoad(device)]).toEqual(['lights', 'level', false]);
});

test.each([
  ['unanswered', {}, true],
  ['that is a light', { isRoomLight: true }, false],
  ['that is no light', { isRoomLight: false }, false],
  ['that only shows its state', { touch: 'show' as const }, false],
  ['that is a siren', { role: 'Siren' }, false],
  ['that is a gate', { icon: 'gate' }, false]
])('whether it is a light is asked of a load %s: %j', (_name, fields, expected) => {
  const load = deviceOf({ type: 'DevSwitchMultilevel', interfaces: [...LEVEL, 'UnknownLoad'] });
  expect(isUnknownLoad({ ...load, ...fields })).toBe(expected);
});

test.each([
  [0, 'off'],
  [1, 'low'],
  [33, 'low'],
  [34, 'medium'],
  [66, 'medium'],
  [67, 'high'],
  [99, 'high']
])('a fan at level %i runs at speed "%s"', (level, speed) => {
  expect(fanSpeedOf(level)).toBe(speed);
});

test('a lamp is not lit while it does not respond, or its level is not known', () => {
  const dimmer = { type: 'DevDimmer', interfaces: ['SwitchMultilevel', 'SwitchBinary'] };
  expect(isLit(deviceOf({ ...dimmer, params: { Level: 40 } }))).toBe(true);
  expect(isLit(deviceOf({ ...dimmer, params: { Level: 40 }, alive: false }))).toBe(false);
  expect(isLit(deviceOf({ ...dimmer, params: { Level: 254 } }))).toBe(false);
});
