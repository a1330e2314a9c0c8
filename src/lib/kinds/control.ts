import type { Tone } from '$lib/components/tone';
import type { IconName } from './device-icons';
import type { Reading } from './reading';
import type { Device } from '#shared/home';

/** The names of the controls. */
export type ControlName =
  'shutter' | 'colour' | 'level' | 'switch' | 'climate' | 'contact' | 'measurement' | 'lock';

/** A control or display of a device. It depends on the device's interfaces, not on its type. */
export interface Control {
  readonly name: ControlName;
  /** Whether the device has the interfaces for it. */
  fits(device: Device): boolean;
  /** Whether the device is active: on, open or tripped. False if unknown. */
  isActive(device: Device): boolean;
  /**
   * The state in one line, in the current language. Reactive.
   * @param nearby reading of another device, if this one measures nothing itself
   */
  summary(device: Device, nearby?: Reading): string;
  tone(device: Device): Tone;
  /**
   * An icon that is more specific than the type's, by what the device measures or detects. Undefined if there is none.
   */
  icon?(device: Device): IconName | undefined;
}
