import { expect, test } from 'vitest';
import { operatingStateAt } from '../../../../../proxy/sources/virtual/dynamics/thermostat';
import { startLifeFixture, MINUTE_MS } from './life-fixture';

const DINING_ROOM = { thermostat: 59, temperature: 60 };
const STUDIO = { thermostat: 145, temperature: 147 };
const BEDROOM = { thermostat: 105, temperature: 107 };

function roomOf({ thermostat, temperature }: typeof DINING_ROOM) {
  const life = startLifeFixture(10);
  const state = () => life.fixture.param(thermostat, 'currentState');
  const degrees = () => Number(life.fixture.param(temperature, 'Value'));
  return { ...life, state, degrees };
}

test('a thermostat heats its room until the setpoint is reached, and its sensor follows', async () => {
  const { clock, fixture, state, degrees } = roomOf(DINING_ROOM);
  const before = degrees();
  fixture.act(DINING_ROOM.thermostat, 'setSetpoint', { setpoint: 24, setpointType: 'Heat' });
  await clock.advance(MINUTE_MS);
  expect(state()).toBe('Heating');
  await clock.advance(3 * MINUTE_MS);
  expect(degrees()).toBeGreaterThan(before + 0.5);
  await clock.advance(20 * MINUTE_MS);
  expect(Math.abs(degrees() - 24)).toBeLessThan(0.6);
  const states = fixture.reportedValues(DINING_ROOM.thermostat, 'currentState');
  expect(states.slice(0, 2)).toEqual(['Heating', 'Idle']);
});

test('a thermostat lets its room cool down by itself when it is off', async () => {
  const { clock, fixture, state, degrees } = roomOf(DINING_ROOM);
  fixture.act(DINING_ROOM.thermostat, 'setSetpoint', { setpoint: 26, setpointType: 'Heat' });
  await clock.advance(20 * MINUTE_MS);
  const warm = degrees();
  fixture.act(DINING_ROOM.thermostat, 'setMode', { mode: 'Off' });
  await clock.advance(60 * MINUTE_MS);
  expect(state()).toBe('Idle');
  expect(degrees()).toBeLessThan(warm - 1);
});

test('a thermostat cools if it can and is set to', async () => {
  const { clock, fixture, state, degrees } = roomOf(STUDIO);
  const before = degrees();
  fixture.act(STUDIO.thermostat, 'setMode', { mode: 'Cool' });
  fixture.act(STUDIO.thermostat, 'setSetpoint', { setpoint: 17, setpointType: 'Cool' });
  await clock.advance(MINUTE_MS);
  expect(state()).toBe('Cooling');
  await clock.advance(5 * MINUTE_MS);
  expect(degrees()).toBeLessThan(before - 1);
});

test('a thermostat that sleeps starts to heat at its wake-up', async () => {
  const { clock, fixture, state } = roomOf(BEDROOM);
  fixture.act(BEDROOM.thermostat, 'setSetpoint', { setpoint: 23, setpointType: 'Heat' });
  await clock.advance(4 * MINUTE_MS);
  expect(state()).toBe('Idle');
  await clock.advance(2 * MINUTE_MS);
  expect(state()).toBe('Heating');
});

const auto = { currentMode: 'Auto', currentSetpoints: { Heat: 20, Cool: 25 } };
const atZero = { currentMode: 'Heat', currentSetpoints: { Heat: 0 } };

test.each([
  ['heats well below', auto, 19, 'Heating'],
  ['waits a little below', auto, 19.9, 'Idle'],
  ['goes on heating a little below', { ...auto, currentState: 'Heating' }, 19.9, 'Heating'],
  ['stops at the setpoint', { ...auto, currentState: 'Heating' }, 20, 'Idle'],
  ['rests between', auto, 22, 'Idle'],
  ['waits a little above', auto, 25.1, 'Idle'],
  ['cools well above', auto, 26, 'Cooling'],
  ['goes on cooling a little above', { ...auto, currentState: 'Cooling' }, 25.1, 'Cooling'],
  ['never cools in Heat', { ...auto, currentMode: 'Heat' }, 30, 'Idle'],
  ['never heats in Cool', { ...auto, currentMode: 'Cool' }, 5, 'Idle'],
  ['does nothing when off', { ...auto, currentMode: 'Off' }, 5, 'Idle'],
  ['does nothing without a setpoint', { currentMode: 'Auto' }, 5, 'Idle'],
  ['knows a setpoint of 0', atZero, -3, 'Heating'],
  ['waits a little below a setpoint of 0', atZero, -0.1, 'Idle']
])('a thermostat %s', (_what, params, degrees, state) => {
  expect(operatingStateAt(params, degrees)).toBe(state);
});
