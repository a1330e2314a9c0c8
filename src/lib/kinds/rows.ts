import { controlsOf } from './registry';
import { mainSetpointOf } from './setpoint';
import type { Device } from '#shared/home';

/** What lies on a tile's second row. */
export type SecondRow = 'shutter' | 'setpoint' | 'level';

/** What a device's tile has on its second row, so that its place has its very size before it is there; null where it has one row. */
export function secondRowOf(device: Device): SecondRow | null {
  const names = controlsOf(device).map(({ name }) => name);
  const [main] = names;
  if (main === 'shutter') return 'shutter';
  if (main === 'climate') return mainSetpointOf(device.params) ? 'setpoint' : null;
  return names.includes('level') ? 'level' : null;
}
