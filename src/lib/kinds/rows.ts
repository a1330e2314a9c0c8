import type { Device } from '#shared/home';
import { controlsOf } from '#shared/kinds';
import { mainSetpointOf, restingSetpointOf } from './setpoint';

/** The control in a tile's second row. */
export type SecondRow = 'shutter' | 'setpoint' | 'level';

/**
 * Returns the control in a tile's second row; null if the tile has one row, as that of a device that only shows its state. It determines the
 * tile's height before it is rendered. A device that stops responding keeps its rows, and so does a thermostat in a mode without a target,
 * such as `Off`, so that nothing moves.
 */
export function secondRowOf(device: Device): SecondRow | null {
  if (device.touch === 'show') return null;
  const names = controlsOf(device);
  const [main] = names;
  if (main === 'shutter') return 'shutter';
  if (main === 'climate')
    return (mainSetpointOf(device.params) ?? restingSetpointOf(device.params)) ? 'setpoint' : null;
  return names.includes('level') ? 'level' : null;
}
