import { expect, test } from 'vitest';
import { asksForBatteries, compareCharges, compileQuery } from '../../../src/routes/(app)/search/terms';
import { aLamp, aSensor, aShutter } from '../../features/bulk-actions/test-devices';
import { aDevice } from '../../lib/kinds/test-home';

const HOME = [
  aSensor(1, 'BinaryWindowSensor', true, {
    name: 'Roof',
    interfaces: ['SensorBinary', 'Battery'],
    params: { Tripped: true, batteryLevel: 9 }
  }),
  aSensor(2, 'BinaryDoorSensor', false, { name: 'Front door' }),
  aLamp(3, { name: 'Reading' }),
  aLamp(4, { name: 'Desk', params: { Status: false } }),
  aShutter(5, 60, { name: 'Blind' }),
  aDevice({
    id: 6,
    name: 'Radiator',
    type: 'DevTemperature',
    interfaces: ['Battery'],
    params: { batteryLevel: 255 },
    alive: false
  }),
  aSensor(7, 'BinaryMotionSensor', false, { name: 'Hall' }),
  aLamp(8, { name: 'Socket', icon: '' })
];

const find = (query: string, room = 'Kitchen') => {
  const fits = compileQuery(query);
  return fits && HOME.filter((device) => fits(device, `${device.name} ${room}`)).map(({ id }) => id);
};

test.each([
  ['open', 'відчинено', [1, 5]],
  ['on', 'увімкнено', [3, 8]],
  ['off', 'вимкнено', [4]],
  ['battery', 'батарея', [1, 6]],
  ['low battery', 'розряджені батареї', [1, 6]],
  ['offline', 'недоступні', [6]],
  ['Not responding', 'Не відповідає', [6]],
  ['window', 'вікна', [1]],
  ['doors', 'двері', [2]],
  ['light', 'світло', [3, 4]],
  ['lights on', 'світло увімкнене', [3]],
  ['shutters', 'ролети', [5]],
  ['motion', 'рух', [7]]
])('“%s” and “%s” find the devices that they mean', (english, ukrainian, ids) => {
  expect(find(english)).toEqual(ids);
  expect(find(ukrainian)).toEqual(ids);
});

test('a word for a kind finds devices of that name too, and other words have to be in the name or the room', () => {
  expect(find('door')).toEqual([2]);
  expect(find('kitchen light')).toEqual([3, 4]);
  expect(find('attic light')).toEqual([]);
  expect(find('roof open')).toEqual([1]);
});

test('the beginning of a word is enough from three letters on', () => {
  expect(find('batt')).toEqual([1, 6]);
  expect(find('ba')).toBeUndefined();
  expect(find('rea')).toBeUndefined();
});

test('a query for batteries is recognised, and its devices are compared by their charge', () => {
  expect(['low battery', 'батареї', 'open'].map(asksForBatteries)).toEqual([true, true, false]);
  const [least, next] = HOME.toSorted(compareCharges);
  expect([least?.id, next?.id]).toEqual([6, 1]);
});
