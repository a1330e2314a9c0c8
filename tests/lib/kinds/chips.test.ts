import { expect, test } from 'vitest';
import { chipsOf } from '$lib/kinds/chips';
import { HIGHLIGHTS, highlightsOf } from '$lib/kinds/room-summary';
import { aSensor } from '../../features/bulk-actions/test-devices';

const contact = (id: number, name: string, role: string) => aSensor(id, role, true, { name });
const labels = (...devices: Parameters<typeof highlightsOf>[0]) =>
  chipsOf(highlightsOf(devices), HIGHLIGHTS).map(({ label, text }) => [label, text]);

test.each([
  ['BinarySmokeSensor', {}, 'Smoke'],
  ['BinaryCOSensor', {}, 'CO'],
  ['BinaryLeakingSensor', {}, 'Water'],
  ['BinaryMotionSensor', { Armed: true }, 'Motion'],
  ['BinaryDoorSensor', {}, 'Open'],
  ['BinaryGenericSensor', {}, 'Triggered']
])('the chip of one %s %j says its state, not its name: %s', (role, params, text) => {
  const device = contact(1, 'A long name of it', role);
  const [chip] = labels({ ...device, params: { ...device.params, ...params } });
  expect(chip).toEqual([expect.stringContaining('A long name of it'), text]);
});

test('several devices of a kind are counted instead of named', () => {
  expect(
    labels(contact(1, 'Back door', 'BinaryDoorSensor'), contact(2, 'Window', 'BinaryWindowSensor'))
  ).toEqual([['2 open', '2']]);
});

test('an open door in alarm has the chip of its alarm, and none for being open', () => {
  const door = contact(1, 'Back door', 'BinaryDoorSensor');
  const inAlarm = { ...door, params: { Tripped: true, Armed: true } };
  expect(labels(inAlarm)).toEqual([['Alarm: Back door', 'Open']]);
  expect(labels(inAlarm, contact(2, 'Terrace', 'BinaryDoorSensor'))).toEqual([
    ['Alarm: Back door', 'Open'],
    ['Terrace open', 'Open']
  ]);
  expect(chipsOf(highlightsOf([inAlarm]), ['openings'])).toMatchObject([{ label: 'Back door open' }]);
});
