import { isShown, NO_ROOM_NAME, type Device } from '#shared/home';
import { decodeDevice, decodeRooms } from '#shared/home-schema';
import { INTERFACES } from '#shared/interfaces/registry';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { describe, expect, test } from 'vitest';
import { describeDevice, describeRoom } from '../../../../proxy/served/description';
import { FakeClock } from '../../../support/fake-clock';
import { HomeFixture } from '../home-fixture';

const { home } = new HomeFixture(new FakeClock());
const { devices } = home;
const rooms = [...home.served.rooms.values()];
const sections = [...home.served.sections.values()];

const have = (values: readonly (string | undefined)[], wanted: readonly string[]) =>
  wanted.filter((each) => !values.includes(each));

describe('the house', () => {
  test('has four sections, fourteen visible rooms and about ninety devices', () => {
    expect(sections).toHaveLength(4);
    expect(rooms.filter(({ name }) => name !== NO_ROOM_NAME)).toHaveLength(14);
    expect(devices.length).toBeGreaterThanOrEqual(85);
    expect(devices.length).toBeLessThanOrEqual(100);
  });

  test('has unique ids, and a name for each device', () => {
    for (const list of [sections, rooms, devices]) {
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
      expect(list.filter(({ name }) => name === '')).toEqual([]);
    }
  });

  test('starts with the living room, room 11, with a plain lamp, device 21, and a dimmer, device 24', () => {
    expect(rooms[0]).toMatchObject({ id: 11, section_id: sections[0]?.id, order: 0 });
    expect(home.device(21)).toMatchObject({ room_id: 11, order: 0, type: 'DevSwitch' });
    expect(home.device(24)).toMatchObject({ room_id: 11, order: 1, type: 'DevDimmer' });
  });

  test('has every documented type, and the observed ones', () => {
    const documented = [
      'DevGateway DevSwitch DevDimmer DevShutter DevSwitchMultilevel DevBinarySensor DevTemperature',
      'DevHygrometry DevLuminosity DevGenericSensor DevThermostat DecDimmerColor DevUnknown'
    ].flatMap((line) => line.split(' '));
    const observed = ['DevDimmerColor', 'DevDoorLock', 'DevMeter'];
    const types = devices.map(({ type }) => type);
    expect(have(types, [...documented, ...observed])).toEqual([]);
  });

  test('has every interface that this build knows', () => {
    const interfaces = devices.flatMap((device) => device.interfaces);
    expect(have(interfaces, [...INTERFACES.keys()])).toEqual([]);
  });

  test('has every observed role', () => {
    const kinds = ['Motion', 'Smoke', 'Door', 'Window', 'Leaking', 'Generic'];
    const roles = devices.map(({ role }) => role);
    expect(
      have(
        roles,
        kinds.map((kind) => `Binary${kind}Sensor`)
      )
    ).toEqual([]);
  });

  test('has every parameter in the document', () => {
    const documented = [
      'nodeId endpointId parentDeviceId Status pulseable Level firmwareVersion groupsCount multichannelSupported',
      'associations armable ackable Armed Tripped lasttrip Value sensorType valueScale valueUnit stopable',
      'currentMode availableModes currentSetpoints currentState supportedComponents currentComponentValues'
    ].flatMap((line) => line.split(' '));
    expect(
      have(
        devices.flatMap(({ params }) => Object.keys(params)),
        documented
      )
    ).toEqual([]);
  });

  test('spells sensors in every observed way', () => {
    const spelled = devices.flatMap(({ params }) => [params['sensorType'], params['valueScale']]).map(String);
    expect(have(spelled, ['AirTemperature', 'Luminosity', 'Celcius', 'Celsius', 'PercentageValue'])).toEqual(
      []
    );
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

  test('has odd devices: dead, hidden, orphaned, unknown, noted, favourite', () => {
    const roomIds = rooms.map(({ id }) => id);
    const count = (is: (device: Device) => boolean) => devices.filter(is).length;
    const known = (device: Device) => device.interfaces.filter((name) => INTERFACES.has(name)).length;
    expect(count(({ alive }) => !alive)).toBeGreaterThanOrEqual(2);
    expect(count(({ hidden }) => hidden)).toBeGreaterThanOrEqual(2);
    expect(count(({ room_id }) => !roomIds.includes(room_id ?? -1))).toBe(1);
    expect(count((device) => device.interfaces.length > 0 && known(device) === 0)).toBe(1);
    expect(count(({ note_text }) => note_text !== '')).toBeGreaterThanOrEqual(3);
    expect(count(({ note_image }) => note_image !== null)).toBe(1);
    expect(count(({ favorite }) => favorite)).toBeGreaterThanOrEqual(2);
    expect(home.device(71)).toMatchObject({ type: 'DevSiren', interfaces: ['SwitchBinary', 'ZWaveDevice'] });
  });

  test('has a device of several parts: a hidden root, and two endpoints on its node', () => {
    const root = devices.filter(({ interfaces }) => interfaces.includes('MultichannelRoot'));
    const endpoints = devices.filter(({ interfaces }) => interfaces.includes('MultichannelEndpoint'));
    expect(root.map(isShown)).toEqual([false]);
    expect(endpoints.map(({ params }) => [params['parentDeviceId'], params['endpointId']])).toEqual([
      [root[0]?.id, 1],
      [root[0]?.id, 2]
    ]);
    for (const { params } of endpoints) expect(params['nodeId']).toBe(root[0]?.params['nodeId']);
  });

  test('has one sleeping valve', () => {
    const sleeping = devices.filter(({ interfaces }) => interfaces.includes('WakeUp'));
    expect(sleeping.map(({ type, params }) => [type, params['wakeUpInterval']])).toEqual([
      ['DevThermostat', 300]
    ]);
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

  test('are null, 0 and dangling somewhere', () => {
    const named = rooms.flatMap(({ main_devices }) => Object.values(main_devices) as (number | null)[]);
    expect(named).toContain(null);
    expect(named).toContain(0);
    expect(named.filter((id) => id !== null && id !== 0 && !home.device(id))).toHaveLength(1);
  });

  test('are sent under `main_devices` and on the room itself', () => {
    const [living] = rooms.map(describeRoom);
    expect(living).toMatchObject({ temperature_sensor: 28, main_devices: { temperature_sensor: 28 } });
    expect(decodeRooms(rooms.map(describeRoom))?.dropped).toBe(0);
  });
});
