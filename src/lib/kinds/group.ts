import { wordsOf } from './icon-name';
import { kindOf, type Group } from './registry';
import type { Device } from '#shared/home';

/** Words in an icon's name that make a plain switch a lamp. */
const LAMP_WORDS = ['lamp', 'bulb', 'lightbulb', 'light', 'chandelier', 'led'];

/** Returns the group of a device. A plain switch with a lamp icon is a light. */
export function groupOf(device: Device): Group {
  const { group } = kindOf(device);
  if (group !== 'switches') return group;
  return wordsOf(device.icon).some((word) => LAMP_WORDS.includes(word)) ? 'lights' : group;
}
