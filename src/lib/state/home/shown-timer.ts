import type { DeviceTimer } from '#shared/timers';

/** A timer as this page shows it. */
export interface ShownTimer extends DeviceTimer {
  /** When it is due by the clock of this page, in ms since the epoch. */
  readonly dueAt: number;
}
