import type { Component } from 'svelte';
import type { ControlName } from '$lib/kinds/control';
import type { DeviceView } from '$features/view-models/device-view.svelte';
import ClimateControl from './ClimateControl.svelte';
import ColourControl from './ColourControl.svelte';
import ContactControl from './ContactControl.svelte';
import SheetLevel from './SheetLevel.svelte';
import ShutterMoves from './ShutterMoves.svelte';
import SwitchControl from './SwitchControl.svelte';

/** Something to be done on a sheet. */
export type SheetControl = Component<{ view: DeviceView }>;

/** What a sheet offers for each control, in the order of a sheet. A measurement's and a lock's state says it all. */
const CONTROLS: readonly (readonly [ControlName, SheetControl])[] = [
  ['shutter', ShutterMoves],
  ['climate', ClimateControl],
  ['level', SheetLevel],
  ['switch', SwitchControl],
  ['colour', ColourControl],
  ['contact', ContactControl]
];

/** What a sheet offers for a device's controls. A shutter's switch is no second way to move it. */
export function sheetControlsOf(controls: readonly ControlName[]): readonly SheetControl[] {
  const isShutter = controls.includes('shutter');
  return CONTROLS.filter(([name]) => controls.includes(name) && !(isShutter && name === 'switch')).map(
    ([, offer]) => offer
  );
}
