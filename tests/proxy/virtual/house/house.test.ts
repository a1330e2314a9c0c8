import { decodeDevice, decodeRooms } from '#shared/home-schema';
import { INTERFACES } from '#shared/interfaces/registry';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { describe, expect, test } from 'vitest';
import { describeDevice, describeRoom } from '../../../../proxy/served/description';
import { FakeClock } from '../../../support/fake-clock';
import { HomeFixture } from '../home-fixture';

const { home } = new HomeFixture(new FakeClock());
const rooms = [...home.served.rooms.values()];
const sections = [...home.served.sections.values()];

describe('the house', () => {
  test('starts with the living room, room 11, with a plain lamp, device 21, and a dimmer, device 24', () => {
    expect(rooms[0]).toMatchObject({ id: 11, section_id: sections[0]?.id, order: 0 });
    expect(home.device(21)).toMatchObject({ room_id: 11, order: 0, type: 'DevSwitch' });
    expect(home.device(24)).toMatchObject({ room_id: 11, order: 1, type: 'DevDimmer' });
  });

  test('has every interface that this build knows', () => {
    const interfaces = new Set(home.devices.flatMap((device) => device.interfaces));
    expect([...INTERFACES.keys()].filter((name) => !interfaces.has(name))).toEqual([]);
  });

  test('sends interface names without spaces, as clients compare them', () => {
    const names = home.fixtures.flatMap((fixture) => Reflect.get(describeDevice(fixture), 'interfaces'));
    expect(names.filter((name) => /\s/.test(String(name)))).toEqual([]);
  });

  test('can be replaced by one whose interface names are sent with a space and are read without', () => {
    const [fixture] = home.fixtures.filter(({ device }) => device.interfaces.includes('SwitchBinary'));
    if (!fixture) throw new Error('The house has no switch.');
    const sent = describeDevice({ ...fixture, isSpelledWithSpaces: true });
    expect(Reflect.get(sent, 'interfaces')).toContain('Switch Binary');
    expect(decodeDevice(sent)).toEqual(fixture.device);
  });
});

describe('a room’s main devices', () => {
  test('are sensors of the right kind in the room, if there are any', () => {
    for (const { id, main_devices } of rooms)
      for (const [field, quantity] of [
        ['temperature_sensor', 'temperature'],
        ['humidity_sensor', 'humidity'],
        ['luminosity_sensor', 'light']
      ] as const) {
        const sensor = home.device(main_devices[field] ?? 0);
        if (sensor === undefined) continue;
        expect(sensor.room_id).toBe(id);
        expect(readSensorMultilevel(sensor.params).quantity).toBe(quantity);
      }
  });

  test('are sent under `main_devices` and on the room itself', () => {
    const [living] = rooms.map(describeRoom);
    expect(living).toMatchObject({ temperature_sensor: 28, main_devices: { temperature_sensor: 28 } });
    expect(decodeRooms(rooms.map(describeRoom))?.dropped).toBe(0);
  });
});
