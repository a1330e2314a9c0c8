import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandCall, CommandTarget, PreparedCommand } from '#shared/interfaces/interface';
import { levelOf, percentOf } from '#shared/interfaces/level';
import { offeredCommands, findCommand, INTERFACES } from '#shared/interfaces/registry';
import { pulse } from '#shared/interfaces/switch-binary';
import { readSwitchColor } from '#shared/interfaces/switch-color';

const lamp: CommandTarget = { interfaces: ['SwitchBinary'], params: { Status: false } };
const dimmer: CommandTarget = {
  interfaces: ['SwitchMultilevel', 'SwitchBinary'],
  params: { Status: false, Level: 0 }
};
const blind: CommandTarget = {
  interfaces: ['SwitchMultilevel', 'SwitchBinary', 'Shutter'],
  params: { Status: true, Level: 50 }
};
const strip: CommandTarget = {
  interfaces: ['SwitchMultilevel', 'SwitchColor', 'SwitchBinary'],
  params: {
    Level: 99,
    supportedComponents: ['Red', 'Green', 'Blue'],
    currentComponentValues: { Red: 255, Blue: 9 }
  }
};
const thermostat: CommandTarget = {
  interfaces: ['ThermostatMode', 'ThermostatSetpoint', 'ThermostatFanMode'],
  params: { currentMode: 'Heat', availableModes: ['Off', 'Heat'], currentSetpoints: { Heat: 21 } }
};
const alarm: CommandTarget = {
  interfaces: ['SensorBinary'],
  params: { armable: true, ackable: true, Armed: false }
};
const sleeping = (interval?: number): CommandTarget => ({
  interfaces: [...thermostat.interfaces, 'Battery', ...(interval === undefined ? [] : ['WakeUp'])],
  params: { ...thermostat.params, wakeUpInterval: interval }
});

const callOf = (method: string, params: CommandCall['params'] = {}): CommandCall => ({ method, params });

function prepare(target: CommandTarget, { method, params }: CommandCall): PreparedCommand {
  const prepared = findCommand(target, method)?.prepare(params);
  if (!prepared) throw new Error(`${method} was refused`);
  return prepared;
}

const warm = { setpoint: 22.5, setpointType: 'Heat' };
const paint = { components: { Red: 0, Green: 128 } };
const painted = { Red: 0, Green: 128, Blue: 9 };

test.each<[string, CommandTarget, string, CommandCall['params'], object]>([
  ['a switch goes on', lamp, 'setStatus', { status: true }, { Status: true }],
  ['a dimmer goes on at full power', dimmer, 'setStatus', { status: true }, { Status: true, Level: 99 }],
  ['a lit dimmer stays at its level', blind, 'setStatus', { status: true }, { Status: true, Level: 50 }],
  ['a dimmer goes off', blind, 'setStatus', { status: false }, { Status: false, Level: 0 }],
  ['a level is set', dimmer, 'setLevel', { level: 42 }, { Status: true, Level: 42 }],
  ['level 0 is off', blind, 'setLevel', { level: 0 }, { Status: false, Level: 0 }],
  ['a blind opens', blind, 'startLevelChange', { direction: 'up' }, { Level: 99 }],
  ['a blind closes', blind, 'startLevelChange', { direction: 'down' }, { Level: 0 }],
  ['a colour is set, the rest stays', strip, 'setColor', paint, { currentComponentValues: painted }],
  ['a mode is set', thermostat, 'setMode', { mode: 'Off' }, { currentMode: 'Off' }],
  ['a setpoint is set for its mode', thermostat, 'setSetpoint', warm, { currentSetpoints: { Heat: 22.5 } }],
  ['a fan mode is set', thermostat, 'setFanMode', { fanMode: 'Low' }, { currentFanMode: 'Low' }],
  ['a sensor is armed', alarm, 'setArmed', { armed: true }, { Armed: true }]
])("%s: the result reads as the command's target", (_, target, method, params, expected) => {
  const call = { method, params };
  const command = prepare(target, call);
  const after = command.apply(target.params);
  expect(after).toMatchObject(expected);
  const expectation = command.expect(target);
  expect(expectation?.matches(after)).toBe(true);
  expect(command.call).toEqual(call);
});

test.each([
  ['a shutter', 100, 99, blind],
  ['a dimmer', 100, 99, dimmer],
  ['a colour lamp', 100, 99, strip],
  ['a dimmer', 98, 98, dimmer]
])('%s: a level of %i is sent, applied and expected as %i', (_, level, expected, target) => {
  const command = prepare(target, callOf('setLevel', { level }));
  expect(command.call.params).toEqual({ level: expected });
  const after = command.apply(target.params);
  expect(after).toMatchObject({ Status: true, Level: expected });
  expect(command.expect(target)?.distance(after)).toBe(0);
});

test('every method is listed once in the registry of each interface, and rejects malformed parameters', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (args) => {
      for (const commands of INTERFACES.values())
        for (const command of commands) {
          const prepared = command.prepare(args);
          if (prepared) expect(prepared.call.method).toBe(command.method);
        }
    })
  );
});

