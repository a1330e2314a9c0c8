import type { AlarmKind } from '#shared/alarms';
import type { Detected } from '#shared/meaning';

/** Who has seen an alarm last. */
export interface Seen {
  /** When, in ms since the epoch. */
  readonly at: number;
  /** The name of the screen; undefined if this one may not know it. */
  readonly by: string | undefined;
  /** Whether it is quiet until it is over, for all. */
  readonly isQuiet: boolean;
}

/** An alarm that is on now. */
export interface ActiveAlarm {
  /** The same for the same alarm. */
  readonly key: string;
  readonly kind: AlarmKind;
  /** Its device; null for one that this screen does not see. */
  readonly device: number | null;
  /** "Alarm: Back door open". */
  readonly text: string;
  /** What it is: "Smoke", "Door open". */
  readonly what: string;
  readonly detected: Detected;
  /** The page of its room, or of the alarms of another home; null for one that this screen does not see. */
  readonly href: string | null;
  /** The name of its device; undefined for one that this screen does not see. */
  readonly name: string | undefined;
  /** As `weightOf` a hazard, or greater for an armed sensor: the most urgent first. */
  readonly weight: number;
  /** The name of the room, or of the other home; undefined for a device without a room. */
  readonly room: string | undefined;
  /** When it began, in ms since the epoch; undefined if unknown. */
  readonly since: number | undefined;
  /** The proxy's id of it; undefined before it has told it. */
  readonly id: string | undefined;
  /** Who has seen it; undefined while nobody has. */
  readonly seen: Seen | undefined;
  /** Whether this screen neither sounds nor covers its page for it any more. */
  readonly isSilent: boolean;
  /** Whether it is of this home, and can be seen here. */
  readonly isOwn: boolean;
  /** Whether its sensor is calm again: an armed one alarms until somebody has seen it. */
  readonly isCalm: boolean;
}
