import { afterEach, expect, test } from 'vitest';
import { i18n } from '$lib/i18n/i18n.svelte';
import { alarmText } from '../../../src/features/alarms/alarm-text';
import { aSensor } from '../bulk-actions/test-devices';

afterEach(() => i18n.choose('en'));

const sensor = (role: string, name = 'Back door') => aSensor(7, role, true, { name });

test.each([
  ['BinaryDoorSensor', 'Alarm: Back door open', 'Тривога: Back door: відчинено'],
  ['BinarySmokeSensor', 'Alarm: Back door: Smoke detected', 'Тривога: Back door: Виявлено дим'],
  ['BinaryMotionSensor', 'Alarm: Back door: Motion', 'Тривога: Back door: Рух'],
  ['BinaryGenericSensor', 'Alarm: Back door: Triggered', 'Тривога: Back door: Спрацював']
])('the text of an alarm of a %s says what happened, in both languages', async (role, en, uk) => {
  expect(alarmText(sensor(role))).toBe(en);
  await i18n.choose('uk');
  expect(alarmText(sensor(role))).toBe(uk);
});

test('the text of an alarm says what happened whatever the length of the name', () => {
  const text = alarmText(sensor('BinaryDoorSensor', 'Ворота '.repeat(60)));
  expect(text).toMatch(/^Alarm: Ворота .*… open$/);
  expect(text.length).toBeLessThan(80);
  expect(alarmText(sensor('BinaryDoorSensor', '🚪'.repeat(200)))).toBe(`Alarm: ${'🚪'.repeat(60)}… open`);
});
