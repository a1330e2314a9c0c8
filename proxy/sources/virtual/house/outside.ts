import * as make from './make';
import type { SectionPlan } from './plan';

const garden = make.room(41, 'Garden', 'tree', { mean: 11.5, swing: 6.5 }, [
  make.lamp(201, 'Path lights', { params: { pulseable: true } }),
  make.motion(203, 'Motion by the gate', make.onBattery(61)),
  make.temperature(204, 'Outdoor temperature', 12.2),
  make.light(206, 'Daylight', 42_000),
  make.socket(207, 'Pond pump', 35, { params: { Status: true } }),
  make.special(208, 'Lawn mower', 'DevLawnMower', ['MowerSchedule'], { nextRun: '06:30', bladeHours: 214 })
]);

const garage = make.room(42, 'Garage', 'car', { mean: 13.4, swing: 2.2 }, [
  make.lamp(211, 'Light'),
  make.shutter(212, 'Garage door', 0, { icon: 'garage-door' }),
  make.door(213, 'Side door', make.onBattery(74)),
  make.energyMeter(215, 'House meter', 18_204.6),
  make.trouble(216, 'Wallbox fault')
]);

const cellar = make.room(43, 'Cellar', 'barrel', { mean: 12.8, swing: 0.3 }, [
  make.lamp(221, 'Light'),
  make.leak(222, 'Leak by the boiler', make.onBattery(79)),
  make.temperature(223, 'Temperature', 12.9),
  make.socket(225, 'Freezer', 90, { params: { Status: true }, note_text: 'Holds the cold for 20 hours.' }),
  make.leak(227, 'Old leak sensor', make.onBattery(0, { deadForHours: 24 * 40 }))
]);

/** Garden, garage and cellar. Section 4 was removed: ids are never reused. */
export const outside: SectionPlan = { id: 5, name: 'Outside & cellar', rooms: [garden, garage, cellar] };
