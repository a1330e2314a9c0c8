/** A device's parameters by name, as the controller sent them (document 2.5) [D]. */
export type Params = Readonly<Record<string, unknown>>;

/** A group of rooms (document 2.1) [D]. */
export interface Section {
  readonly id: number;
  readonly name: string;
}

/** The devices whose readings stand for a room's climate and light; null if none is set [O]. */
export interface MainDevices {
  readonly temperature_sensor: number | null;
  readonly humidity_sensor: number | null;
  readonly luminosity_sensor: number | null;
}

/** The quantities of which a room has one reading. */
export type RoomQuantity = 'temperature' | 'humidity' | 'light';

/** A room (document 2.2) [D]. */
export interface Room {
  readonly id: number;
  readonly name: string;
  /** The id of its section; null if none is set. */
  readonly section_id: number | null;
  /** Sort order within the section. */
  readonly order: number;
  readonly background_image: string;
  readonly icon: string;
  readonly main_devices: MainDevices;
  /** The ids of the sensors of its readings, as set by the household; `none` for no reading. Absent: an automatic choice. */
  readonly sensors?: { readonly [Quantity in RoomQuantity]?: number | 'none' };
}

/** The meaning of "on" in a lock's reports. Public sources contradict each other [O], so people have to set it. */
export type LockMeaning = 'locked' | 'unlocked';

/** What a device does when it is touched, where that is not to act at once: it asks first, or only shows its state. */
export type Touch = 'ask' | 'show';

/** What is wrong with a node itself: it is too hot, or its load is too large. */
export type NodeFault = 'overheated' | 'overloaded';

/** What sounds an alarm, and what lets water or gas flow. */
export type SirenOrValve = 'siren' | 'valve';

/** A device (document 2.3) [D], with `alive`, `last_online` and `favorite` [O]. */
export interface Device {
  readonly id: number;
  readonly name: string;
  /** The id of its room; null if none is set. The room may not exist [O]. */
  readonly room_id: number | null;
  readonly type: string;
  readonly role: string;
  readonly icon: string;
  /** Sort order within the room. */
  readonly order: number;
  readonly hidden: boolean;
  /** Interface names without spaces: "Switch Binary" becomes `SwitchBinary`. */
  readonly interfaces: readonly string[];
  readonly params: Params;
  readonly note_text: string;
  /** The name of a picture in the controller's storage, which is not documented; null if there is none. */
  readonly note_image: string | null;
  /** False if the radio cannot reach the device. A missing value counts as true [O]. */
  readonly alive: boolean;
  /** UNIX time in seconds; null if the controller does not report it [O]. */
  readonly last_online: number | null;
  readonly favorite: boolean;
  /** For a lock: what "on" means, as set by the household. The controller does not report it; absent if not set. */
  readonly lock?: LockMeaning;
  /** Whether it is one of its room's lights, as set by the household: see `isLamp`. Absent if not set. */
  readonly isRoomLight?: boolean;
  /** Whether it is a gate or a door that asks before it opens, as set by the household: see `isEntrance`. Absent if not set. */
  readonly isEntrance?: boolean;
  /** What it was reported to be, where the household gave it another icon: see `sirenOrValveOf`. Absent for any other device. */
  readonly sirenOrValve?: SirenOrValve;
  /** What it does when it is touched, as set by the household. Absent: it acts at once. */
  readonly touch?: Touch;
  /** Whether leaving turns it off although it is no light, as set by the household. Absent: it stays as it is. */
  readonly isOffWhenLeaving?: true;
  /**
   * Whether a fault lasts at its node, for an actuator whose node senses its own heat or load, and for these sensors. The proxy sets it, and no
   * controller can: see `withFaults`. Absent for all other devices.
   */
  readonly fault?: NodeFault | 'none';
  /**
   * When a binary sensor last became tripped, and when it last stopped, as Mantel saw it, in ms since the epoch by the proxy's clock. The proxy
   * sets them, and no controller can: see `HomeTripTimes`. Null: that happened while nobody watched. Absent: Mantel has not seen it change.
   */
  readonly trippedAt?: number | null;
  readonly calmAt?: number | null;
  /** An armed sensor that was tripped when it was armed, as the proxy tells a page: it alarms of its next trip only. */
  readonly isUnguarded?: true;
}

/** The home of a controller: all that its account may see. */
export interface Home {
  readonly sections: readonly Section[];
  readonly rooms: readonly Room[];
  readonly devices: readonly Device[];
}

/** The name of the room that means "no room" [O]. */
export const NO_ROOM_NAME = 'NAME_ROOM_NONE';

/** A home without sections, rooms and devices. */
export const EMPTY_HOME: Home = { sections: [], rooms: [], devices: [] };

/** The device fields that can change while the lists stay the same [O], and those that only the proxy sets. */
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
  'favorite',
  'fault',
  'trippedAt',
  'calmAt'
] as const satisfies readonly (keyof Device)[];

/** The device fields of a change, beside `params` [O]. Absent fields stay as they are. */
export type DeviceFields = Partial<Pick<Device, (typeof DEVICE_FIELD_NAMES)[number]>>;

/** Checks whether a value is an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a device is a multichannel root [O]: its endpoints are the devices that people know. */
export const isRoot = ({ interfaces }: Device): boolean =>
  interfaces.includes('MultichannelRoot') || interfaces.includes('ParentDevice');

/** Whether a device was added, and its source has not learned what it is: it shows that, and nothing else. */
export const isNotReady = ({ interfaces }: Device): boolean => interfaces.includes('NotReady');

/** Checks whether a device is shown: not hidden, and not a multichannel root [O]. */
export const isShown = (device: Device): boolean => !device.hidden && !isRoot(device);
