import * as make from './make';
import type { RoomPlan, SectionPlan } from './plan';

const livingRoom: RoomPlan = {
  id: 11,
  name: 'Living room',
  icon: 'sofa',
  image: 'living-room',
  climate: { mean: 20.4, swing: 0.8 },
  main: { temperature: 28, humidity: 29, light: 30 },
  devices: [
    make.lamp(21, 'Floor lamp', { favorite: true }),
    make.dimmer(24, 'Ceiling lights', 64),
    make.colorLamp(25, 'Shelf lights', 'DecDimmerColor', 40, {
      Red: 255,
      Green: 140,
      Blue: 40,
      WarmWhite: 90
    }),
    make.shutter(26, 'Garden window', 99),
    make.shutter(27, 'Terrace window', 45),
    make.temperature(28, 'Temperature', 21.3),
    make.humidity(29, 'Humidity', 44),
    make.light(30, 'Daylight', 900),
    make.motion(31, 'Motion', make.onBattery(88)),
    make.door(32, 'Terrace door', make.onBattery(64)),
    make.airConditioner(33, 'Thermostat', { Heat: 21.5, Cool: 25 }, { favorite: true }),
    make.socket(34, 'Television', 110),
    make.power(35, 'Media corner power', [34, 36]),
    make.socket(36, 'Aquarium', 45, {
      note: 'Never switch off for more than an hour: the filter has to run.',
      picture: 'aquarium-2023.jpg',
      params: { Status: true }
    })
  ]
};

const kitchen: RoomPlan = {
  id: 12,
  name: 'Kitchen',
  icon: 'pot',
  image: 'kitchen',
  climate: { mean: 20.8, swing: 1.1 },
  main: { temperature: 46, humidity: 47, light: 0 },
  devices: [
    make.dimmer(41, 'Ceiling lights', 0),
    make.dimmer(42, 'Worktop lights', 80, { traits: { roundsTo: 5, watts: 18 } }),
    make.multichannelRoot(43, 'Double switch'),
    make.lamp(44, 'Extractor light', make.endpointOf(43, 1)),
    make.socket(45, 'Extractor fan', 70, make.endpointOf(43, 2)),
    make.temperature(46, 'Temperature', 22.1, {
      params: { sensorType: 'AirTemperature', valueScale: 'Celcius' }
    }),
    make.humidity(47, 'Humidity', 51),
    make.smoke(48, 'Smoke alarm', make.onBattery(93)),
    make.leak(49, 'Leak under the sink', make.onBattery(255)),
    make.window(50, 'Window', make.onBattery(57)),
    make.socket(51, 'Coffee machine', 1200, { note: 'Descale on the first Sunday of the month.' }),
    make.power(52, 'Worktop power', [51, 42])
  ]
};

const diningRoom: RoomPlan = {
  id: 13,
  name: 'Dining room',
  icon: 'table',
  image: 'dining-room',
  climate: { mean: 20.2, swing: 0.9 },
  main: { temperature: 60 },
  devices: [
    make.dimmer(56, 'Table light', 35),
    make.lamp(57, 'Cabinet lights'),
    make.shutter(58, 'Shutter', 99),
    make.thermostat(59, 'Underfloor heating', 20.5),
    make.temperature(60, 'Temperature', 20.9)
  ]
};

const hall: RoomPlan = {
  id: 14,
  name: 'Hall',
  icon: 'coat-rack',
  image: 'hall',
  climate: { mean: 18.6, swing: 0.8 },
  main: { temperature: 70 },
  devices: [
    make.lamp(66, 'Ceiling light'),
    make.motion(67, 'Motion', make.onBattery(76)),
    make.door(68, 'Front door', make.onBattery(81)),
    make.doorLock(
      69,
      'Front door lock',
      make.onBattery(42, { note: 'Spare key with the Novaks, number 12.' })
    ),
    make.temperature(70, 'Temperature', 19.2),
    make.special(71, 'Siren', 'DevSiren', ['SwitchBinary', 'ZWaveDevice'], {
      nodeId: 71,
      Status: false,
      pulseable: true
    })
  ]
};

const guestToilet: RoomPlan = {
  id: 15,
  name: 'Guest toilet',
  icon: 'toilet',
  image: 'guest-toilet',
  climate: { mean: 19.1, swing: 0.5 },
  main: { temperature: 999 },
  devices: [
    make.lamp(76, 'Light'),
    make.motion(78, 'Motion', make.onBattery(35)),
    make.temperature(79, 'Temperature', 19.6, { deadForHours: 52 })
  ]
};

/** The ground floor. Two main devices of its rooms do not exist: one id is 0, one is unknown [O]. */
export const groundFloor: SectionPlan = {
  id: 1,
  name: 'Ground floor',
  rooms: [livingRoom, kitchen, diningRoom, hall, guestToilet]
};
