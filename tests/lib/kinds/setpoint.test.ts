import { expect, test } from 'vitest';
import { activeSetpointsOf, mainSetpointOf, rangeOf, setpointsOf } from '$lib/kinds/setpoint';

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

test("the range fits a home, in the device's scale, and includes the controller's value", () => {
  expect(rangeOf({ type: 'Heat', degrees: 21 })).toEqual({ min: 5, max: 35 });
  expect(rangeOf({ type: 'Heat', degrees: 70 })).toEqual({ min: 40, max: 95 });
  expect(rangeOf({ type: 'Heat', degrees: 3 })).toEqual({ min: 3, max: 35 });
});
