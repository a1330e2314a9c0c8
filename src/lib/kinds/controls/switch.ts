import type { Control } from '../control';
import { readSwitchBinary } from '#shared/interfaces/readings';

/** A switch: on or off. */
export const switchControl: Control = {
  name: 'switch',
  fits: ({ interfaces }) => interfaces.includes('SwitchBinary'),
  isActive: ({ params }) => readSwitchBinary(params).isOn === true,
  tone: (device) => (switchControl.isActive(device) ? 'on' : 'neutral')
};
