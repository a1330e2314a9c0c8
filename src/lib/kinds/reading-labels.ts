import { t } from '$lib/i18n/i18n.svelte';
import type { PlainKey } from '$lib/i18n/keys';
import { measure } from '$lib/i18n/number';
import type { Readings } from './room-readings';

/** The quantities of a room in their order, with their labels. */
export const READING_LABELS = [
  ['temperature', 'room.temperature'],
  ['humidity', 'room.humidity'],
  ['light', 'room.luminosity']
] as const satisfies readonly (readonly [keyof Readings, PlainKey])[];

/** The label and text of a room's reading. */
export interface ReadingLabel {
  readonly quantity: keyof Readings;
  readonly label: string;
  readonly text: string;
}

/** Returns the labels of a room's known readings, temperature first. Reactive (language). */
export function readingLabelsOf(readings: Readings): readonly ReadingLabel[] {
  return READING_LABELS.flatMap(([quantity, label]) => {
    const reading = readings[quantity];
    return reading ? [{ quantity, label: t(label), text: measure(reading.value, reading.unit) }] : [];
  });
}
