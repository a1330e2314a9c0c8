import {
  mdiAlertOutline,
  mdiBatteryAlertVariantOutline,
  mdiDoorOpen,
  mdiLightbulb,
  mdiLightSwitch,
  mdiRadioboxMarked,
  mdiSignalOff,
  mdiWindowShutterOpen
} from '@mdi/js';
import type { HighlightKind } from './room-summary';

/** The icon of each kind of highlight, as path data (`d`) in a 24 × 24 box. */
export const chipIcons: Readonly<Record<HighlightKind, string>> = {
  alarms: mdiAlertOutline,
  tripped: mdiRadioboxMarked,
  openings: mdiDoorOpen,
  lights: mdiLightbulb,
  switches: mdiLightSwitch,
  shutters: mdiWindowShutterOpen,
  batteries: mdiBatteryAlertVariantOutline,
  unreachable: mdiSignalOff
};
