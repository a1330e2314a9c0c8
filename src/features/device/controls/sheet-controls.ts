import type { Component } from 'svelte';
import type { ControlName } from '#shared/kinds';
import type { DeviceView } from '$features/device/device-view.svelte';
import ClimateControl from './ClimateControl.svelte';
import ColourControl from './ColourControl.svelte';
import ContactControl from './ContactControl.svelte';
import FanControl from './FanControl.svelte';
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
  ['fan', FanControl],
  ['level', SheetLevel],
  ['switch', SwitchControl],
  ['colour', ColourControl],
  ['contact', ContactControl]
];

/**
 * Returns the components for a device's controls. The switch of a shutter or a fan is left out: it would be a second way to do
 * the same.
 */
export function sheetControlsOf(controls: readonly ControlName[]): readonly SheetControl[] {
  const hasOwnSwitch = controls.includes('shutter') || controls.includes('fan');
  return CONTROLS.filter(([name]) => controls.includes(name) && !(hasOwnSwitch && name === 'switch')).map(
    ([, component]) => component
  );
}
