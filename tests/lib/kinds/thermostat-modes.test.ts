import { afterEach, expect, it, test } from 'vitest';
import type { Params } from '#shared/home';
import { setFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { setMode } from '#shared/interfaces/thermostat-mode';
import { readThermostatSetpoint, setSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { i18n } from '$lib/i18n/i18n.svelte';
import { fanModeLabel, modeLabel, stateLabel, summaryOf } from '$lib/kinds/control-summary';
import { activeSetpointsOf, mainSetpointOf, savingSetpointOf } from '$lib/kinds/setpoint';
import { writeOf } from '../../../proxy/sources/zwave-js/commands';
import { homeOf, withValues } from '../../proxy/sources/zwave-js/nodes';
import { aDevice } from './test-home';

afterEach(() => i18n.choose('en'));

/** What the Z-Wave JS driver calls the modes and the setpoints of each number. */
const DRIVER_MODES: Readonly<Record<number, string>> = {
  0: 'Off',
  1: 'Heat',
  2: 'Cool',
  3: 'Auto',
  4: 'Auxiliary',
  5: 'Resume (on)',
  6: 'Fan',
  7: 'Furnace',
  8: 'Dry',
  9: 'Moist',
  10: 'Auto changeover',
  11: 'Energy heat',
  12: 'Energy cool',
  13: 'Away',
  15: 'Full power',
  31: 'Manufacturer specific'
};
const DRIVER_SETPOINTS: Readonly<Record<number, string>> = {
  1: 'Heating',
  2: 'Cooling',
  7: 'Furnace',
  8: 'Dry Air',
  9: 'Moist Air',
  10: 'Auto Changeover',
  11: 'Energy Save Heating',
  12: 'Energy Save Cooling',
  13: 'Away Heating',
  14: 'Away Cooling',
  15: 'Full Power'
};
/** A target that nothing else has, for each type of setpoint. */
const degreesOf = (type: number) => 10 + type;

const valuesOf = (mode: number | undefined, types: readonly number[]) => [
  { commandClass: 64, property: 'mode', value: mode, metadata: { states: DRIVER_MODES } },
  ...types.map((type) => ({
    commandClass: 67,
    property: 'setpoint',
    propertyKey: type,
    propertyKeyName: DRIVER_SETPOINTS[type] ?? '',
    value: degreesOf(type),
    metadata: { unit: '°C' }
  }))
];
const ALL_TYPES = Object.keys(DRIVER_SETPOINTS).map(Number);

/** A mode by its number, what it is called here in both languages, and the types of the setpoints that it aims at. */
type Row = readonly [mode: number, english: string, ukrainian: string, targets: readonly number[]];
const ROWS: readonly Row[] = [
  [0, 'Off', 'Вимкнено', []],
  [1, 'Heat', 'Обігрів', [1]],
  [2, 'Cool', 'Охолодження', [2]],
  [3, 'Auto', 'Авто', [1, 2]],
  [4, 'Extra heat', 'Додатковий обігрів', [1]],
  [5, 'Resume', 'Відновити', []],
  [6, 'Fan only', 'Лише вентилятор', []],
  [7, 'Furnace', 'Піч', [7]],
  [8, 'Dry', 'Осушення', [8]],
  [9, 'Humidify', 'Зволоження', [9]],
  [10, 'Heat or cool', 'Обігрів або охолодження', [10]],
  [11, 'Energy saving', 'Економний обігрів', [11]],
  [12, 'Energy-saving cooling', 'Економне охолодження', [12]],
  [13, 'Away', 'Нікого вдома', [13, 14]],
  [15, 'Full power', 'Повна потужність', [15]],
  [31, 'Maker’s mode', 'Режим виробника', []]
];

/** The thermostats of both families in a mode, by the names that each has for it. */
function thermostatsIn(mode: number): readonly (readonly [family: string, params: Params])[] {
  const { devices } = homeOf(withValues(...valuesOf(mode, ALL_TYPES)));
  const setpoints = (names: Readonly<Record<number, string>>) =>
    Object.fromEntries(ALL_TYPES.map((type) => [names[type], degreesOf(type)]));
  const api = { ...DRIVER_SETPOINTS, 1: 'Heat', 2: 'Cool', 11: 'EnergySaveHeating', 13: 'Away' };
  const label = DRIVER_MODES[mode] ?? '';
  return [
    ['Z-Wave JS', devices()[0]?.params ?? {}],
    ['the HTTP API', { currentMode: label, currentSetpoints: setpoints(api) }],
    [
      'the HTTP API in one word',
      { currentMode: label.replaceAll(' ', ''), currentSetpoints: setpoints(api) }
    ],
    ['the HTTP API as the driver', { currentMode: label, currentSetpoints: setpoints(DRIVER_SETPOINTS) }]
  ];
}

test.each(ROWS)('mode %i is %j, and + changes what it aims at and nothing else', async (mode, ...row) => {
  const [english, ukrainian, targets] = row;
  for (const [family, params] of thermostatsIn(mode)) {
    const active = activeSetpointsOf(params);
    expect([family, ...active.map(({ degrees }) => degrees)]).toEqual([family, ...targets.map(degreesOf)]);
    expect(mainSetpointOf(params)).toEqual(targets.length === 1 ? active[0] : undefined);
    await i18n.choose('en');
    expect(stateLabel(params)).toBe(english);
    await i18n.choose('uk');
    expect(stateLabel(params)).toBe(ukrainian);
    for (const { type, degrees } of active) {
      // What is sent has the device's own name, and is accepted.
      expect(readThermostatSetpoint(params).setpoints).toHaveProperty([type], degrees);
      expect(setSetpoint.prepare({ setpoint: degrees + 1, setpointType: type })).not.toBeNull();
    }
    const heats = targets.includes(1);
    expect(savingSetpointOf({ ...params, currentSetpoints: { Heat: 21, Away: 15 } })?.type).toBe(
      heats ? 'Heat' : undefined
    );
  }
});

test.each(ROWS)(
  'mode %i of a Z-Wave JS node, which is %j, is set and aimed by its numbers',
  (mode, ...row) => {
    const { home, devices } = homeOf(withValues(...valuesOf(mode, ALL_TYPES)));
    const [device] = devices();
    const part = device && home.device(device.id)?.part;
    const writes = (prepared: ReturnType<typeof setMode.prepare>) =>
      part && prepared && writeOf(part, prepared);
    const name = device?.params['currentMode'];
    const label = DRIVER_MODES[mode] ?? '';
    for (const stored of [name, label]) {
      const prepared = setMode.prepare({ mode: stored });
      expect(writes(prepared)).toMatchObject({ value: mode });
      // A scene with the name of before knows that it is done.
      expect(prepared?.expect({ interfaces: [], params: {} })?.matches(device?.params ?? {})).toBe(true);
    }
    const [, , targets] = row;
    const sent = activeSetpointsOf(device?.params ?? {}).map(({ type }) =>
      writes(setSetpoint.prepare({ setpoint: 20, setpointType: type }))
    );
    expect(sent).toMatchObject(
      targets.map((type) => ({ target: { commandClass: 67, propertyKey: type }, value: 20 }))
    );
  }
);

test.each([
  ['Heat', 1],
  ['Cool', 2],
  ['EnergySaveHeating', 11],
  ['EnergySaveCooling', 12],
  ['Away', 13]
])('the setpoint %s of a stored scene is still that of type %i', (setpointType, type) => {
  const { home, devices } = homeOf(withValues(...valuesOf(1, ALL_TYPES)));
  const [device] = devices();
  const part = device && home.device(device.id)?.part;
  const prepared = setSetpoint.prepare({ setpoint: 20, setpointType });
  expect(part && prepared && writeOf(part, prepared)).toMatchObject({ target: { propertyKey: type } });
});

it.each([
  // A mode whose own target is not reported has none, not another one's.
  ['Energy heat', { Heat: 22, Away: 15 }, []],
  ['Dry', { Heat: 22 }, []],
  ['Comfort', { Heat: 22, Cool: 25 }, []],
  ['Comfort', { Heat: 22, comfort: 23 }, ['comfort']],
  ['Off', { Heat: 22 }, []],
  ['OFF', { Heat: 22 }, []],
  ['Auto', { Heat: 22 }, ['Heat']],
  ['Auto', { Heat: 22, Cool: 25, Auto: 23 }, ['Auto']],
  ['Auto', { AutoChangeover: 23 }, []],
  ['Away', { AwayCooling: 28, Away: 15, Heat: 22 }, ['Away', 'AwayCooling']],
  // Without a known mode each is there, by its name.
  [undefined, { Heat: 22, ecoBoost_2: 18 }, ['Heat', 'ecoBoost_2']],
  ['', { Heat: 22 }, ['Heat']]
])('in the mode %j the targets of %j that apply are %j', (currentMode, currentSetpoints, types) => {
  const params = { currentMode, currentSetpoints };
  expect(activeSetpointsOf(params).map(({ type }) => type)).toEqual(types);
});

it.each([
  ['ecoBoost_2', 'Eco boost 2'],
  ['FROST_PROTECTION', 'Frost protection'],
  ['comfort', 'Comfort'],
  ['Mode (0x14)', 'Mode (0x14)'],
  ['❄', '❄'],
  ['', '']
])('the unknown name %j is read as %j', (name, label) => {
  expect([modeLabel(name), fanModeLabel(name)]).toEqual([label, label]);
  const params = { currentState: name, currentMode: 'Heat' };
  if (name !== '') expect(stateLabel(params)).toBe(label);
});

const FANS = ['Auto low', 'Low', 'Auto high', 'High', 'Auto medium', 'Medium', 'Circulation'];
const MORE_FANS = ['Humidity circulation', 'Left and right', 'Up and down', 'Quiet', 'External circulation'];

test('the modes of a fan of a Z-Wave JS node are no modes of its thermostat', async () => {
  const states = Object.fromEntries([...FANS, ...MORE_FANS].map((label, number) => [number, label]));
  const fan = {
    commandClass: 68,
    property: 'mode',
    value: 1,
    metadata: { states: { ...states, 12: 'Turbo' } }
  };
  const { home, devices } = homeOf(withValues(...valuesOf(1, [1]), fan));
  const [device] = devices();
  const names = device?.params['availableFanModes'];
  expect(device?.params).toMatchObject({ currentFanMode: 'Low', currentMode: 'Heat' });
  const labels = Array.isArray(names) ? names.map((name) => fanModeLabel(String(name))) : [];
  expect(labels.slice(0, 4)).toEqual(['Auto, low', 'Low', 'Auto, high', 'High']);
  expect(labels.slice(7)).toEqual([
    'Circulate and humidify',
    'Left and right',
    'Up and down',
    'Quiet',
    'Fresh air',
    'Turbo'
  ]);
  const part = device && home.device(device.id)?.part;
  const write = (fanMode: string) => {
    const prepared = setFanMode.prepare({ fanMode });
    return part && prepared && writeOf(part, prepared)?.value;
  };
  // The last is the driver's label.
  expect(['Low', 'UpAndDown', 'Turbo', 'Auto low'].map(write)).toEqual([1, 9, 12, 0]);
});

test('no two modes of a Z-Wave JS node have one name, and no label is taken for another mode', () => {
  const states = {
    1: 'Heat',
    20: 'Heat',
    21: 'Boost',
    22: 'Boost',
    23: '',
    24: 'Eco, 2',
    25: 'Boost 26',
    26: 'Boost'
  };
  const mode = { commandClass: 64, property: 'mode', value: 40, metadata: { states } };
  const { devices } = homeOf(withValues(mode));
  expect(devices()[0]?.params).toMatchObject({
    availableModes: ['Heat', 'Heat 20', 'Boost', 'Boost 22', 'Mode 23', 'Eco 2', 'Boost 26', 'Boost 26 26'],
    currentMode: 'Mode 40'
  });
  expect(activeSetpointsOf({ currentMode: 'Heat 20', currentSetpoints: { Heat: 21 } })).toEqual([]);
});

test.each([
  ['Heat', 'Heating', ['Off', 'Heat'], true],
  ['Heat+', 'Heat', ['Heat', 'Heat+'], false],
  ['Heat', 'Heat', ['Heat', 'Heat+'], true],
  ['+', '-', ['+', '-'], false]
])(
  'a command for the mode %j is done once a thermostat reports %j of %j: %s',
  (mode, currentMode, availableModes, isDone) => {
    const params = { currentMode, availableModes };
    const expectation = setMode.prepare({ mode })?.expect({ interfaces: ['ThermostatMode'], params });
    expect(expectation?.matches(params)).toBe(isDone);
  }
);

test('a thermostat that is off says so, however its controller spells it', () => {
  const params = { currentMode: 'OFF', currentState: 'Idle' };
  expect(summaryOf(aDevice({ id: 1, interfaces: ['ThermostatMode'], params }))).toBe('Off');
});
