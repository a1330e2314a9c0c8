import { percent } from '$lib/i18n/number';
import { t } from '$lib/i18n/i18n.svelte';
import type { Control } from '../control';
import { CLOSED_LEVEL, OPEN_LEVEL, readLevel } from '#shared/interfaces/level';

/** A shutter. Its level is how far it is open; near the ends it counts as closed or open [O]. */
export const shutterControl: Control = {
  name: 'shutter',
  fits: ({ interfaces }) => interfaces.includes('Shutter'),
  isActive: ({ params }) => (readLevel(params) ?? 0) > CLOSED_LEVEL,
  summary({ params }) {
    const level = readLevel(params);
    if (level === undefined) return t('value.unknown');
    if (level <= CLOSED_LEVEL) return t('device.closed');
    return level >= OPEN_LEVEL ? t('device.open') : t('device.openPercent', { percent: percent(level) });
  },
  tone: (device) => (shutterControl.isActive(device) ? 'shutter' : 'neutral')
};
