import type { Danger } from '#shared/dangers';

/** A hazard in a room that this screen does not see. */
export interface ShownDanger extends Pick<Danger, 'hazard' | 'room'> {
  /** When it began, in ms since the epoch by this page's clock; undefined if unknown. */
  readonly since: number | undefined;
}
