import { decodeRooms } from '#shared/home-schema';
import { INTERFACES } from '#shared/interfaces/registry';
import { describe, expect, test } from 'vitest';
import { describeDevice, describeRoom } from '../../../../../proxy/sources/served/description';
import { FakeClock } from '../../../../support/fake-clock';
import { HomeFixture } from '../home-fixture';

const { home } = new HomeFixture(new FakeClock());
const rooms = [...home.served.rooms.values()];

describe('the house', () => {
  test('has every interface that this build knows', () => {
    const interfaces = new Set(home.devices.flatMap((device) => device.interfaces));
    expect([...INTERFACES.keys()].filter((name) => !interfaces.has(name))).toEqual([]);
  });

  test('sends interface names without spaces, as clients compare them', () => {
    const names = home.devices.flatMap((device) => Reflect.get(describeDevice(device), 'interfaces'));
    expect(names.filter((name) => /\s/.test(String(name)))).toEqual([]);
  });
});

describe('a room’s main devices', () => {
  test('are sent under `main_devices` and on the room itself', () => {
    const [living] = rooms.map(describeRoom);
    expect(living).toMatchObject({ temperature_sensor: 28, main_devices: { temperature_sensor: 28 } });
    expect(decodeRooms(rooms.map(describeRoom))?.dropped).toBe(0);
  });
});
