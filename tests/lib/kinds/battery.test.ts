import { expect, test } from 'vitest';
import { chargeLabel } from '$lib/kinds/battery';
import { aDevice } from './test-home';

test.each([
  [64, '64%'],
  [255, 'Almost empty'],
  [0, 'Almost empty'],
  [undefined, 'No reading'],
  [101, 'No reading'],
  [254, 'No reading'],
  [-1, 'No reading']
])('a battery that reports %s has the text “%s”', (batteryLevel, text) => {
  const device = aDevice({ id: 1, interfaces: ['Battery'], params: { batteryLevel } });
  expect(chargeLabel(device).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
});
