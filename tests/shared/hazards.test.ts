import { expect, test } from 'vitest';
import type { Hazard } from '#shared/hazard-names';
import { HAZARDS, hazardOf, reportedHazardOf, weightOf } from '#shared/hazards';
import { aDevice } from '../lib/kinds/test-home';

/** Spellings of each hazard, seen and possible. */
const SPELLINGS: Readonly<Record<Hazard, readonly string[]>> = {
  smoke: [
    'BinarySmokeSensor',
    'DevSmoke',
    'smoke_detector',
    'SMOKE ALARM',
    'FireAlarm',
    'kitchen-smoke-2',
    'smokedetector',
    'smokesensors',
    'SMOKEsensor',
    'KitchenFireAlarm',
    'FlameSensor',
    'BatterySmokeSensor',
    'SmokeSensor (battery)',
    'SmokeAlarmLight',
    'MaintenanceRoomSmoke'
  ],
  co: [
    'BinaryCOSensor',
    'CO alarm',
    'COAlarm',
    'co_detector',
    'CarbonMonoxideSensor',
    'DevCO',
    'coalarm',
    'COsensor',
    'COdetector',
    'COalarm',
    'KitchenCOAlarm',
    'Kitchen CO',
    'COSensor2',
    'BinaryCOSensor2',
    'CO alarm 2',
    'BINARYCOSENSOR',
    'binarycosensor',
    'devco'
  ],
  co2: [
    'BinaryCO2Sensor',
    'CO2Alarm',
    'carbon dioxide alarm',
    'CO₂ detector',
    'DevCO2',
    'CO2sensor',
    'CO2 alarm 2'
  ],
  gas: [
    'BinaryGasSensor',
    'GasLeakSensor',
    'combustible_gas',
    'natural gas alarm',
    'DevGas',
    'LPGDetector',
    'gasleak',
    'gasleaksensor',
    'gasleakdetector',
    'BINARYGASSENSOR'
  ],
  heat: [
    'BinaryHeatSensor',
    'HeatAlarm',
    'overheat-sensor',
    'heat_detector',
    'KitchenHeatAlarm',
    'OverTemperature'
  ],
  leak: [
    'BinaryLeakingSensor',
    'DevFlood',
    'WaterSensor',
    'water_leak',
    'FLOOD-DETECTOR',
    'BinaryWaterAlarm',
    'waterleak',
    'MoistureSensor',
    'waterleakdetector',
    'WATERLEAKSENSOR',
    'waterleakage',
    'devwater',
    'KitchenWaterSensor',
    'WaterDetectorKitchen',
    'WaterOverflow',
    'HotWaterLeak',
    'WashingMachineLeakSensor',
    'WaterValveLeak'
  ]
};

/** Names that have such a word, and name no hazard. */
const DECOYS = [
  'GasMeter',
  'WaterValve',
  'FloorHeating',
  'WaterHeater',
  'Coffee',
  'CoffeeMachine',
  'HeatPump',
  'WaterPump',
  'water_meter',
  'HeatDemand',
  'FloodLight',
  'Fireplace',
  'FireDoor',
  'GasBoiler',
  'Gasket',
  'WaterTemperature',
  'WaterLevel',
  'CoLocation',
  'CompanyDoor',
  'SmokeMachine',
  'SmokeTest',
  'SmokeDust',
  'SmokeSilenced',
  'GasMaintenance',
  'LeakTamper',
  'Thermostat',
  'DevTemperature',
  'BinaryGenericSensor',
  'BinaryMotionSensor',
  'BinaryDoorSensor',
  'SoilMoisture',
  'burglaralarm',
  '',
  'SoilMoistureSensor',
  'HotWaterSensor',
  'LowWaterAlarm',
  'FloorHeatSensor',
  'UnderHeatAlarm',
  'SmokeSensorLowBattery',
  'FireDoorSensor',
  'WaterFlowSensor',
  'HeatPumpAlarm',
  'CoffeeSensor',
  'CO2Level',
  'Underheat',
  '__proto__'
];

const tripped = (more: object) =>
  aDevice({ id: 1, interfaces: ['SensorBinary'], params: { Tripped: true }, ...more });

const EACH = Object.entries(SPELLINGS).flatMap(([hazard, names]) => names.map((name) => [name, hazard]));

test.each(EACH)('%s is a hazard by its role or its type: %s', (name, hazard) => {
  expect(reportedHazardOf(tripped({ type: 'DevBinarySensor', role: name }))).toBe(hazard);
  expect(reportedHazardOf(tripped({ type: name, role: 'BinaryGenericSensor' }))).toBe(hazard);
  expect(reportedHazardOf(tripped({ type: name, interfaces: [] })), 'by its type alone').toBe(hazard);
});

test.each(DECOYS)('"%s" is no hazard', (name) => {
  expect(hazardOf({ type: name, role: '' })).toBeUndefined();
  expect(hazardOf({ type: 'DevBinarySensor', role: name })).toBeUndefined();
});

test.each([
  'BinaryWindowSensor',
  'binary_door_sensor',
  'BinaryMotionSensor2',
  'SmokeTest',
  'BinaryTamperSensor',
  'AlarmSilenced',
  'maintenance',
  'Battery',
  'LowBatterySensor',
  'Dust'
])('a sensor with the role %s is of no hazard, whatever its type is', (role) => {
  for (const type of ['DevSmoke', 'DevCO', 'DevFlood']) expect(hazardOf({ type, role })).toBeUndefined();
});

test('a role that is of another hazard counts before the type, and one that says nothing does not', () => {
  expect(hazardOf({ type: 'DevSmoke', role: 'BinaryCOSensor' })).toBe('co');
  expect(hazardOf({ type: 'DevSmoke', role: 'WithLight' })).toBe('smoke');
});

test.each([
  [{ Tripped: false }],
  [{}],
  [{ Tripped: null }],
  [{ Tripped: 'maybe' }],
  [{ Status: true }],
  [{ batteryLevel: 0 }]
])('a sensor of a hazard that reports %j reports none', (params) => {
  expect(reportedHazardOf(tripped({ type: 'DevSmoke', params }))).toBeUndefined();
});

test('a dead sensor still reports its hazard, and so do hidden ones', () => {
  const device = tripped({ type: 'DevSmoke', alive: false, hidden: true });
  expect(reportedHazardOf(device)).toBe('smoke');
});

test('carbon monoxide and gas are as urgent as smoke, and nothing is more urgent', () => {
  const byWeight = HAZARDS.map(({ name }) => [name, weightOf(name)]);
  expect(byWeight.filter(([, weight]) => weight === 0).map(([name]) => name)).toEqual(['smoke', 'co', 'gas']);
});
