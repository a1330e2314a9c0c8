import { percent } from '$lib/words/number';
import { say } from '$lib/words/words.svelte';
import type { Control } from '../control';
import { FULL_LEVEL, readLevel } from '#shared/interfaces/level';

/** A shutter: its level is how far it is open. */
export const shutterControl: Control = {
  name: 'shutter',
  fits: ({ interfaces }) => interfaces.includes('Shutter'),
  isActive: ({ params }) => (readLevel(params) ?? 0) > 0,
  summary({ params }) {
    const level = readLevel(params);
    if (level === undefined) return say('value.unknown');
    if (level === 0) return say('device.closed');
    return level >= FULL_LEVEL ? say('device.open') : say('device.openPercent', { percent: percent(level) });
  },
  tone: (device) => (shutterControl.isActive(device) ? 'shutter' : 'neutral')
};
