import { expect, test } from 'vitest';
import { leavingRows } from '../../../src/features/bulk-actions/leaving-lines';
import { leavingOf } from '../../../src/features/bulk-actions/leaving-plan';
import { HomeView } from '../../../src/features/view-models/home-view.svelte';
import { LIVE } from '../../../src/lib/kinds/sight';
import { EMPTY_LAYOUT } from '../../../src/shared/layout';
import { FULL_RIGHTS } from '../../../src/shared/rights';
import { aDevice } from '../../lib/kinds/test-home';
import { aHome, aLamp } from '../../lib/state/test-home';
import { aLiveScreen, ann, anOpenHome } from '../../lib/state/test-screen';

test('what is not in a room is shown last, and not at all if those are gateways and hidden devices', () => {
  const opened = anOpenHome();
  const view = new HomeView(opened);
  const hall = { id: 1, name: 'Hall' };
  const gateway = aDevice({ id: 3, type: 'DevGateway', interfaces: ['Gateway'] });
  const roomsWith = (...devices: ReturnType<typeof aDevice>[]) => {
    opened.state.replace(aHome({ rooms: [hall], devices }), `e.${devices.length}`, 1);
    return view.sections.flatMap(({ rooms }) => rooms.map(({ slot }) => slot.room?.name ?? null));
  };
  expect(roomsWith(gateway)).toEqual(['Hall']);
  expect(roomsWith(gateway, aLamp(2, { room_id: null }))).toEqual(['Hall', null]);
});

const NOW = Date.UTC(2026, 10, 22, 12);
const window = { role: 'BinaryWindowSensor', state: 'Heating' };
const door = { role: 'BinaryDoorSensor', state: 'Heating' };

/** What is open, for how many minutes, and the household's choice; and whether it counts as left open. */
test.each([
  [door, 14, undefined, false],
  [door, 15, undefined, true],
  [door, 30, 60, false],
  [door, 6, 5, true],
  [door, 600, 0, false],
  [door, undefined, 5, false],
  [window, 5, undefined, true],
  [window, 4, undefined, false],
  [{ ...window, state: 'Idle' }, 14, undefined, false]
] as const)('%o that is open for %s min is left open after %s min: %s', (opening, min, chosen, isLeft) => {
  const opened = anOpenHome();
  const lasttrip = min === undefined ? undefined : NOW / 1000 - min * 60;
  const contact = { id: 2, type: 'DevBinarySensor', role: opening.role, interfaces: ['SensorBinary'] };
  const thermostat = { id: 3, type: 'DevThermostat', interfaces: ['ThermostatOperatingState'] };
  const devices = [
    { ...contact, room_id: 1, params: { Tripped: true, lasttrip } },
    { ...thermostat, room_id: 1, params: { currentState: opening.state } }
  ];
  opened.state.replace(aHome({ rooms: [{ id: 1, name: 'Hall' }], devices }), 'e.1', NOW);
  opened.layout.receive({ ...EMPTY_LAYOUT, ...(chosen !== undefined && { leftOpenMinutes: chosen }) });
  const [line] = new HomeView(opened).lines(LIVE, { now: NOW });
  expect(line?.label.startsWith('Left open')).toBe(isLeft);
});

const HOUR_MS = 3_600_000;

/** A contact with a battery, when it was heard last, and what is said of it later, while nothing is connected any more. */
test.each([
  ['23 h before', 23, 'All closed'],
  ['25 h before', 25, '1 of 1 door unknown']
] as const)(
  'a closed door that was heard %s the last values is said to be as it was known then',
  (_, hours, said) => {
    const opened = anOpenHome();
    const contact = {
      id: 2,
      type: 'DevBinarySensor',
      role: 'BinaryDoorSensor',
      interfaces: ['SensorBinary', 'Battery'],
      params: { Tripped: false, batteryLevel: 80 },
      last_online: (NOW - hours * HOUR_MS) / 1000
    };
    opened.state.replace(
      aHome({ rooms: [{ id: 1, name: 'Hall' }], devices: [{ ...contact, room_id: 1 }] }),
      'e.1',
      NOW
    );
    const [line] = new HomeView(opened).lines(LIVE, { now: NOW + 2 * HOUR_MS });
    expect(line?.label).toBe(said);
  }
);

test.each([
  [null, 'Devices OK'],
  [[1], 'In your room: devices OK'],
  [[1, 2], 'In your rooms: devices OK']
] as const)('a screen that sees the rooms %j speaks of them alone', async (rooms, said) => {
  const { app, opened } = await aLiveScreen();
  const rights = { ...FULL_RIGHTS, rooms: rooms && [...rooms] };
  app.session.updateScreen({ ...ann, rights });
  const [line] = new HomeView(opened).lines(LIVE, { now: NOW });
  expect(line?.label).toBe(said);
});

test('a thermostat that does not report whether it heats is known when people leave', () => {
  const opened = anOpenHome();
  const thermostat = {
    id: 2,
    type: 'DevThermostat',
    interfaces: ['ThermostatMode', 'ThermostatSetpoint'],
    params: { currentMode: 'Heat', currentSetpoints: { Heat: 16 } },
    room_id: 1
  };
  opened.state.replace(aHome({ rooms: [{ id: 1, name: 'Hall' }], devices: [thermostat] }), 'e.1', NOW);
  const view = new HomeView(opened);
  const devices = view.rooms.flatMap((room) => room.devices);
  const leaving = leavingOf(devices, (device) => view.isOld(device, { now: NOW }));
  expect(leavingRows(leaving, view.scope(LIVE)).fine?.what).toBe('No thermostat turned up');
});

test('whether nothing is in alarm is known only as far as armed sensors are known too', () => {
  const opened = anOpenHome();
  const contact = { type: 'DevBinarySensor', interfaces: ['SensorBinary'], room_id: 1 };
  const devices = [
    { ...contact, id: 2, role: 'BinarySmokeSensor', params: { Tripped: false } },
    { ...contact, id: 3, role: 'BinaryDoorSensor', params: { Tripped: false, Armed: true }, alive: false },
    { ...contact, id: 4, role: 'BinaryDoorSensor', params: { Tripped: false, Armed: false }, alive: false }
  ];
  opened.state.replace(aHome({ rooms: [{ id: 1, name: 'Hall' }], devices }), 'e.1', NOW);
  expect(new HomeView(opened).count('alarms', { now: NOW })).toEqual({ total: 2, unknown: 1 });
});
