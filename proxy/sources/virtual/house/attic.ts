import * as make from './make';
import type { SectionPlan } from './plan';

const studio = make.room(31, 'Studio', 'desk', { mean: 20.0, swing: 1.6 }, [
  make.dimmer(141, 'Desk light', 90),
  make.shutter(143, 'Roof window, north', 99),
  make.shutter(144, 'Roof window, south', 20),
  make.airConditioner(145, 'Air conditioner', { Heat: 20, Cool: 24.5 }),
  make.motion(146, 'Motion', make.onBattery(52)),
  make.temperature(147, 'Temperature', 21.4),
  make.humidity(148, 'Humidity', 41),
  make.light(149, 'Light', 1400, { params: { sensorType: 'Luminosity' } })
]);

const guestRoom = make.room(32, 'Guest room', 'suitcase', { mean: 17.6, swing: 1.4 }, [
  make.lamp(156, 'Bedside lamp'),
  make.dimmer(157, 'Ceiling light', 0, { deadForHours: 19 }),
  make.window(158, 'Roof window', make.onBattery(22)),
  make.temperature(159, 'Temperature', 18.0),
  make.special(
    160,
    'Ventilation',
    'DevSwitchMultilevel',
    ['SwitchMultilevel', 'SwitchBinary', 'ZWaveDevice'],
    {
      nodeId: 160,
      Status: true,
      Level: 33,
      pulseable: false
    }
  )
]);

/** The attic. */
export const attic: SectionPlan = { id: 3, name: 'Attic', rooms: [studio, guestRoom] };
