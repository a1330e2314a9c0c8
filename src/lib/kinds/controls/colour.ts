import type { Control } from '../control';
import { levelControl } from './level';
import { switchControl } from './switch';
import type { Device } from '#shared/home';

/** Returns the control that knows whether a colour lamp is on: its level, or its switch. */
const lampOf = (device: Device): Control => (levelControl.fits(device) ? levelControl : switchControl);

/** A colour, in addition to the lamp's level or switch. */
export const colourControl: Control = {
  name: 'colour',
  fits: ({ interfaces }) => interfaces.includes('SwitchColor'),
  isActive: (device) => lampOf(device).isActive(device),
  tone: (device) => lampOf(device).tone(device)
};
