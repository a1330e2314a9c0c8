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
  tone: () => 'neutral',
  icon: ({ params }) => ICONS_BY_QUANTITY[readSensorMultilevel(params).quantity]
};
