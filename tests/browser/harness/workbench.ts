import * as make from '../../../proxy/sources/virtual/house/make';
import { numbered, roomOf } from '../../../tools/support/house';

/** A room with sliders from top to bottom, several screens long. */
export const SLIDERS = roomOf(20, 'Sliders', [
  ...numbered(1, 16, (id) => make.dimmer(id, `Dimmer ${id}`, (id * 6) % 100)),
  ...numbered(17, 20, (id) =>
    make.colorLamp(id, `Coloured ${id}`, 'DecDimmerColor', 40, { Red: 255, Green: 140, Blue: 40 })
  ),
  ...numbered(21, 32, (id) => make.shutter(id, `Shutter ${id}`, (id * 7) % 100))
]);

/** One device of each kind that can be controlled, plus an unreachable lamp, which cannot. */
export const WORKBENCH = roomOf(10, 'Workbench', [
  make.lamp(101, 'Lamp'),
  make.lamp(102, 'Chime', { params: { pulseable: true } }),
  make.dimmer(103, 'Dimmer', 40),
  make.colorLamp(104, 'Rainbow', 'DecDimmerColor', 50, { Red: 255, Green: 0, Blue: 0, WarmWhite: 90 }),
  make.colorLamp(105, 'Strip', 'DevDimmerColor', 60, { Amber: 100, Purple: 30, Indexed: 10 }),
  make.colorLamp(106, 'Whites', 'DevDimmerColor', 70, { WarmWhite: 200, ColdWhite: 55 }),
  make.shutter(107, 'Shutter', 50),
  make.thermostat(108, 'Climate', 21, {
    interfaces: ['ThermostatFanMode'],
    params: {
      availableModes: ['Off', 'Heat', 'Cool', 'Auto'],
      currentSetpoints: { Heat: 21, Cool: 25 },
      currentFanMode: 'Auto',
      availableFanModes: ['Auto', 'Low', 'High']
    }
  }),
  make.motion(109, 'Motion'),
  make.motion(110, 'Presence', { params: { ackable: true, Armed: false, Tripped: true } }),
  make.dimmer(112, 'Far lamp', 30, { deadForHours: 5 })
]);
