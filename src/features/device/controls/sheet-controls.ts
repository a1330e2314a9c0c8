import type { Component } from 'svelte';
import type { ControlName } from '#shared/kinds';
import type { DeviceView } from '$features/device/device-view.svelte';
import ClimateControl from './ClimateControl.svelte';
import ColourControl from './ColourControl.svelte';
import ContactControl from './ContactControl.svelte';
import SheetLevel from './SheetLevel.svelte';
import ShutterMoves from './ShutterMoves.svelte';
import SwitchControl from './SwitchControl.svelte';

/** The component of a control on a sheet. */
export type SheetControl = Component<{ view: DeviceView }>;

/**
 * The component of each control, in their order on a sheet. Measurements and locks have none, since they only have a
 * state.
 */
const CONTROLS: readonly (readonly [ControlName, SheetControl])[] = [
  ['shutter', ShutterMoves],
  ['climate', ClimateControl],
  ['level', SheetLevel],
  ['switch', SwitchControl],
  ['colour', ColourControl],
  ['contact', ContactControl]
];

/**
 * Returns the components for a device's controls. The switch of a shutter is left out: it would be a second way to move
 * it.
 */
export function sheetControlsOf(controls: readonly ControlName[]): readonly SheetControl[] {
  const isShutter = controls.includes('shutter');
  return CONTROLS.filter(([name]) => controls.includes(name) && !(isShutter && name === 'switch')).map(
    ([, component]) => component
  );
}
