import { expect, test } from 'vitest';
import { chargeLabel, isBatteryLow } from '$lib/kinds/battery';
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

test.each([
  [{ batteryLow: true }, true, 'Battery low'],
  [{ batteryLow: true, batteryLevel: 80 }, true, 'Battery low'],
  [{ batteryLow: true, batteryLevel: 10 }, true, '10%'],
  [{ batteryLow: true, batteryLevel: 255 }, true, 'Almost empty'],
  [{ batteryLow: '1', batteryLevel: 80 }, true, 'Battery low'],
  [{ batteryLow: false, batteryLevel: 80 }, false, '80%'],
  [{ batteryLow: false, batteryLevel: 10 }, true, '10%'],
  [{ batteryLow: 'nonsense' }, false, 'No reading']
])('a battery that reports %j is low: %s, and has the text “%s”', (params, isLow, text) => {
  const device = aDevice({ id: 1, interfaces: ['Battery'], params });
  expect([isBatteryLow(device), chargeLabel(device).replace(/(\d)\s/, '$1')]).toEqual([isLow, text]);
});
