import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { reportedHazardOf } from '#shared/hazards';
import { Ids, NO_IDS } from '../../../proxy/zwave-js/ids';
import { NodesHome } from '../../../proxy/zwave-js/nodes-home';
import { nodeSchema } from '../../../proxy/zwave-js/protocol';
import { FakeClock } from '../../support/fake-clock';
import { plug } from './fake-server';

const node = (nodeId: number, more: object = {}) => v.parse(nodeSchema, plug(nodeId, more));

/** A home of nodes, and what it shows of a node. */
function homeOf(...nodes: ReturnType<typeof node>[]) {
  const clock = new FakeClock();
  const home = new NodesHome({
    homeId: 7,
    ids: new Ids(NO_IDS, () => undefined),
    clock,
    isDoubtful: () => false
  });
  home.load(nodes);
  const devices = () => [...(home.served?.devices.values() ?? [])].map(({ device }) => device);
  return { home, clock, devices };
}

/** A node with these values, each of an endpoint's class. */
const withValues = (...values: readonly object[]) =>
  node(2, {
    endpoints: [],
    values: values.map((value) => ({ endpoint: 0, propertyName: '', metadata: {}, ...value }))
  });

const notification = (
  type: number,
  name: string,
  variable: string,
  value: number,
  states: object = { 0: 'idle' }
) => ({
  ...{
    commandClass: 113,
    property: name,
    propertyName: name,
    propertyKey: variable,
    propertyKeyName: variable,
    value
  },
  metadata: { states, ccSpecific: { notificationType: type } }
});

const setpoint = (key: number, value: number, unit: string) => ({
  ...{ commandClass: 67, property: 'setpoint', propertyKey: key, value },
  metadata: { unit }
});

