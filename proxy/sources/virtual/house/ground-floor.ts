import type { MainDevices } from '#shared/home';
import * as make from './make';
import type { RoomPlan, SectionPlan } from './plan';

const livingRoom = make.room(11, 'Living room', 'sofa', { mean: 20.4, swing: 0.8 }, [
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
    note_text: 'Never switch off for more than an hour: the filter has to run.',
    note_image: 'aquarium-2023.jpg',
    params: { Status: true }
  })
]);

const kitchen = make.room(12, 'Kitchen', 'pot', { mean: 20.8, swing: 1.1 }, [
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
  make.socket(51, 'Coffee machine', 1200, { note_text: 'Descale on the first Sunday of the month.' }),
  make.power(52, 'Worktop power', [51, 42])
]);

const diningRoom = make.room(13, 'Dining room', 'table', { mean: 20.2, swing: 0.9 }, [
  make.dimmer(56, 'Table light', 35),
  make.lamp(57, 'Cabinet lights'),
  make.shutter(58, 'Shutter', 99),
  make.thermostat(59, 'Underfloor heating', 20.5),
  make.temperature(60, 'Temperature', 20.9)
]);

const hall = make.room(14, 'Hall', 'coat-rack', { mean: 18.6, swing: 0.8 }, [
  make.lamp(66, 'Ceiling light'),
  make.motion(67, 'Motion', make.onBattery(76)),
  make.door(68, 'Front door', make.onBattery(81)),
  make.doorLock(
    69,
    'Front door lock',
    make.onBattery(42, { note_text: 'Spare key with the Novaks, number 12.' })
  ),
  make.temperature(70, 'Temperature', 19.2),
  make.special(71, 'Siren', 'DevSiren', ['SwitchBinary', 'ZWaveDevice'], {
    nodeId: 71,
    Status: false,
    pulseable: true
  })
]);

const guestToilet = make.room(15, 'Guest toilet', 'toilet', { mean: 19.1, swing: 0.5 }, [
  make.lamp(76, 'Light'),
  make.motion(78, 'Motion', make.onBattery(35)),
  make.temperature(79, 'Temperature', 19.6, { deadForHours: 52 })
]);

const withMain = (room: RoomPlan, main: Partial<MainDevices>): RoomPlan => ({
  ...room,
  main_devices: { ...room.main_devices, ...main }
});

/** The ground floor. Two main devices of its rooms do not exist: one id is 0, one is unknown [O]. */
export const groundFloor: SectionPlan = {
  id: 1,
  name: 'Ground floor',
  rooms: [
    livingRoom,
    withMain(kitchen, { luminosity_sensor: 0 }),
    diningRoom,
    hall,
    withMain(guestToilet, { temperature_sensor: 999 })
  ]
};
