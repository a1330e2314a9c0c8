import { percent } from '$lib/words/number';
import { say } from '$lib/words/words.svelte';
import type { Control } from '../control';
import { FULL_LEVEL } from '#shared/interfaces/level';
import { readSwitchMultilevel } from '#shared/interfaces/switch-multilevel';

/** A shutter: its level is how far it is open. */
export const shutterControl: Control = {
  name: 'shutter',
  fits: ({ interfaces }) => interfaces.includes('Shutter'),
  isActive: ({ params }) => (readSwitchMultilevel(params).level ?? 0) > 0,
  summary({ params }) {
    const { level } = readSwitchMultilevel(params);
    if (level === undefined) return say('value.unknown');
    if (level === 0) return say('device.closed');
    return level >= FULL_LEVEL ? say('device.open') : say('device.openPercent', { percent: percent(level) });
  },
  tone: (device) => (shutterControl.isActive(device) ? 'shutter' : 'neutral')
};
