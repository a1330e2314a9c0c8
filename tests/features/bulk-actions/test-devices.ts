import type { Device } from '#shared/home';
import { aDevice } from '../../lib/kinds/test-home';

/** A lamp that is on. */
export const aLamp = (id: number, more: Partial<Device> = {}): Device =>
  aDevice({
    id,
    type: 'DevSwitch',
    icon: 'lamp',
    interfaces: ['SwitchBinary'],
    params: { Status: true },
    ...more
  });

export const aDimmer = (id: number, Level: number, more: Partial<Device> = {}): Device =>
  aDevice({
    id,
    type: 'DevDimmer',
    interfaces: ['SwitchMultilevel', 'SwitchBinary'],
    params: { Level, Status: Level > 0 },
    ...more
  });

export const aShutter = (id: number, Level: number, more: Partial<Device> = {}): Device =>
  aDevice({
    id,
    type: 'DevShutter',
    interfaces: ['SwitchMultilevel', 'Shutter'],
    params: { Level },
    ...more
  });
