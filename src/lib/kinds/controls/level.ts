import type { Control } from '../control';
import { readLevel } from '#shared/interfaces/level';

/** A level from 0 % to 100 %. */
export const levelControl: Control = {
  name: 'level',
  fits: ({ interfaces }) => interfaces.includes('SwitchMultilevel'),
  isActive: ({ params }) => (readLevel(params) ?? 0) > 0,
  tone: (device) => (levelControl.isActive(device) ? 'on' : 'neutral')
};
