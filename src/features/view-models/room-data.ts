import type { Attachment } from 'svelte/attachments';
import type { Tone } from '$lib/components/tone';

/** A short fact with an icon (path data). */
interface ChipData {
  readonly icon: string;
  readonly text: string;
  readonly label: string;
  readonly tone: Tone;
}

/** A room's lights, as `Lamp` shows them. */
export interface LampData {
  readonly label: string;
  readonly state: 'on' | 'off' | 'dead' | 'lost';
  readonly isOn: boolean;
  readonly isDisabled: boolean;
  readonly reason?: string | undefined;
  readonly isBusy?: boolean;
  readonly ontap?: () => void;
  readonly onhold?: () => void;
  /** A drag up or down dims it; `bubble` is the brightness meanwhile. */
  readonly lift?: Attachment<HTMLElement> | undefined;
  readonly bubble?: string | undefined;
}

/** What a room's tile shows, as `RoomTile` does. Its page is `/rooms/<key>`. */
export interface RoomData {
  readonly key: string;
  readonly name: string;
  readonly icon: string;
  readonly degrees: string | undefined;
  readonly readings: readonly { readonly label: string; readonly text: string }[];
  readonly chips: readonly ChipData[];
  readonly isLit: boolean;
  /** Its lights; undefined if it has none. */
  readonly lamp: LampData | undefined;
}