describe('the home of nodes', () => {
  it.each([
    [{ nodeId: 2, ready: false, interviewStage: 'Complete', status: 3 }, [false, false]],
    [{ nodeId: 2, ready: false, interviewStage: 'Complete', status: 0 }, [true, false]]
  ])(
    'keeps a device that has not answered since the driver was started, as it was: %o',
    (restarted, expected) => {
      const { home, devices } = homeOf(node(2));
      const [before] = devices();
      home.forget();
      home.load([v.parse(nodeSchema, restarted)]);
      expect(devices()).toMatchObject([{ id: before?.id, name: 'Plug 2' }]);
      home.put(v.parse(nodeSchema, restarted));
      expect(devices().map(({ alive, params }) => [alive, params['Status']])).toEqual([expected]);
      home.put(node(2));
      expect(devices()).toEqual([{ ...before, id: before?.id }]);
    }
  );

  it('shows nothing of a node that is interviewed, and keeps its ids', () => {
    const { home, devices } = homeOf(node(2));
    home.put(v.parse(nodeSchema, { nodeId: 2, ready: false, interviewStage: 'CommandClasses' }));
    expect(devices()).toEqual([]);
    home.put(node(2));
    expect(devices()).toMatchObject([{ id: 1 }]);
  });

  it.each([
    [22, true],
    [23, false],
    [0x1600, true],
    [0x1601, true],
    [254, undefined]
  ])('reads state %i of a door', (state, Tripped) => {
    const states = { 22: 'Window/door is open', 23: 'Window/door is closed' };
    const { devices } = homeOf(withValues(notification(6, 'Access Control', 'Door state', state, states)));
    expect(devices().map(({ role, params }) => [role, params['Tripped']])).toEqual([
      ['BinaryDoorSensor', Tripped]
    ]);
  });

  it.each([
    ['smoke', 1, 'Sensor status', [1, 2], [0]],
    ['co', 2, 'Sensor status', [1, 2], [0]],
    ['co2', 3, 'Sensor status', [1, 2], [0]],
    // Underheat.
    ['heat', 4, 'Heat sensor status', [1, 2], [0, 5, 6]],
    ['leak', 5, 'Sensor status', [1, 2], [0]],
    ['gas', 18, 'Combustible gas status', [1, 2], [0]],
    ['gas', 18, 'Toxic gas status', [3, 4], [0]]
  ])(
    'raises the hazard %s by notification %i, "%s", in its alarm states alone',
    (hazard, type, variable, alarms, calm) => {
      for (const states of [{ 0: 'idle' }, {}])
        for (const state of [...alarms, ...calm, 254]) {
          const { devices } = homeOf(withValues(notification(type, 'Alarm', variable, state, states)));
          expect([state, devices().map(reportedHazardOf)]).toEqual([
            state,
            [alarms.includes(state) ? hazard : undefined]
          ]);
        }
    }
  );

  it.each([
    [1, 'Alarm status', 3],
    [1, 'Alarm status', 6],
    [1, 'Maintenance status', 5],
    [1, 'Periodic inspection status', 7],
    [1, 'Dust in device status', 8],
    [2, 'Test status', 3],
    [4, 'Alarm status', 9],
    [4, 'Dust in device status', 10],
    [5, 'Water flow alarm status', 6],
    [5, 'Pump status', 11],
    [18, 'Alarm status', 5],
    [18, 'Maintenance status', 6]
  ])('raises no hazard by notification %i, "%s", in state %i', (type, variable, state) => {
    const { devices } = homeOf(withValues(notification(type, 'Alarm', variable, state)));
    expect(devices().map(reportedHazardOf)).toEqual([undefined]);
  });

  it.each([
    [2, 'smoke'],
    [3, 'co'],
    [4, 'co2'],
    [5, 'heat'],
    [6, 'leak'],
    [1, undefined],
    [7, undefined],
    [10, undefined],
    [12, undefined],
    [undefined, undefined]
  ])('raises by a binary sensor of type %s the hazard %s', (sensorType, hazard) => {
    const value = (is: boolean) =>
      homeOf(
        withValues({
          commandClass: 48,
          property: 'Sensor',
          value: is,
          metadata: { ccSpecific: { sensorType } }
        })
      ).devices();
    expect([value(true).map(reportedHazardOf), value(false).map(reportedHazardOf)]).toEqual([
      [hazard],
      [undefined]
    ]);
  });

  it.each([
    // What is reported in turn, by a binary sensor (true, false) or a notification (a state), and whether it is smoke then.
    { reports: [2, false], isSmoke: true },
    { reports: [true, 0], isSmoke: false },
    { reports: [true, 0, true], isSmoke: true },
    { reports: [true, 2, false], isSmoke: true },
    { reports: [true, 2, 0], isSmoke: false },
    { reports: [2, false, 254], isSmoke: false }
  ])('takes smoke as over by its notification alone, also when all is read again: $reports', (row) => {
    const { reports, isSmoke } = row;
    const values = (binary: boolean, state: number) =>
      withValues(
        { commandClass: 48, property: 'Smoke', value: binary, metadata: { ccSpecific: { sensorType: 2 } } },
        notification(1, 'Smoke Alarm', 'Sensor status', state)
      );
    const { home, devices } = homeOf(values(false, 0));
    let [binary, state] = [false, 0];
    for (const report of reports) {
      if (typeof report === 'boolean') binary = report;
      else state = report;
      const key = typeof report === 'boolean' ? '48/Smoke/' : '113/Smoke Alarm/Sensor status';
      home.apply(`2/0/${key}`, report);
    }
    const smoke = isSmoke ? 'smoke' : undefined;
    expect(devices().map(reportedHazardOf)).toEqual([smoke]);
    home.put({ ...values(binary, state), name: 'Renamed' });
    expect(devices().map(reportedHazardOf), 'read again').toEqual([smoke]);
    home.forget();
    home.load([values(binary, state)]);
    expect(devices().map(reportedHazardOf), 'connected again').toEqual([smoke]);
  });

  it('raises smoke that only the reading of its node tells, whatever was said before', () => {
    const values = (state: number) =>
      withValues(
        { commandClass: 48, property: 'Smoke', value: true, metadata: { ccSpecific: { sensorType: 2 } } },
        notification(1, 'Smoke Alarm', 'Sensor status', state)
      );
    const { home, devices } = homeOf(values(2));
    home.apply('2/0/113/Smoke Alarm/Sensor status', 0);
    expect(devices().map(reportedHazardOf)).toEqual([undefined]);
    home.put(values(2));
    expect(devices().map(reportedHazardOf)).toEqual(['smoke']);
  });

  it.each([
    [3, 'heat'],
    [4, 'heat'],
    // A rapid fall.
    [12, undefined],
    [13, undefined],
    [7, undefined]
  ])(
    'raises by the event %i of a heat detector: %s, for ten minutes or until it says more',
    async (event, hazard) => {
      const { home, clock, devices } = homeOf(
        withValues(
          notification(4, 'Heat Alarm', 'Heat sensor status', 0),
          notification(1, 'Smoke Alarm', 'Sensor status', 0)
        )
      );
      const hazards = () => devices().map(reportedHazardOf);
      home.notify(3, { type: 4, event });
      home.notify(2, { type: 5, event });
      expect(hazards()).toEqual([undefined, undefined]);
      home.notify(2, { type: 4, event });
      expect(hazards()).toEqual([hazard, undefined]);
      await clock.advance(599_000);
      expect(hazards()).toEqual([hazard, undefined]);
      await clock.advance(1000);
      expect(hazards(), 'after ten minutes').toEqual([undefined, undefined]);
      home.notify(2, { type: 4, event });
      home.apply('2/0/113/Heat Alarm/Heat sensor status', 2);
      await clock.advance(600_000);
      expect(hazards(), 'too hot').toEqual(['heat', undefined]);
      home.apply('2/0/113/Heat Alarm/Heat sensor status', 0);
      expect(hazards(), 'idle').toEqual([undefined, undefined]);
    }
  );

  it('keeps the alarm of a gas detector while one of its two gases is there', () => {
    const gas = (variable: string, value: number) => notification(18, 'Gas alarm', variable, value);
    const { home, devices } = homeOf(
      withValues(gas('Combustible gas status', 2), gas('Toxic gas status', 4))
    );
    const key = (variable: string) => `2/0/113/Gas alarm/${variable}`;
    home.apply(key('Toxic gas status'), 0);
    expect(devices().map(reportedHazardOf)).toEqual(['gas']);
    home.apply(key('Combustible gas status'), 0);
    expect(devices().map(reportedHazardOf)).toEqual([undefined]);
  });

  it('keeps the id of a sensor that an interview tells more of', () => {
    const any = (sensorType: number, property: string) => ({
      ...{ commandClass: 48, property, propertyName: property, value: false },
      metadata: { ccSpecific: { sensorType } }
    });
    const { home, devices } = homeOf(withValues(any(1, 'Any')));
    const [{ id } = { id: 0 }] = devices();
    home.put(withValues(any(10, 'Door/Window')));
    expect(devices().map((device) => [device.id, device.role])).toEqual([[id, 'BinaryDoorSensor']]);
    home.put(withValues(any(2, 'Smoke')));
    expect(devices().map((device) => [device.id, device.role])).toEqual([[id, 'BinarySmokeSensor']]);
    home.put(withValues(any(12, 'Motion')));
    expect(
      devices().map((device) => device.id),
      'a hazard stays one'
    ).not.toEqual([id]);
  });

  it('tells hazards and motion from the other variables of their sensors', () => {
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
      ['Plug 2 · Smoke Alarm · Maintenance status', 'BinaryGenericSensor', true],
      ['Plug 2 · CO Alarm', 'BinaryCOSensor', false],
      ['Plug 2 · CO Alarm · Maintenance status', 'BinaryGenericSensor', true],
      ['Plug 2 · Water Alarm', 'BinaryLeakingSensor', false],
      ['Plug 2 · Water Alarm · Pump status', 'BinaryGenericSensor', true],
      ['Plug 2 · Home Security · Motion sensor status', 'BinaryMotionSensor', false],
      ['Plug 2 · Home Security · Cover status', 'BinaryGenericSensor', true]
    ]);
  });

  it('has setpoints in °C or °F, with their unit, and leaves out those whose number could mean either', () => {
    const { devices } = homeOf(
      withValues(setpoint(1, 68, '°F'), setpoint(2, 75, '°F'), setpoint(11, 18, '°C'))
    );
    expect(devices()).toMatchObject([
      { type: 'DevThermostat', params: { currentSetpoints: { Heat: 68, Cool: 75 }, valueUnit: '°F' } }
    ]);
    expect(devices()[0]?.params['currentSetpoints']).not.toHaveProperty('EnergySaveHeating');
    expect(homeOf(withValues(setpoint(1, 293, 'K'))).devices()).toEqual([]);
  });

  it('has room for new devices, however often a server renames its values and rooms', () => {
    const { home, devices } = homeOf(node(2));
    const renamed = (round: number) =>
      node(2, {
        location: `Room ${round}`,
        values: Array.from({ length: 500 }, (_, index) => ({
          ...{ endpoint: 0, commandClass: 49, property: `Sensor ${round} ${index}`, value: 1 }
        }))
      });
    for (let round = 0; round < 50; round += 1) home.put(renamed(round));
    expect(devices()).toHaveLength(500);
    const ids = devices().map(({ id }) => id);
    home.put(node(2));
    home.put(renamed(49));
    expect(devices().map(({ id }) => id)).toEqual(ids);
  });
});
