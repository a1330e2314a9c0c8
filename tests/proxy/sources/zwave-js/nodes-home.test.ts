import { expect, it } from 'vitest';
import { isNotReady } from '#shared/home';
import { setMode } from '#shared/interfaces/thermostat-mode';
import { writeOf } from '../../../../proxy/sources/zwave-js/commands';
import { DEAD } from '../../../../proxy/sources/zwave-js/protocol';
import { binarySensor, homeOf, node, notification, unready, withValues } from './nodes';

const setpoint = (key: number, value: number, unit: string) => ({
  commandClass: 67,
  property: 'setpoint',
  propertyKey: key,
  value,
  metadata: { unit }
});

it.each([
  [{ status: 3 }, [false, false]],
  [{ status: 0 }, [true, false]]
])('a device that has not answered since the driver was started is as it was: %o', (more, expected) => {
  const restarted = unready('Complete', more);
  const { home, devices } = homeOf(node(2));
  const [before] = devices();
  home.forget();
  home.load([restarted]);
  expect(devices()).toMatchObject([{ id: before?.id, name: 'Plug 2' }]);
  home.put(restarted);
  expect(devices().map(({ alive, params }) => [alive, params['Status']])).toEqual([expected]);
  home.put(node(2));
  expect(devices()).toEqual([{ ...before, id: before?.id }]);
});

it('the home of nodes shows a node that is interviewed as not ready, and keeps its ids', () => {
  const { home, devices } = homeOf(node(2));
  const [before] = devices();
  home.put(unready('CommandClasses', { name: 'Plug 2', location: 'Hall' }));
  expect(devices()).toMatchObject([
    { name: 'Plug 2', room_id: before?.room_id, type: 'DevUnknown', params: { nodeId: 2 }, alive: true }
  ]);
  expect(devices().map(isNotReady)).toEqual([true]);
  expect(devices()[0]?.id).not.toBe(before?.id);
  home.put(node(2));
  expect(devices()).toMatchObject([{ id: before?.id, type: 'DevSwitch' }]);
});

it('the home of nodes names a node that has never answered by its number, dead or asleep', () => {
  const { home, devices } = homeOf(unready('ProtocolInfo'), node(3));
  expect(devices().map(({ name, room_id, alive }) => [name, room_id === null, alive])).toEqual([
    ['Node 2', true, true],
    ['Plug 3', false, true]
  ]);
  home.setStatus(2, DEAD);
  expect(devices()[0]?.alive).toBe(false);
});

it.each([
  [0, false],
  [255, true],
  [252, undefined],
  [253, undefined],
  [254, undefined],
  [undefined, undefined]
])('the home of nodes reads state %s of a garage door, which takes no command', (value, Tripped) => {
  const gate = withValues({ commandClass: 102, property: 'currentState', value });
  const deviceClass = { generic: { key: 64 }, specific: { key: 7 } };
  const { home, devices } = homeOf({ ...gate, deviceClass });
  const [door] = devices();
  expect(devices()).toMatchObject([
    { role: 'BinaryDoorSensor', icon: 'garage-door', interfaces: ['SensorBinary', 'ZWaveDevice'] }
  ]);
  expect({ Tripped: door?.params['Tripped'], targets: home.device(1)?.part.targets }).toEqual({
    Tripped,
    targets: {}
  });
});

it('the home of nodes writes a mode by its number, and none that the device does not have', () => {
  const states = { 0: 'Off', 1: 'Heating' };
  const { home } = homeOf(withValues({ commandClass: 64, property: 'mode', value: 0, metadata: { states } }));
  const part = home.device(1)?.part;
  const [heat, cool] = ['Heat', 'Cool'].map((mode) => setMode.prepare({ mode }));
  expect(part && heat && writeOf(part, heat)).toMatchObject({ value: 1 });
  expect(part && cool && writeOf(part, cool)).toBeNull();
});

it.each([
  [22, true],
  [23, false],
  [0x1600, true],
  [0x1601, true],
  [254, undefined]
])('the home of nodes reads state %i of a door', (state, Tripped) => {
  const states = { 22: 'Window/door is open', 23: 'Window/door is closed' };
  const { devices } = homeOf(withValues(notification(6, 'Access Control', 'Door state', state, states)));
  expect(devices().map(({ role, params }) => [role, params['Tripped']])).toEqual([
    ['BinaryDoorSensor', Tripped]
  ]);
});

