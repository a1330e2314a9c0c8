import { percent } from '$lib/words/number';
import { say } from '$lib/words/words.svelte';
import type { Control } from '../control';
import { percentOf } from '#shared/interfaces/level';
import { readSwitchMultilevel } from '#shared/interfaces/switch-multilevel';

/** A level from off to full. */
export const levelControl: Control = {
  name: 'level',
  fits: ({ interfaces }) => interfaces.includes('SwitchMultilevel'),
  isActive: ({ params }) => (readSwitchMultilevel(params).level ?? 0) > 0,
  summary({ params }) {
    const { level } = readSwitchMultilevel(params);
    if (level === undefined) return say('value.unknown');
    return level === 0 ? say('device.off') : percent(percentOf(level));
  },
  tone: (device) => (levelControl.isActive(device) ? 'on' : 'neutral')
};