test.each([
  ['setStatus', { status: 1 }, blind],
  ['setStatus', {}, blind],
  ['setLevel', { level: 101 }, blind],
  ['setLevel', { level: -1 }, blind],
  ['setLevel', { level: 4.5 }, blind],
  ['setLevel', { level: '42' }, blind],
  ['startLevelChange', { direction: 'sideways' }, blind],
  ['setColor', { components: {} }, strip],
  ['setColor', { components: { Red: 256 } }, strip],
  ['setColor', { components: { Ultraviolet: 1 } }, strip],
  ['setColor', { components: [] }, strip],
  ['setSetpoint', { setpoint: Number.NaN, setpointType: 'Heat' }, thermostat],
  ['setSetpoint', { setpoint: 21, setpointType: '__proto__' }, thermostat],
  ['setSetpoint', { setpoint: 21 }, thermostat]
])('%s refuses %j', (method, params, target) => {
  const command = findCommand(target, method);
  expect(command).toBeDefined();
  expect(command?.prepare(params)).toBeNull();
});

test('a device offers the commands of its interfaces, each once, and none of an unknown interface', () => {
  const methods = (target: CommandTarget) => offeredCommands(target).map(({ method }) => method);
  expect(methods(blind)).toEqual(['setLevel', 'startLevelChange', 'stopLevelChange', 'setStatus', 'stop']);
  expect(methods({ interfaces: ['Teleporter', 'DoorLock', 'Gateway'], params: {} })).toEqual([]);
});

test('pulse, arm and acknowledge are offered only if the parameters allow them', () => {
  expect(findCommand(lamp, 'pulse')).toBeUndefined();
  expect(findCommand({ ...lamp, params: { pulseable: 1 } }, 'pulse')).toBe(pulse);
  expect(findCommand({ ...alarm, params: {} }, 'setArmed')).toBeUndefined();
  expect(findCommand({ ...alarm, params: {} }, 'ack')).toBeUndefined();
});

test('stop, pulse and acknowledge have no expectation', () => {
  expect(prepare(blind, callOf('stop')).expect(blind)).toBeNull();
  expect(prepare(alarm, callOf('ack')).expect(alarm)).toBeNull();
});

test('a switch is awaited exactly for 5 s, and an echo of the old value does not match', () => {
  const expectation = prepare(lamp, callOf('setStatus', { status: true })).expect(lamp);
  expect(expectation).toMatchObject({ kind: 'exact', deadlineMs: 5000 });
  expect(expectation?.matches({ Status: false })).toBe(false);
  expect(expectation?.matches({ Status: 'true' })).toBe(true);
});

test('a level matches within 2 and is moving for 10 s at a time', () => {
  const expectation = prepare(dimmer, callOf('setLevel', { level: 42 })).expect(dimmer);
  expect(expectation).toMatchObject({ kind: 'moving', deadlineMs: 10_000 });
  const near = [39, 40, 44, 45].filter((level) => expectation?.matches({ Level: level }));
  expect(near).toEqual([40, 44]);
  expect(expectation?.distance({ Level: 12 })).toBe(30);
  expect(expectation?.distance({})).toBeUndefined();
});

test('a lamp at 1 is not off, and one at 0 is not on', () => {
  const off = prepare(dimmer, callOf('setLevel', { level: 0 })).expect(dimmer);
  const low = prepare(dimmer, callOf('setLevel', { level: 1 })).expect(dimmer);
  expect([off?.matches({ Level: 1 }), off?.matches({ Level: 0 })]).toEqual([false, true]);
  expect([low?.matches({ Level: 0 }), low?.matches({ Level: 2 })]).toEqual([false, true]);
});

test('a shutter has 90 s and may end a step from its end', () => {
  const closed = prepare(blind, callOf('startLevelChange', { direction: 'down' })).expect(blind);
  expect(closed).toMatchObject({ kind: 'moving', deadlineMs: 90_000 });
  expect([closed?.matches({ Level: 2 }), closed?.matches({ Level: 3 })]).toEqual([true, false]);
});

test.each([
  ['awake', thermostat, 'exact', 10_000],
  ['asleep for 5 min at a time', sleeping(300), 'waits', 330_000],
  ['asleep for an unknown time', sleeping(), 'waits', 3_630_000]
])('a thermostat that is %s has its own deadline', (_, target, kind, deadlineMs) => {
  const expectation = prepare(target, callOf('setSetpoint', warm)).expect(target);
  expect(expectation).toMatchObject({ kind, deadlineMs });
  expect(expectation?.matches({ currentSetpoints: { Heat: 22.6 } })).toBe(true);
  expect(expectation?.matches({ currentSetpoints: { Heat: 22 } })).toBe(false);
});

test('a colour matches within rounding, in every named component', () => {
  const wanted = callOf('setColor', { components: { Red: 100, Green: 50 } });
  const expectation = prepare(strip, wanted).expect(strip);
  expect(expectation?.matches({ currentComponentValues: { Red: 102, Green: 49, Blue: 1 } })).toBe(true);
  expect(expectation?.matches({ currentComponentValues: { Red: 100 } })).toBe(false);
  expect(readSwitchColor({ supportedComponents: '["Red","Odd"]' }).components).toEqual(['Red']);
});

test('a newer command replaces an older one if they set the same values', () => {
  const setOf = (target: CommandTarget, call: CommandCall) => prepare(target, call).sets;
  expect(setOf(blind, callOf('stop'))).toEqual(setOf(blind, callOf('setLevel', { level: 3 })));
  expect(setOf(strip, callOf('setColor', { components: { Red: 1, Blue: 2 } }))).toEqual([
    'currentComponentValues.Blue',
    'currentComponentValues.Red'
  ]);
});

test('percent is the level, with 99 shown as 100, and back', () => {
  expect([0, 1, 98, 99].map(percentOf)).toEqual([0, 1, 98, 100]);
  expect([0, 42, 99, 100].map(levelOf)).toEqual([0, 42, 99, 99]);
});
