import type { Tone } from '$lib/components/tone';
import type { IconName } from './device-icons';
import type { Reading } from './reading';
import type { Device } from '#shared/home';

/** The names of the controls that interfaces can make up. */
export type ControlName =
  'shutter' | 'colour' | 'level' | 'switch' | 'climate' | 'contact' | 'measurement' | 'lock';

/** Something that can be seen or done on a device because of its interfaces, whatever its type. */
export interface Control {
  readonly name: ControlName;
  /** Whether the device's interfaces make it up. */
  fits(device: Device): boolean;
  /** Whether the device stands out for it: on, open, tripped. False where that is not known. */
  isActive(device: Device): boolean;
  /**
   * Its state in one line, in the language in use. Reads reactive state.
   * @param nearby what another device measures for it, where it measures nothing itself
   */
  summary(device: Device, nearby?: Reading): string;
  tone(device: Device): Tone;
  /** A picture that says more than the type's: what is measured, what is watched. Undefined where there is none. */
  icon?(device: Device): IconName | undefined;
}
