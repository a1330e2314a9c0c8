import { measure } from '$lib/i18n/number';
import { t } from '$lib/i18n/i18n.svelte';
import type { Control } from '../control';
import type { IconName } from '../device-icons';
import { readSensorMultilevel, type Quantity } from '#shared/interfaces/sensor-multilevel';

const ICONS_BY_QUANTITY: Readonly<Record<Quantity, IconName | undefined>> = {
  temperature: 'temperature',
  humidity: 'humidity',
  light: 'light',
  power: 'power',
  other: undefined
};

/** A measured value with its unit. */
export const measurementControl: Control = {
  name: 'measurement',
  fits: ({ interfaces }) => interfaces.includes('SensorMultilevel'),
  isActive: () => false,
  summary({ params }) {
    const { value, unit } = readSensorMultilevel(params);
    return value === undefined ? t('value.none') : measure(value, unit);
  },
  tone: () => 'neutral',
  icon: ({ params }) => ICONS_BY_QUANTITY[readSensorMultilevel(params).quantity]
};
