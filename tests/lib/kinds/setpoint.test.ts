import { expect, test } from 'vitest';
import { mainSetpointOf, setpointsOf } from '$lib/kinds/setpoint';
import { activeSetpointsOf, rangeOf } from '$lib/kinds/setpoint-choices';

const params = { currentMode: 'Cool', currentSetpoints: { Heat: 21.5, Cool: 25 } };

test('the setpoint on a tile is that of the current mode', () => {
  expect(mainSetpointOf(params)).toEqual({ type: 'Cool', degrees: 25 });
});

test.each(['Off', 'Auto', undefined])('in the mode %s it is the first setpoint', (currentMode) => {
  expect(mainSetpointOf({ ...params, currentMode })).toEqual({ type: 'Heat', degrees: 21.5 });
});

test.each([
  ['Cool', ['Cool']],
  ['Auto', ['Heat', 'Cool']],
  ['Off', ['Heat']],
  ['Eco', ['Heat', 'Cool']],
  [undefined, ['Heat', 'Cool']]
])('in the mode %s the setpoints of %j apply', (currentMode, types) => {
  expect(activeSetpointsOf({ ...params, currentMode }).map(({ type }) => type)).toEqual(types);
});

test('a thermostat without setpoints has none', () => {
  expect(mainSetpointOf({ currentMode: 'Heat' })).toBeUndefined();
  expect(setpointsOf({ currentSetpoints: 'nonsense' })).toEqual([]);
});

test.each([
  [21, {}, { min: 5, max: 35, step: 0.5 }],
  [70, {}, { min: 40, max: 95, step: 1 }],
  [3, {}, { min: 3, max: 35, step: 0.5 }],
  [44, { sensorType: 'Temperature', Value: 66, valueUnit: 'F' }, { min: 40, max: 95, step: 1 }],
  [34, { valueScale: 'Fahrenheit' }, { min: 34, max: 95, step: 1 }],
  [60, { sensorType: 'Temperature', Value: 58 }, { min: 5, max: 95, step: 0.5 }]
])('a setpoint of %d on a thermostat with %j can be chosen in %j', (degrees, of, range) => {
  expect(rangeOf({ type: 'Heat', degrees }, of)).toEqual(range);
});

test('a setpoint of 44 in an unknown unit can be raised and lowered; the unit of the room decides', () => {
  expect(rangeOf({ type: 'Heat', degrees: 44 })).toEqual({ min: 5, max: 95, step: 0.5 });
  const inFahrenheit = rangeOf({ type: 'Heat', degrees: 44 }, {}, { value: 60, unit: '°F' });
  expect(inFahrenheit).toEqual({ min: 40, max: 95, step: 1 });
});

test('a thermostat that measures nothing can say its unit: that of the room does not decide then', () => {
  const own = { currentSetpoints: { Heat: 44 }, valueUnit: '°F' };
  const range = rangeOf({ type: 'Heat', degrees: 44 }, own, { value: 7, unit: '°C' });
  expect(range).toEqual({ min: 40, max: 95, step: 1 });
});
