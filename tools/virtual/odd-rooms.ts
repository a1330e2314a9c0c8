import * as make from '../../proxy/sources/virtual/house/make';
import type { DevicePlan, HousePlan, RoomPlan } from '../../proxy/sources/virtual/house/plan';
import { roomOf } from '../support/house';

/** A thermometer with any value and unit, which the simulation does not change. */
const thermometer = (
  id: number,
  name: string,
  Value: unknown,
  valueUnit: string,
  valueScale = ''
): DevicePlan =>
  make.temperature(id, name, 0, { params: { Value, valueUnit, valueScale }, traits: { isStill: true } });

/** A thermostat that measures nothing itself. */
const valve = (id: number, name: string, heat: number, params: DevicePlan['params'] = {}): DevicePlan =>
  make.thermostat(id, name, heat, { params });

/** What radios and makers may send beside what is documented [A]. */
const ODD_ROOMS = {
  levels: roomOf(901, 'Odd levels', [
    make.dimmer(9011, 'Lamp at 254', 254),
    make.dimmer(9012, 'Lamp at -1', -1),
    make.dimmer(9013, 'Lamp at 255', 255),
    make.shutter(9014, 'Shutter at 254', 254),
    make.shutter(9015, 'Shutter at -1', -1)
  ]),
  units: roomOf(902, 'Odd units', [
    thermometer(9021, 'Unit F', 72, 'F'),
    thermometer(9022, 'Unit ℉', 72, '℉'),
    thermometer(9023, 'Unit Fahrenheit', 72, 'Fahrenheit'),
    thermometer(9024, 'Unit ° F', 72, '° F'),
    thermometer(9025, 'Unit ºF', 72, 'ºF'),
    thermometer(9026, 'Scale fahrenheit', 72, '', 'fahrenheit'),
    thermometer(9027, 'Scale Celcius', 22, '', 'Celcius'),
    thermometer(9028, 'Unit ℃', 22, '℃'),
    thermometer(9029, 'Unit K', 294.6, 'K'),
    thermometer(9030, 'Unit °Ré', 17, '°Ré'),
    valve(9031, 'Valve at 44', 44),
    make.thermostat(9032, 'Valve with a sensor in °F', 44, {
      interfaces: ['SensorMultilevel'],
      params: { sensorType: 'Temperature', valueUnit: 'F', Value: 61 },
      traits: { isStill: true }
    })
  ]),
  texts: roomOf(903, 'Odd texts', [
    thermometer(9041, 'Comma', '21,5', '°C'),
    thermometer(9042, 'With its unit', '21.5 °C', ''),
    thermometer(9043, 'With another unit', '72 °F', ''),
    thermometer(9044, 'Nearly zero', -0.04, '°C'),
    make.dimmer(9045, 'Level as text', 0, { params: { Level: '42 %', Status: 'true' } })
  ]),
  names: roomOf(904, 'Odd\u200B names', [
    make.lamp(9051, '\u200B\u200D\uFEFF'),
    make.lamp(9052, 'Lamp \u202Egnp.exe'),
    make.lamp(9053, 'Ceiling'),
    make.lamp(9054, 'Ceiling'),
    make.lamp(9055, '\u2066Ceiling\u2069\u200B')
  ])
} as const satisfies Record<string, RoomPlan>;

/** A kind of odd devices: each has a room of its own. */
export type Oddity = keyof typeof ODD_ROOMS;

/** All oddities. */
export const ODDITIES: readonly Oddity[] = ['levels', 'units', 'texts', 'names'];

/** Adds rooms of odd devices to a house, in a section of their own. */
export function withOddRooms(house: HousePlan, oddities: readonly Oddity[]): HousePlan {
  if (oddities.length === 0) return house;
  const section = { id: 90, name: 'Odd devices', rooms: oddities.map((oddity) => ODD_ROOMS[oddity]) };
  return { ...house, sections: [...house.sections, section] };
}
