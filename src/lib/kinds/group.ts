import { kindOf, type Group } from './registry';
import type { Device } from '#shared/home';
import { isLamp } from '#shared/lamp';

/** Returns the group of a device. A switch is a light if it is one of its room's lights, and a light that is none is a switch. */
export function groupOf(device: Device): Group {
  const { group } = kindOf(device);
  if (group !== 'lights' && group !== 'switches') return group;
  return isLamp(device) ? 'lights' : 'switches';
}
