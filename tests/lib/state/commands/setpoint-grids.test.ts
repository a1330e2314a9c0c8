import { expect, it } from 'vitest';
import { rangeOf } from '$lib/kinds/setpoint';
import { SetpointGrids } from '../../../../src/lib/state/commands/setpoint-grids';
import { anEntry } from './shown-commands';

it.each<[string, readonly (readonly [wanted: number, answer: number])[], number]>([
  ['has not answered', [], 0.5],
  ['has rounded once', [[21.5, 21]], 0.5],
  [
    'has rounded twice',
    [
      [21.5, 21],
      [22.5, 23]
    ],
    1
  ],
  [
    'takes whole degrees that were wanted',
    [
      [21, 21],
      [22, 22],
      [23, 23]
    ],
    0.5
  ],
  [
    'has taken a half since',
    [
      [21.5, 21],
      [22.5, 23],
      [23.5, 23.5]
    ],
    0.5
  ],
  [
    'has taken a half between',
    [
      [21.5, 21],
      [22.5, 22.5],
      [23.5, 23]
    ],
    0.5
  ]
])('the steps of a thermostat that %s', (_, answers, step) => {
  const grids = new SetpointGrids();
  for (const [setpoint, Heat] of answers)
    grids.note(
      anEntry('a.0', 'confirmed', { method: 'setSetpoint', params: { setpoint, setpointType: 'Heat' } }),
      {
        currentSetpoints: { Heat }
      }
    );
  expect(rangeOf({ type: 'Heat', degrees: 21 }, {}, undefined, grids.stepOf(1)).step).toBe(step);
  expect(grids.stepOf(2)).toBeUndefined();
});
