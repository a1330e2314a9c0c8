import type { Component } from 'svelte';
import type { ControlName } from '$lib/kinds/control';
import type { DeviceView } from '../tiles/device-view.svelte';
import ClimateControl from './ClimateControl.svelte';
import ColourControl from './ColourControl.svelte';
import ContactControl from './ContactControl.svelte';
import LevelControl from './LevelControl.svelte';
import ShutterControl from './ShutterControl.svelte';
import SwitchControl from './SwitchControl.svelte';

/** What a sheet offers for each control; null where the state says it all. */
export const SHEET_CONTROLS: Readonly<
  Record<ControlName, Component<{ view: DeviceView; size?: 'row' | 'tall' }> | null>
> = {
  shutter: ShutterControl,
  colour: ColourControl,
  climate: ClimateControl,
  level: LevelControl,
  switch: SwitchControl,
  contact: ContactControl,
  measurement: null,
  lock: null
};
