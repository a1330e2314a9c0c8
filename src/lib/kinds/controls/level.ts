import { percent } from '$lib/i18n/number';
import { t } from '$lib/i18n/i18n.svelte';
import type { Control } from '../control';
import { percentOf, readLevel } from '#shared/interfaces/level';

/** A level from 0 % to 100 %. */
export const levelControl: Control = {
  name: 'level',
  fits: ({ interfaces }) => interfaces.includes('SwitchMultilevel'),
  isActive: ({ params }) => (readLevel(params) ?? 0) > 0,
  summary({ params }) {
    const level = readLevel(params);
    if (level === undefined) return t('value.unknown');
    return level === 0 ? t('device.off') : percent(percentOf(level));
  },
  tone: (device) => (levelControl.isActive(device) ? 'on' : 'neutral')
};
