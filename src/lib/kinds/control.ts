import type { Tone } from '$lib/components/tone';
import type { IconName } from './device-icons';
import type { Device } from '#shared/home';

/** The names of the controls. */
export type ControlName =
  | 'shutter'
  | 'colour'
  | 'level'
  | 'switch'
  | 'climate'
  | 'contact'
  | 'measurement'
  | 'lock';

/**
 * A control or display of a device. It depends on the device's interfaces, not on its type. Its texts are in
 * `control-summary`, which the first screen does without.
 */
export interface Control {
  readonly name: ControlName;
  /** Whether the device has the interfaces for it. */
  fits(device: Device): boolean;
  /** Whether the device is active: on, open or tripped. False if unknown. */
  isActive(device: Device): boolean;
  tone(device: Device): Tone;
  /**
   * An icon that is more specific than the type's, by what the device measures or detects. Undefined if there is none.
   */
  icon?(device: Device): IconName | undefined;
}
