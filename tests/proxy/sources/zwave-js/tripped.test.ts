import { expect, it } from 'vitest';
import { isNotReady } from '#shared/home';
import { binarySensor, homeOf, notification, unready, withValues } from './nodes';

const smokeAlarm = (state: number) => notification(1, 'Smoke Alarm', 'Sensor status', state);

it.each([
  ['smoke', 1, 'Sensor status', [1, 2], [0]],
  ['co', 2, 'Sensor status', [1, 2], [0]],
  ['co2', 3, 'Sensor status', [1, 2], [0]],
  // Underheat.
  ['heat', 4, 'Heat sensor status', [1, 2], [0, 5, 6]],
  ['leak', 5, 'Sensor status', [1, 2], [0]],
  ['gas', 18, 'Combustible gas status', [1, 2], [0]],
  ['gas', 18, 'Toxic gas status', [3, 4], [0]]
])('%s is raised by notification %i, "%s", in alarm states alone', (hazard, type, variable, alarms, calm) => {
  for (const states of [{ 0: 'idle' }, {}])
    for (const state of [...alarms, ...calm, 254]) {
      const { hazards } = homeOf(withValues(notification(type, 'Alarm', variable, state, states)));
      expect(hazards(), `in state ${state}`).toEqual([alarms.includes(state) ? hazard : undefined]);
    }
});

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
])('a sensor of a hazard raises no hazard by notification %i, "%s", in state %i', (type, variable, state) => {
  const { hazards } = homeOf(withValues(notification(type, 'Alarm', variable, state)));
  expect(hazards()).toEqual([undefined]);
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
])('a sensor of a hazard raises by a binary sensor of type %s the hazard %s', (sensorType, hazard) => {
  const raised = (is: boolean) => homeOf(withValues(binarySensor(sensorType, 'Sensor', is))).hazards();
  expect([raised(true), raised(false)]).toEqual([[hazard], [undefined]]);
});

it.each([
  // What is reported in turn, by a binary sensor (true, false) or a notification (a state), and whether it is smoke then.
  { reports: [2, false], isSmoke: true },
  { reports: [true, 0], isSmoke: false },
  { reports: [true, 0, true], isSmoke: true },
  { reports: [true, 2, false], isSmoke: true },
  { reports: [true, 2, 0], isSmoke: false },
  { reports: [2, false, 254], isSmoke: false }
])('smoke is over by its notification alone, also when all is read again: $reports', (row) => {
  const { reports, isSmoke } = row;
  const values = (binary: boolean, state: number) =>
    withValues(binarySensor(2, 'Smoke', binary), smokeAlarm(state));
  const { home, hazards } = homeOf(values(false, 0));
  let binary = false;
  let state = 0;
  for (const report of reports) {
    if (typeof report === 'boolean') binary = report;
    else state = report;
    const key = typeof report === 'boolean' ? '48/Smoke/' : '113/Smoke Alarm/Sensor status';
    home.apply(`2/0/${key}`, report);
  }
  const smoke = isSmoke ? 'smoke' : undefined;
  expect(hazards()).toEqual([smoke]);
  home.put({ ...values(binary, state), name: 'Renamed' });
  expect(hazards(), 'read again').toEqual([smoke]);
  home.forget();
  home.load([values(binary, state)]);
  expect(hazards(), 'connected again').toEqual([smoke]);
});

it('a sensor of a hazard takes motion as over by either of its two values: it is no hazard', () => {
  const { home, devices } = homeOf(
    withValues(binarySensor(12, 'Motion', false), notification(7, 'Home Security', 'Motion sensor status', 0))
  );
  const tripped = () => devices().map(({ params }) => params['Tripped']);
  home.apply('2/0/113/Home Security/Motion sensor status', 8);
  expect(tripped()).toEqual([true]);
  home.apply('2/0/48/Motion/', false);
  expect(tripped()).toEqual([false]);
});

it('a sensor of a hazard raises smoke that only the reading of its node tells, whatever was said before', () => {
  const node = withValues(binarySensor(2, 'Smoke', true), smokeAlarm(2));
  const { home, hazards } = homeOf(node);
  home.apply('2/0/113/Smoke Alarm/Sensor status', 0);
  expect(hazards()).toEqual([undefined]);
  home.put(node);
  expect(hazards()).toEqual(['smoke']);
});

