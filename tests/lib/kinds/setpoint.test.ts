import { expect, test } from 'vitest';
import { summaryOf } from '$lib/kinds/control-summary';
import type { Reading } from '$lib/kinds/reading';
import { secondRowOf } from '$lib/kinds/rows';
import {
  activeSetpointsOf,
  mainSetpointOf,
  rangeOf,
  restingSetpointOf,
  setpointsOf
} from '$lib/kinds/setpoint';
import { aDevice } from './test-home';

const params = { currentMode: 'Cool', currentSetpoints: { Heat: 21.5, Cool: 25 } };

test.each([
  ['Cool', ['Cool'], 'Cool'],
  ['Auto', ['Heat', 'Cool'], '21.5°–25°'],
  ['Off', [], 'Off'],
  ['Eco', [], 'Eco'],
  [undefined, ['Heat', 'Cool'], '21.5°–25°']
])('in the mode %s the setpoints of %j apply, and a tile says %s', (currentMode, types, summary) => {
  const now = { ...params, currentMode };
  expect(activeSetpointsOf(now).map(({ type }) => type)).toEqual(types);
  const interfaces = ['ThermostatMode', 'ThermostatSetpoint'];
  expect(summaryOf(aDevice({ id: 1, interfaces, params: now }))).toContain(summary);
  // Of two setpoints a tile moves none.
  expect(mainSetpointOf(now)?.type).toBe(types.length === 1 ? types[0] : undefined);
});

test.each([
  ['Comfort', { Heat: 21 }, []],
  ['Fan', { Heat: 21 }, []],
  ['Off', { Heat: 21 }, []]
])(
  'in the mode %s, which has no target of its own, that of %j applies: %j',
  (currentMode, currentSetpoints, types) => {
    expect(activeSetpointsOf({ currentMode, currentSetpoints }).map(({ type }) => type)).toEqual(types);
  }
);

test.each([
  ['Off', { Cool: 25, Heat: 21 }, { type: 'Heat', degrees: 21 }],
  ['Off', { Cool: 25 }, { type: 'Cool', degrees: 25 }],
  ['Off', {}, undefined],
  ['FullPower', { Heat: 21 }, { type: 'Heat', degrees: 21 }],
  ['Heat', { Heat: 21 }, undefined]
])(
  'in the mode %s a thermostat with %j keeps the row of its target, which nothing sets: %j',
  (currentMode, currentSetpoints, resting) => {
    const now = { currentMode, currentSetpoints };
    expect(restingSetpointOf(now)).toEqual(resting);
    const interfaces = ['ThermostatMode', 'ThermostatSetpoint'];
    const row = resting || currentMode === 'Heat' ? 'setpoint' : null;
    expect(secondRowOf(aDevice({ id: 1, interfaces, params: now }))).toBe(row);
  }
);

test.each([
  ['Auto', 'Heat', { Heat: 20, Cool: 24.3 }, {}, [5, 23]],
  ['Auto', 'Cool', { Heat: 20.2, Cool: 24 }, {}, [21.5, 35]],
  ['Auto', 'Heat', { Heat: 70, Cool: 74 }, { valueUnit: '°F' }, [40, 72]],
  ['Auto', 'Heat', { Heat: 25, Cool: 24 }, {}, [5, 25]],
  ['Heat', 'Heat', { Heat: 20, Cool: 24 }, {}, [5, 35]]
] as const)(
  'in %s, the target of %s of %j can be chosen in a range that ends before the other: %#',
  (currentMode, type, currentSetpoints, unit, range) => {
    const setpoint = { type, degrees: currentSetpoints[type] };
    const { min, max } = rangeOf(setpoint, { currentMode, currentSetpoints, ...unit });
    expect([min, max]).toEqual(range);
  }
);

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
  [60, { sensorType: 'Temperature', Value: 58 }, { min: 5, max: 95, step: 0.5 }],
  // In an unknown unit it can be raised and lowered, and the unit of the room decides, unless the thermostat says one.
  [44, {}, { min: 5, max: 95, step: 0.5 }],
  [44, {}, { min: 40, max: 95, step: 1 }, { value: 60, unit: '°F' }],
  [44, { valueUnit: '°F' }, { min: 40, max: 95, step: 1 }, { value: 7, unit: '°C' }]
])('a setpoint of %d on a thermostat with %j can be chosen in %j', (degrees, of, range, nearby?: Reading) => {
  expect(rangeOf({ type: 'Heat', degrees }, of, nearby)).toEqual(range);
});
