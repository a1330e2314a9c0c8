import type { Alarm } from '#shared/alarms';

/** An alarm as the proxy knows it. */
export interface ShownAlarm extends Alarm {
  /** When it began, in ms since the epoch by this page's clock; undefined if unknown. */
  readonly since: number | undefined;
  /** When it was seen last, in the same way; undefined while nobody has seen it. */
  readonly seenAt: number | undefined;
}
