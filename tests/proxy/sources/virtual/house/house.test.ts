import { expect, test } from 'vitest';
import { decodeRooms } from '#shared/home-schema';
import { INTERFACES } from '#shared/interfaces/registry';
import { describeRoom } from '../../../../../proxy/sources/served/description';
import { FakeClock } from '../../../../support/fake-clock';
import { HomeFixture } from '../home-fixture';

const { home } = new HomeFixture(new FakeClock());
const rooms = [...home.served.rooms.values()];

test('the house has every interface that this build knows', () => {
  const interfaces = new Set(home.devices.flatMap((device) => device.interfaces));
  expect([...INTERFACES.keys()].filter((name) => !interfaces.has(name))).toEqual([]);
});

test('a room’s main devices are sent under `main_devices` and on the room itself', () => {
  const [living] = rooms.map(describeRoom);
  const main = { temperature_sensor: 28, humidity_sensor: 29, luminosity_sensor: 30 };
  expect(living).toMatchObject({ ...main, main_devices: main, background_image: 'living-room' });
  expect(decodeRooms(rooms.map(describeRoom))?.dropped).toBe(0);
});