it.each([
  { states: [0, 254, 2], isSmoke: true },
  { states: [0, undefined, 1], isSmoke: true },
  { states: [2, 254, 0], isSmoke: false },
  { states: [2, undefined, 254], isSmoke: false }
])('a notification whose value was unknown before takes its last state: $states', async (row) => {
  const { home, clock, hazards } = homeOf(withValues(binarySensor(2, 'Smoke'), smokeAlarm(254)));
  for (const state of row.states) {
    home.apply('2/0/113/Smoke Alarm/Sensor status', state);
    await clock.advance(200);
  }
  expect(hazards()).toEqual([row.isSmoke ? 'smoke' : undefined]);
});

it('a sensor of a hazard keeps the alarm of a node that is interviewed meanwhile, until it says more', () => {
  const smoke = (state: number) => withValues(smokeAlarm(state));
  const { home, devices, hazards } = homeOf(smoke(2));
  home.put(unready('NodeInfo'));
  expect(hazards()).toEqual(['smoke']);
  home.put(smoke(0));
  home.put(unready('NodeInfo'));
  expect(devices().map(isNotReady)).toEqual([true]);
});

const HEAT = '2/0/113/Heat Alarm/Heat sensor status';
const detector = (state = 0) =>
  withValues(notification(4, 'Heat Alarm', 'Heat sensor status', state), smokeAlarm(0));
const heard = (state?: number) => {
  const { home, clock, hazards } = homeOf(detector(state));
  const rise = () => home.notify(2, { type: 4, event: 4 });
  return { home, clock, rise, hazards: () => hazards().join() };
};

it.each([
  [3, 'heat,'],
  [4, 'heat,'],
  // A rapid fall, and a test.
  [12, ','],
  [13, ','],
  [7, ',']
])('an event of a heat detector %i raises "%s" for ten minutes', async (event, raised) => {
  const { home, clock, hazards } = heard();
  home.notify(3, { type: 4, event });
  home.notify(2, { type: 5, event });
  expect(hazards()).toBe(',');
  home.notify(2, { type: 4, event });
  expect(hazards()).toBe(raised);
  await clock.advance(599_000);
  expect(hazards()).toBe(raised);
  await clock.advance(1000);
  expect(hazards()).toBe(',');
});

it('an event of a heat detector is raised also where the state is unknown, and ends there too', async () => {
  const { clock, hazards, rise } = heard(254);
  rise();
  await clock.advance(200);
  expect(hazards()).toBe('heat,');
  await clock.advance(601_000);
  expect(hazards()).toBe(',');
});

it('an event of a heat detector ends by a state that is new, and by none that says nothing', async () => {
  const { home, clock, hazards, rise } = heard();
  rise();
  home.apply(HEAT, 0);
  home.apply(HEAT, 254);
  await clock.advance(200);
  expect(hazards()).toBe('heat,');
  home.apply(HEAT, 2);
  await clock.advance(601_000);
  expect(hazards(), 'too hot').toBe('heat,');
  home.apply(HEAT, 0);
  expect(hazards(), 'idle').toBe(',');
});

it('an event of a heat detector goes on over a lost connection and an interview, and ends with its node and at the stop', async () => {
  const { home, clock, hazards, rise } = heard();
  rise();
  home.forget();
  home.load([detector()]);
  expect(hazards()).toBe('heat,');
  home.put(unready('NodeInfo'));
  home.put(detector());
  expect(hazards()).toBe('heat,');
  home.remove(2);
  home.put(detector());
  expect(hazards()).toBe(',');
  rise();
  home.load([]);
  await clock.advance(200);
  expect(clock.waiting, 'nothing is due').toBe(0);
  home.put(detector());
  rise();
  home.stop();
  expect(clock.waiting).toBe(0);
});

it('an event of a heat detector that is repeated changes nothing', async () => {
  const { home, clock, hazards, rise } = heard();
  const told: string[] = [];
  home.onChange(({ after }) => told.push(String(after.params['Tripped'])));
  for (let at = 0; at < 100; at += 1) rise();
  expect(told).toEqual(['true']);
  await clock.advance(300_000);
  rise();
  await clock.advance(599_000);
  expect(hazards()).toBe('heat,');
  expect(clock.waiting).toBe(1);
});

it('a sensor of a hazard keeps the alarm of a gas detector while one of its two gases is there', () => {
  const gas = (variable: string, value: number) => notification(18, 'Gas alarm', variable, value);
  const { home, hazards } = homeOf(withValues(gas('Combustible gas status', 2), gas('Toxic gas status', 4)));
  const key = (variable: string) => `2/0/113/Gas alarm/${variable}`;
  home.apply(key('Toxic gas status'), 0);
  expect(hazards()).toEqual(['gas']);
  home.apply(key('Combustible gas status'), 0);
  expect(hazards()).toEqual([undefined]);
});
