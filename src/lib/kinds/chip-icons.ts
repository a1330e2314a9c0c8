import * as mdi from '@mdi/js';
import type { HighlightKind } from './room-summary';

/** A roller shutter, closed and half open: its box, and slats over a window. Path data (`d`) in a 24 × 24 box. */
export const SHUTTER = {
  rest: 'M3 3h18v4H3V3m2 5h14v2H5V8m0 3h14v2H5v-2m0 3h14v2H5v-2m0 3h14v4H5v-4',
  active: 'M3 3h18v4H3V3m2 5h14v2H5V8m0 3h14v2H5v-2m0 3v7h14v-7h-2v5H7v-5H5'
};

/** The icon of each kind of highlight, as path data (`d`) in a 24 × 24 box. */
export const chipIcons: Readonly<Record<HighlightKind | 'attention', string>> = {
  alarms: mdi.mdiAlertOutline,
  tripped: mdi.mdiRadioboxMarked,
  openings: mdi.mdiDoorOpen,
  lights: mdi.mdiLightbulb,
  switches: mdi.mdiPowerPlug,
  shutters: SHUTTER.active,
  batteries: mdi.mdiBatteryAlertVariantOutline,
  unreachable: mdi.mdiSignalOff,
  conditions: mdi.mdiAlertCircleOutline,
  loads: mdi.mdiAlertCircleOutline,
  silent: mdi.mdiSleep,
  attention: mdi.mdiAlertCircleOutline
};
