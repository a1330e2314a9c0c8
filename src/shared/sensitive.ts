import { isEntrance } from '#shared/entrance';
import type { Device } from '#shared/home';
import { sirenOrValveOf } from '#shared/siren-valve';

/** Kinds of devices that ask by themselves before they open or sound, and are in no action for several devices and no offered scene. */
export type SensitiveKind = 'entrance' | 'siren' | 'valve';

/**
 * Returns the kind of a device that asks by itself; undefined for any other. What the household counts as an entrance or as one of the
 * room's lights is that.
 */
export function sensitiveKindOf(device: Device): SensitiveKind | undefined {
  if (isEntrance(device)) return 'entrance';
  return device.isRoomLight === true ? undefined : sirenOrValveOf(device);
}
