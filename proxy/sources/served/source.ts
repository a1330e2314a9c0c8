import type { Device, Room, Section } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';

/** A home as it is served, by id and in the order of its lists. */
export interface ServedHome {
  readonly sections: ReadonlyMap<number, Section>;
  readonly rooms: ReadonlyMap<number, Room>;
  readonly devices: ReadonlyMap<number, Device>;
}

/** A device before and after a change. */
export interface ChangedDevice {
  readonly before: Device;
  readonly after: Device;
  /** The parameters that the device has reported again as they were. */
  readonly repeated?: readonly string[];
}

/**
 * What became of a command. `accepted`: the radio has it. `done`: its device can be read now; this confirms nothing. `waiting`: it waits for
 * the device to wake up, or nobody knows. `failed`: the device will not do it.
 */
export interface CommandOutcome {
  readonly status: 'accepted' | 'done' | 'waiting' | 'failed';
  /** Why it failed, in the words of the source. */
  readonly message?: string;
}

/** A home that is served over API v2. */
export interface Source {
  /** The current home; null while the source has lost it. */
  home(): ServedHome | null;
  /** Subscribes to changes of single devices. Returns a function that unsubscribes, like the two below. */
  onChange(listener: (changed: ChangedDevice) => void): () => void;
  /** Subscribes to changes of the lists: what was added, removed, renamed or has other interfaces. */
  onLists(listener: () => void): () => void;
  /** Subscribes to losses of the home. Every connection is closed then, and none is accepted until `home` has one again. */
  onGone(listener: () => void): () => void;
  /** Carries out a command that the device offers. Resolves when its outcome is known; never rejects. */
  run(device: Device, command: PreparedCommand): Promise<CommandOutcome>;
}
