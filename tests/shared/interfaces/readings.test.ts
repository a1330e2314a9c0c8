import { expect, test } from 'vitest';
import { readDoorLock } from '#shared/interfaces/door-lock';
import * as facts from '#shared/interfaces/facts';
import { readBattery } from '#shared/interfaces/readings';
import { INTERFACES } from '#shared/interfaces/registry';
import { readSensorBinary } from '#shared/interfaces/sensor-binary';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readSwitchBinary } from '#shared/interfaces/switch-binary';
import { readSwitchColor } from '#shared/interfaces/switch-color';
import { readSwitchMultilevel } from '#shared/interfaces/switch-multilevel';
import { readThermostatFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { readThermostatMode } from '#shared/interfaces/thermostat-mode';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { readThermostatSetpoint } from '#shared/interfaces/thermostat-setpoint';
import { readWakeUp } from '#shared/interfaces/wake-up';

test.each([
  [{ Status: 1 }, true],
  [{ Status: 'false' }, false],
  [{ Level: 30 }, true],
  [{ Level: 0 }, false],
  [{ Status: null }, undefined],
  [{}, undefined]
])('a switch with %j is on: %j', (params, isOn) => {
  expect(readSwitchBinary(params).isOn).toBe(isOn);
});

test.each([
  ['Temperature', 'temperature'],
  ['AirTemperature', 'temperature'],
  ['Luminosity', 'light'],
  ['Power', 'power'],
  ['Radon', 'other'],
  ['constructor', 'other'],
  [undefined, 'other']
])('a sensor of type %j measures %s', (sensorType, quantity) => {
  expect(readSensorMultilevel({ sensorType, Value: '21.4' })).toMatchObject({ quantity, value: 21.4 });
});

test.each([
  ['AirTemperature', '°C'],
  ['Humidity', '%'],
  ['Luminosity', 'lx'],
  ['Power', 'W']
])(
  'a sensor of type %s measures in %s if it reports no unit, or one of another quantity',
  (sensorType, unit) => {
    const foreign = unit === 'W' ? '°C' : 'W';
    expect(readSensorMultilevel({ sensorType }).unit).toBe(unit);
    expect(readSensorMultilevel({ sensorType, valueUnit: foreign, valueScale: foreign }).unit).toBe(unit);
  }
);

test('an unknown unit is kept as reported, since it changes the meaning of the number', () => {
  expect(readSensorMultilevel({ sensorType: 'Power', Value: 1.8, valueUnit: ' kW ' }).unit).toBe('kW');
  expect(readSensorMultilevel({ sensorType: 'Humidity', valueScale: 'AbsoluteHumidity' }).unit).toBe(
    'AbsoluteHumidity'
  );
});

test.each([
  ['°F', ['F', '℉', 'Fahrenheit', '° F', 'ºF', '°F', 'fahrenheit', ' deg F ', '˚f']],
  ['°C', ['C', '℃', 'Celsius', 'Celcius', '° C', 'ºC', '°C', 'celsius']],
  ['K', ['K', 'kelvin', '\u212a']]
])('every spelling of %s is read as such, as a unit and as a scale', (unit, spellings) => {
  for (const spelling of spellings) {
    expect(readSensorMultilevel({ sensorType: 'Temperature', valueUnit: spelling }).unit).toBe(unit);
    expect(readSensorMultilevel({ sensorType: 'Temperature', valueScale: spelling }).unit).toBe(unit);
  }
});

test.each([
  ['21,5', 21.5, '°C'],
  ['21.5 °C', 21.5, '°C'],
  ['-3,25°C', -3.25, '°C'],
  ['72 °F', 72, '°F'],
  ['294,6K', 294.6, 'K'],
  // The minus of typography.
  ['−5,2', -5.2, '°C'],
  ['−5.2 °C', -5.2, '°C'],
  ['−4 °F', -4, '°F'],
  ['−1,234', undefined, '°C'],
  ['−−5', undefined, '°C'],
  ['−', undefined, '°C'],
  ['5−2', undefined, '°C'],
  ['٢١٫٥', undefined, '°C'],
  ['1 234,5', undefined, '°C'],
  ['1.234,5', undefined, '°C'],
  ['1,234,5', undefined, '°C'],
  ['1,234', undefined, '°C'],
  ['2024-05-01', undefined, '°C'],
  ['12:30', undefined, '°C'],
  ['warm', undefined, '°C'],
  ['1.2.3', undefined, '°C']
])('a temperature with the text %j is %j, in %s', (Value, value, unit) => {
  expect(readSensorMultilevel({ sensorType: 'Temperature', Value })).toMatchObject({ value, unit });
});

test.each([
  [0, 0],
  [0.4, 0],
  [41.6, 42],
  [42.4, 42],
  ['42 %', 42],
  ['50', 50],
  [null, undefined],
  ['', undefined],
  [100, 99],
  [255, 99],
  [254, undefined],
  [101, undefined],
  [-1, undefined],
  ['full', undefined]
])('a level of %j is %j: only 0 to 100 and 255 are levels', (Level, level) => {
  expect(readSwitchMultilevel({ Level }).level).toBe(level);
  expect(readSwitchBinary({ Level }).isOn).toBe(level === undefined ? undefined : level > 0);
});

test('a thermometer in Fahrenheit is used as such, unless it says Celsius too', () => {
  const thermometer = { sensorType: 'Temperature', Value: 70 };
  expect(readSensorMultilevel({ ...thermometer, valueUnit: '°F' }).unit).toBe('°F');
  expect(readSensorMultilevel({ ...thermometer, valueScale: 'Fahrenheit' }).unit).toBe('°F');
  expect(readSensorMultilevel({ ...thermometer, valueUnit: '°F', valueScale: 'Celcius' }).unit).toBe('°C');
});

test('a type without a unit takes it from the unit, else from the scale, misspelt or not', () => {
  expect(readSensorMultilevel({ valueUnit: '°F', valueScale: 'Celsius' }).unit).toBe('°F');
  expect(readSensorMultilevel({ sensorType: 'Radon', valueUnit: 'Bq/m³' }).unit).toBe('Bq/m³');
  expect(readSensorMultilevel({ valueScale: 'Celcius' }).unit).toBe('°C');
  expect(readSensorMultilevel({ valueScale: 'PercentageValue' }).unit).toBe('%');
  expect(readSensorMultilevel({ valueScale: 'toString' }).unit).toBe('toString');
});

test.each([
  ['Humidity', '', 101, undefined],
  ['Humidity', '', -1, undefined],
  ['Luminosity', '', -3, undefined],
  ['Temperature', '', -300, undefined],
  ['Temperature', '', -18, -18],
  ['Power', '', -640, -640],
  ['Energy', 'kWh', -2, undefined],
  ['Energy', 'kWh', 21_474_836.47, undefined],
  ['Energy', 'kWh', 4_294_967.295, undefined],
  ['Energy', 'kWh', 21_474.8, 21_474.8],
  ['Radon', '', 1e10, undefined],
  ['Radon', '', 'NaN', undefined]
])('a %s in %j of %j is read as %j: what cannot be is no reading', (sensorType, valueUnit, Value, value) => {
  expect(readSensorMultilevel({ sensorType, valueUnit, Value }).value).toBe(value);
});

test('a very long text is no number', () => {
  expect(readSensorMultilevel({ Value: `1${' '.repeat(1_000_000)}!` }).value).toBeUndefined();
});

test('a sensor with a last trip of 0 was never tripped', () => {
  const { lastTrip, isTripped } = readSensorBinary({ lasttrip: 0, Tripped: '1' });
  expect({ lastTrip, isTripped }).toEqual({ lastTrip: undefined, isTripped: true });
  expect(readSensorBinary({ lasttrip: 1_700_000_000 }).lastTrip).toBe(1_700_000_000);
});

test('lists and objects are read as values or as JSON text, and malformed ones are missing', () => {
  expect(readThermostatMode({ availableModes: '["Off","Heat"]' }).modes).toEqual(['Off', 'Heat']);
  expect(readThermostatMode({ availableModes: 'Off' }).modes).toEqual([]);
  const { setpoints } = readThermostatSetpoint({ currentSetpoints: '{"Heat":21.5,"Cool":"25"}' });
  expect(setpoints).toEqual({ Heat: 21.5, Cool: 25 });
  expect(readThermostatSetpoint({ currentSetpoints: [21] }).setpoints).toEqual({});
});

test('firmware reads as a version, a battery of 255 as empty, a lock as what it reports', () => {
  expect(facts.readVersion({ firmwareVersion: [2, 7] }).firmware).toBe('2.7');
  expect(facts.readVersion({}).firmware).toBeUndefined();
  expect(readBattery({ batteryLevel: 255 }).percent).toBe(0);
  expect(readDoorLock({ Status: 1 })).toEqual({ reportsOn: true, isLocked: undefined });
  expect(readDoorLock({ Status: 1, locked: false })).toEqual({ reportsOn: true, isLocked: false });
});

test('every interface of the document is known', () => {
  const documented = [
    'ZWaveDevice',
    'MultichannelEndpoint',
    'Version',
    'Association',
    'Gateway',
    'SwitchBinary',
    'SwitchMultilevel',
    'SwitchColor',
    'SensorBinary',
    'SensorMultilevel',
    'Shutter',
    'ThermostatMode',
    'ThermostatSetpoint',
    'ThermostatOperatingState',
    'ThermostatFanMode'
  ];
  expect(documented.filter((name) => !INTERFACES.has(name))).toEqual([]);
});

test('no reader throws, with any parameter value', () => {
  const odd = [null, [], {}, '', 'x', -1, 1e308, true, { __proto__: 1 }, [[[]]]];
  const names = [
    'Status',
    'Level',
    'Value',
    'Tripped',
    'lasttrip',
    'sensorType',
    'batteryLevel',
    'firmwareVersion',
    'currentSetpoints',
    'availableModes',
    'supportedComponents',
    'currentComponentValues'
  ];
  const readers = [
    ...Object.values(facts),
    readBattery,
    readDoorLock,
    readSensorBinary,
    readSensorMultilevel,
    readSwitchBinary,
    readSwitchColor,
    readSwitchMultilevel,
    readWakeUp,
    readThermostatFanMode,
    readThermostatMode,
    readThermostatOperatingState,
    readThermostatSetpoint
  ];
  for (const value of odd)
    for (const read of readers)
      expect(() => read(Object.fromEntries(names.map((name) => [name, value])))).not.toThrow();
});
