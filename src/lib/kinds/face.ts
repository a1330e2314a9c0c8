import { say } from '$lib/words/words.svelte';
import type { Tone } from '$lib/components/tone';
import { isAlarm } from './controls/contact';
import { ICONS_BY_NAME } from './device-icons';
import { findByName, wordsOf } from './icon-name';
import { kindOf, mainControlOf, type Group } from './registry';
import type { Device } from '#shared/home';

/** How a device is seen at a glance, alike on tiles, in lists and on its sheet. */
export interface Face {
  readonly name: string;
  /** The `d` of a path in a 24 × 24 box. */
  readonly icon: string;
  readonly tone: Tone;
  /** Its state in one line. */
  readonly summary: string;
}

/** The words in an icon's name that make a plain switch a lamp. */
const LAMP_WORDS = ['lamp', 'bulb', 'lightbulb', 'light', 'chandelier', 'led'];

/** The name that people gave a device; its number where they gave none. */
export function nameOf({ name, id }: Pick<Device, 'name' | 'id'>): string {
  return name.trim() === '' ? `#${id}` : name;
}

/** The group that a device stands in. A plain switch whose icon is a lamp is a light. */
export function groupOf(device: Device): Group {
  const { group } = kindOf(device);
  if (group !== 'switches') return group;
  return wordsOf(device.icon).some((word) => LAMP_WORDS.includes(word)) ? 'lights' : group;
}

/** A device's picture: by the controller's icon name, else by what it measures or watches, else by its kind. */
export function iconOf(device: Device): string {
  const control = mainControlOf(device);
  const icon = findByName(ICONS_BY_NAME, device.icon) ?? control?.icon?.(device) ?? kindOf(device).icon;
  return control?.isActive(device) === true ? icon.active : icon.rest;
}

/**
 * What is known of a device, in one line. A device that the radio does not reach is unavailable, whatever it said last; an alarm
 * is said all the same.
 */
export function summaryOf(device: Device): string {
  const control = mainControlOf(device);
  if (!device.alive) {
    const unavailable = say('value.unavailable');
    return control && isAlarm(device) ? `${control.summary(device)} · ${unavailable}` : unavailable;
  }
  if (control) return control.summary(device);
  return say(device.interfaces.includes('Gateway') ? 'device.gateway' : 'device.nothingKnown');
}

/** How a device is seen at a glance. Reads reactive state (the language). */
export function faceOf(device: Device): Face {
  return {
    name: nameOf(device),
    icon: iconOf(device),
    tone: toneOf(device),
    summary: summaryOf(device)
  };
}

/** What the colour of a device's tile means. */
export function toneOf(device: Device): Tone {
  const control = mainControlOf(device);
  const tone = control?.tone(device) ?? 'neutral';
  return device.alive || tone === 'alarm' ? tone : 'dead';
}
