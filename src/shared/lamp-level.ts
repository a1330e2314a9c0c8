import type { Device } from '#shared/home';
import { FULL_LEVEL, readLevel } from '#shared/interfaces/level';
import { readSwitchBinary } from '#shared/interfaces/readings';

/** Whether a lamp has a level, and not only on and off. */
export const isDimmer = ({ interfaces }: Pick<Device, 'interfaces'>): boolean =>
  interfaces.includes('SwitchMultilevel');

/** Returns the level of a lamp from 0, which is off, to 99. A lamp without levels has 99 while it is on. Undefined if it is unknown. */
export function lampLevel({ interfaces, params }: Pick<Device, 'interfaces' | 'params'>): number | undefined {
  const level = isDimmer({ interfaces }) ? readLevel(params) : undefined;
  const { isOn } = readSwitchBinary(params);
  return level ?? (isOn === undefined ? undefined : isOn ? FULL_LEVEL : 0);
}

/** Whether a lamp is on and responds. */
export const isLit = (lamp: Device): boolean => lamp.alive && (lampLevel(lamp) ?? 0) > 0;
