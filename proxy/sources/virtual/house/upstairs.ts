import * as make from './make';
import type { SectionPlan } from './plan';

const bedroom = make.room(21, 'Bedroom', 'bed', { mean: 18.2, swing: 0.7 }, [
  make.dimmer(101, 'Ceiling light', 0),
  make.lamp(102, 'Bedside lamp, left'),
  make.lamp(103, 'Bedside lamp, right'),
  make.shutter(104, 'Shutter', 30),
  make.sleepingValve(105, 'Radiator valve', 18.5, 300),
  make.window(106, 'Window', make.onBattery(48)),
  make.temperature(107, 'Temperature', 18.7)
]);

const childrensRoom = make.room(22, 'Children’s room', 'teddy-bear', { mean: 20.1, swing: 0.7 }, [
  make.dimmer(111, 'Ceiling light', 72),
  make.colorLamp(112, 'Night light', 'DevDimmerColor', 12, { Red: 120, Green: 40, Blue: 200 }),
  make.shutter(113, 'Shutter', 99),
  make.thermostat(114, 'Radiator', 20.5),
  make.window(115, 'Window', make.onBattery(90)),
  make.temperature(116, 'Temperature', 20.6),
  make.humidity(117, 'Humidity', 46)
]);

const bathroom = make.room(23, 'Bathroom', 'bath', { mean: 21.2, swing: 0.6 }, [
  make.lamp(121, 'Mirror light', { params: { Status: true } }),
  make.dimmer(122, 'Ceiling spots', 55, { interfaces: ['Version'], params: { firmwareVersion: [3, 4] } }),
  make.thermostat(123, 'Towel rail', 22),
  make.leak(124, 'Leak by the washer', make.onBattery(69)),
  make.temperature(125, 'Temperature', 22.4),
  make.humidity(126, 'Humidity', 58)
]);

const landing = make.room(24, 'Landing', 'stairs', { mean: 18.9, swing: 0.8 }, [
  make.lamp(131, 'Stair lights', {
    interfaces: ['Association'],
    params: { groupsCount: 3, multichannelSupported: true, associations: '{"1":[1],"2":[67],"3":[]}' }
  }),
  make.motion(132, 'Motion', make.onBattery(83)),
  make.lamp(134, 'Old stair switch', {
    hidden: true,
    note_text: 'Rewired in May; kept until the electrician is back.'
  })
]);

/** The upper floor, with the only sleeping valve. */
export const upstairs: SectionPlan = {
  id: 2,
  name: 'Upstairs',
  rooms: [bedroom, childrensRoom, bathroom, landing]
};
