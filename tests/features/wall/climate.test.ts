import { expect, it } from 'vitest';
import { insideTemperature, outsideTemperature, type RoomClimate } from '../../../src/features/wall/climate';
import { aDevice, aRoom } from '../../lib/kinds/test-home';

const thermometer = (id: number, name: string, value: number) =>
  aDevice({
    id,
    name,
    type: 'DevTemperature',
    interfaces: ['SensorMultilevel'],
    params: { sensorType: 'Temperature', Value: value, valueScale: 'Celsius' }
  });

const room = (id: number, name: string, value?: number, sensor = 'Temperature'): RoomClimate => ({
  room: aRoom({ id, name }),
  devices: value === undefined ? [] : [thermometer(id, sensor, value)],
  temperature: value === undefined ? undefined : { value, unit: '°C' }
});

it.each([
  [[room(1, 'Kitchen', 20), room(2, 'Hall', 7, 'Outdoor temperature')]],
  [[room(1, 'Kitchen', 20), room(2, 'Garden', 7)]],
  [[room(1, 'Кухня', 20), room(2, 'Балкон', 7)]],
  [[room(1, 'Кухня', 20), room(2, 'Хол', 7, 'Температура надворі')]]
])('the temperatures on the wall are outside where a sensor or a room says so: %#', (rooms) => {
  expect(outsideTemperature(rooms)?.value).toBe(7);
  expect(insideTemperature(rooms)?.value).toBe(20);
});

it('the temperatures on the wall are inside the median of the other rooms', () => {
  const rooms = [room(1, 'Kitchen', 20), room(2, 'Hall', 18), room(3, 'Sauna', 80), room(4, 'Garden', 5)];
  expect(insideTemperature(rooms)?.value).toBe(20);
});