it('the home of nodes keeps the id of a sensor that an interview tells more of', () => {
  const { home, devices } = homeOf(withValues(binarySensor(1, 'Any', false)));
  const roles = () => devices().map(({ id, role }) => [id, role]);
  const [[id] = []] = roles();
  home.put(withValues(binarySensor(10, 'Door/Window', false)));
  expect(roles()).toEqual([[id, 'BinaryDoorSensor']]);
  home.put(withValues(binarySensor(2, 'Smoke', false)));
  expect(roles()).toEqual([[id, 'BinarySmokeSensor']]);
  home.put(withValues(binarySensor(12, 'Motion', false)));
  expect(roles()[0]?.[0], 'a hazard stays one').not.toBe(id);
});

it('the home of nodes makes sensors of what tells of the home, and no devices of what tells of the node', () => {
  const { devices } = homeOf(
    withValues(
      notification(1, 'Smoke Alarm', 'Sensor status', 0),
      notification(1, 'Smoke Alarm', 'Maintenance status', 4),
      notification(2, 'CO Alarm', 'Sensor status', 0),
      notification(2, 'CO Alarm', 'Maintenance status', 4),
      notification(5, 'Water Alarm', 'Sensor status', 0),
      notification(5, 'Water Alarm', 'Pump status', 10),
      notification(7, 'Home Security', 'Motion sensor status', 0),
      notification(7, 'Home Security', 'Cover status', 3)
    )
  );
  expect(devices().map(({ name, role, params }) => [name, role, params['Tripped']])).toEqual([
    ['Plug 2', 'BinarySmokeSensor', false],
    ['Plug 2 · CO Alarm', 'BinaryCOSensor', false],
    ['Plug 2 · Water Alarm', 'BinaryLeakingSensor', false],
    ['Plug 2 · Water Alarm · Pump status', 'BinaryGenericSensor', true],
    ['Plug 2 · Home Security · Motion sensor status', 'BinaryMotionSensor', false]
  ]);
});

it('the home of nodes has setpoints in °C or °F, with their unit, and leaves out those whose number could mean either', () => {
  const { devices } = homeOf(
    withValues(setpoint(1, 68, '°F'), setpoint(2, 75, '°F'), setpoint(11, 18, '°C'))
  );
  expect(devices()).toMatchObject([
    { type: 'DevThermostat', params: { currentSetpoints: { Heat: 68, Cool: 75 }, valueUnit: '°F' } }
  ]);
  expect(devices()[0]?.params['currentSetpoints']).not.toHaveProperty('EnergySaveHeating');
  expect(homeOf(withValues(setpoint(1, 293, 'K'))).devices()).toMatchObject([{ type: 'DevUnknown' }]);
});

it.each<[string, number, number, readonly string[]]>([
  ['the setpoint that a command wrote, as it was', 1, 21, ['currentSetpoints']],
  ['the setpoint that a command wrote, as another one', 1, 22, []],
  ['another setpoint as it was', 2, 25, []]
])('the home of nodes takes for an answer of a thermostat: %s', (_, type, value, expected) => {
  const { home, devices } = homeOf(withValues(setpoint(1, 21, '°C'), setpoint(2, 25, '°C')));
  const repeated: unknown[] = [];
  home.onChange((changed) => repeated.push(changed.repeated));
  home.noteWritten(devices()[0]?.id ?? 0, ['2/0/67/setpoint/1']);
  expect(home.apply(`2/0/67/setpoint/${type}`, value)).toBe(true);
  expect(repeated).toEqual([expected]);
});

it('the home of nodes has room for new devices, however often a server renames its values and rooms', () => {
  const { home, devices } = homeOf(node(2));
  const renamed = (round: number) =>
    node(2, {
      location: `Room ${round}`,
      values: Array.from({ length: 500 }, (_, index) => ({
        endpoint: 0,
        commandClass: 49,
        property: `Sensor ${round} ${index}`,
        value: 1
      }))
    });
  for (let round = 0; round < 50; round += 1) home.put(renamed(round));
  expect(devices()).toHaveLength(500);
  const ids = devices().map(({ id }) => id);
  home.put(node(2));
  home.put(renamed(49));
  expect(devices().map(({ id }) => id)).toEqual(ids);
});
