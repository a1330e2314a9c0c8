import type { Control } from '../control';
import { CLOSED_LEVEL, readLevel } from '#shared/interfaces/level';

/** A shutter. Its level is how far it is open; near the ends it counts as closed or open [O]. */
export const shutterControl: Control = {
  name: 'shutter',
  fits: ({ interfaces }) => interfaces.includes('Shutter'),
  isActive: ({ params }) => (readLevel(params) ?? 0) > CLOSED_LEVEL,
  tone: (device) => (shutterControl.isActive(device) ? 'shutter' : 'neutral')
};
