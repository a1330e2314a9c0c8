import { t } from '$lib/i18n/i18n.svelte';
import type { Control } from '../control';
import { readSwitchBinary } from '#shared/interfaces/readings';

/** A switch: on or off. */
export const switchControl: Control = {
  name: 'switch',
  fits: ({ interfaces }) => interfaces.includes('SwitchBinary'),
  isActive: ({ params }) => readSwitchBinary(params).isOn === true,
  summary({ params }) {
    const { isOn } = readSwitchBinary(params);
    if (isOn === undefined) return t('value.unknown');
    return t(isOn ? 'device.on' : 'device.off');
  },
  tone: (device) => (switchControl.isActive(device) ? 'on' : 'neutral')
};
