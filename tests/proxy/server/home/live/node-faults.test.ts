import { expect, it } from 'vitest';
import { reportedAlarmOf } from '#shared/hazards';
import { EMPTY_HOME, type Device } from '#shared/home';
import { decodePollReply } from '../../../../../proxy/server/home/live/poll-reply';
import { WatchedHome } from '../../../../../proxy/server/home/live/watched-home';
import { aDevice } from '../../../../lib/kinds/test-home';
import { FakeClock } from '../../../../support/fake-clock';

const PLUG = { id: 1, type: 'DevSwitch', interfaces: ['SwitchBinary'], params: { nodeId: 7 } };
const SENSOR = { type: 'DevBinarySensor', interfaces: ['SensorBinary'] };
const HEAT = { ...SENSOR, id: 2, role: 'BinaryHeatSensor', params: { nodeId: 7, Tripped: false } };
const GENERIC = { ...SENSOR, id: 3, role: 'BinaryGenericSensor', params: { nodeId: 7, Tripped: true } };

/** A home as it was read, with the types of its events. */
function aHome(...devices: readonly object[]) {
  const home = new WatchedHome(new FakeClock());
  const read = (...each: readonly object[]) =>
    home.applySnapshot({ ...EMPTY_HOME, devices: each.map(aDevice) }, 0);
  read(...devices);
  const events: string[] = [];
  home.subscribe(({ type }) => events.push(type));
  const faults = () => home.journal.home.devices.map(({ fault }) => fault);
  const device = (id: number): Device => home.journal.device(id) ?? expect.fail();
  return { home, read, events, faults, device };
}

it('a fault begins and ends with the changes of its sensor, for its actuator too', () => {
  const { home, events, faults } = aHome(PLUG, HEAT, GENERIC);
  expect(faults()).toEqual(['none', 'none', undefined]);
  const since = home.journal.revision;
  home.append([{ device: 2, params: { Tripped: true } }]);
  expect(faults()).toEqual(['overheated', 'overheated', undefined]);
  expect(home.journal.since(since)).toEqual([
    { device: 1, fields: { fault: 'overheated' } },
    { device: 2, params: { Tripped: true }, fields: { fault: 'overheated' } }
  ]);
  home.append([{ device: 2, params: { Tripped: false } }]);
  expect(faults()).toEqual(['none', 'none', undefined]);
  expect(events).toEqual(['changes', 'changes']);
});

it('a device that is read alone keeps its fault, and the reading of its sensor begins one', () => {
  const { home, faults, events } = aHome(PLUG, HEAT);
  expect(home.applyDevice(aDevice({ ...PLUG, params: { nodeId: 7, Status: true } }))).toBe(true);
  expect(faults()).toEqual(['none', 'none']);
  expect(home.applyDevice(aDevice({ ...HEAT, params: { nodeId: 7, Tripped: true } }))).toBe(true);
  expect(faults()).toEqual(['overheated', 'overheated']);
  expect(events).toEqual(['changes', 'changes']);
});

it('heat is a hazard of the home again when its node turns out to detect smoke, by a change or by a reading', () => {
  const hot = { ...HEAT, params: { nodeId: 7, Tripped: true } };
  const { home, read, events, device } = aHome(PLUG, hot, GENERIC);
  expect(reportedAlarmOf(device(2))).toBeUndefined();
  home.append([{ device: 3, fields: { role: 'BinarySmokeSensor' } }]);
  expect([2, 3].map((id) => reportedAlarmOf(device(id)))).toEqual(['heat', 'smoke']);
  read(PLUG, hot);
  expect(reportedAlarmOf(device(2))).toBeUndefined();
  read(hot);
  expect(reportedAlarmOf(device(2))).toBe('heat');
  expect(events).toEqual(['home', 'home', 'home']);
});

it('a controller that reports faults itself silences no detector', () => {
  const smoke = { ...SENSOR, id: 4, role: 'BinarySmokeSensor', params: { Tripped: true }, fault: 'none' };
  const detector = { ...HEAT, id: 5, params: { Tripped: true }, fault: 'none' };
  const { home, device } = aHome(smoke, detector);
  const reply = decodePollReply({
    last: 2,
    events: [4, 5].map((id) => ({ type: 'DeviceChanged', device_id: id, fault: 'none', params: [] }))
  });
  home.append(reply.ok ? reply.value.changes : expect.fail());
  expect([4, 5].map((id) => reportedAlarmOf(device(id)))).toEqual(['smoke', 'heat']);
});
