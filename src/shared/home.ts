/** What an interface says about a device, by parameter name, as the controller sent it (document 2.5) [D]. */
export type Params = Readonly<Record<string, unknown>>;

/** A group of rooms (document 2.1) [D]. */
export interface Section {
  readonly id: number;
  readonly name: string;
}

/** The devices that speak for a room's climate and light; null where none is named [O]. */
export interface MainDevices {
  readonly temperature_sensor: number | null;
  readonly humidity_sensor: number | null;
  readonly luminosity_sensor: number | null;
}

/** A room (document 2.2) [D]. */
export interface Room {
  readonly id: number;
  readonly name: string;
  /** The section it belongs to; null where none is named. */
  readonly section_id: number | null;
  /** Place within the section. */
  readonly order: number;
  readonly background_image: string;
  readonly icon: string;
  readonly main_devices: MainDevices;
}

/** What it means that a lock reports on. Public sources contradict each other [O], so nobody but its owner can say. */
export type LockMeaning = 'locked' | 'unlocked';

/** Anything that can be looked at or acted on (document 2.3) [D], with `alive`, `last_online` and `favorite` [O]. */
export interface Device {
  readonly id: number;
  readonly name: string;
  /** The room it is in; null where none is named. The room may not exist [O]. */
  readonly room_id: number | null;
  readonly type: string;
  readonly role: string;
  readonly icon: string;
  /** Place within its room. */
  readonly order: number;
  readonly hidden: boolean;
  /** Interface names without spaces: "Switch Binary" reads `SwitchBinary`. */
  readonly interfaces: readonly string[];
  readonly params: Params;
  readonly note_text: string;
  /** A picture's name in the controller's storage, which no document shows; null for none. */
  readonly note_image: string | null;
  /** False where the radio does not reach it. Absent counts as alive [O]. */
  readonly alive: boolean;
  /** UNIX time in seconds; null where it is not told [O]. */
  readonly last_online: number | null;
  readonly favorite: boolean;
  /** Of a lock: what its household says that its reports mean. The controller never tells it; absent where nobody has said. */
  readonly lock?: LockMeaning;
}

/** Everything a user may see of one controller. */
export interface Home {
  readonly sections: readonly Section[];
  readonly rooms: readonly Room[];
  readonly devices: readonly Device[];
}

/** The room name that stands for "no room" [O]. */
export const NO_ROOM_NAME = 'NAME_ROOM_NONE';

/** A home in which nothing is. */
export const EMPTY_HOME: Home = { sections: [], rooms: [], devices: [] };

/** The names of a device's fields that can change while the lists stay the same [O]. */
export const DEVICE_FIELD_NAMES = [
  'name',
  'role',
  'icon',
  'room_id',
  'hidden',
  'note_text',
  'note_image',
  'alive',
  'last_online',
  'favorite'
] as const satisfies readonly (keyof Device)[];

/** The fields of a device that a change may carry beside `params` [O]; what it does not carry stays as it is. */
export type DeviceFields = Partial<Pick<Device, (typeof DEVICE_FIELD_NAMES)[number]>>;

/** Whether a value is an object with named members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether people know this device: not hidden, and no multichannel root [O]. */
export function isShown(device: Device): boolean {
  return (
    !device.hidden &&
    !device.interfaces.includes('MultichannelRoot') &&
    !device.interfaces.includes('ParentDevice')
  );
}
