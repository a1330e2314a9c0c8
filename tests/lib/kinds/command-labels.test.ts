import { expect, test } from 'vitest';
import { INTERFACES } from '#shared/interfaces/registry';
import { commandLabel } from '$lib/kinds/command-labels';
import { aDevice } from './test-home';

test.each([
  ['setStatus', { status: true }, 'On'],
  ['setStatus', { status: false }, 'Off'],
  ['setArmed', { armed: false }, 'Disarm'],
  ['startLevelChange', { direction: 'down' }, 'Close'],
  ['setLevel', { level: 99 }, '100 %'],
  ['setSetpoint', { setpoint: 21.5, setpointType: 'Heat' }, '21.5°'],
  ['setMode', { mode: 'Heat' }, 'Heat'],
  ['setMode', { mode: 'Dry' }, 'Dry'],
  ['setFanMode', { fanMode: 'AutoLow' }, 'Fan Auto, low'],
  ['setFanMode', { fanMode: 'Auto' }, 'Fan Auto'],
  ['setFanMode', { fanMode: 'Turbo' }, 'Fan Turbo'],
  ['stop', {}, 'Stop'],
  ['pulse', {}, 'Press'],
  ['ack', {}, 'Dismiss alarm'],
  ['setColor', { components: { Red: 255 } }, 'Colour'],
  ['setLevel', { level: 'nonsense' }, 'setLevel'],
  ['somethingNew', {}, 'somethingNew']
])('%s %j reads “%s”', (method, params, words) => {
  expect(commandLabel({ method, params })).toBe(words);
});

test.each([
  [['Fan'], 66, 'Medium'],
  [['Fan'], 0, 'Off'],
  [[], 66, '66 %']
])('the level of a device with the interfaces %j reads %i as “%s”', (interfaces, level, words) => {
  const device = aDevice({ id: 1, interfaces: ['SwitchMultilevel', ...interfaces] });
  expect(commandLabel({ method: 'setLevel', params: { level } }, device)).toBe(words);
});

test('every command of every interface has a label', () => {
  const methods = [...INTERFACES.values()].flat().map(({ method }) => method);
  const args = { status: true, armed: true, level: 1, setpoint: 1, mode: 'Heat', fanMode: 'Low' };
  for (const method of new Set(methods)) expect(commandLabel({ method, params: args })).not.toBe(method);
});
