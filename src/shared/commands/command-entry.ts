import type { Failure } from '#shared/errors';
import type { CommandCall } from '#shared/interfaces/interface';

/**
 * What the proxy says about commands: one entry per command, and one batch per frame of a page. Times are ms since the
 * epoch by the proxy's clock.
 */

/**
 * The state of a command.
 *
 * - `queued`: waits for its turn at the radio's rate. Nothing was sent.
 * - `sending`: sent to the controller, which has not answered yet. A lost answer leaves it here until a change or a
 *   reading decides.
 * - `accepted`: the controller accepted it, and its effect was not reported yet. `progress` says more.
 * - `confirmed`: a change or a reading after the sending matches. Without an observable effect: accepted.
 * - `unconfirmed`: sent, and its effect was not reported in time. `failure` is `outcome-unknown` if the answer was lost. A report
 *   of the effect within the next minute makes it `confirmed`.
 * - `failed`: refused or not sent; see `failure`.
 * - `superseded`: a newer command for a common value of the device replaced it. It may have been sent before.
 * - `expired`: its batch expired before its turn. Nothing was sent.
 * - `cancelled`: a screen stopped its batch before its turn, or its screen was signed out or lost the right. Nothing was
 *   sent.
 */
export type CommandState = (typeof COMMAND_STATES)[number];

/** All states of a command, the open ones first. */
export const COMMAND_STATES = [
  'queued',
  'sending',
  'accepted',
  'confirmed',
  'unconfirmed',
  'failed',
  'superseded',
  'expired',
  'cancelled'
] as const;

/** Whether a command in this state is under way. A command that has ended never changes again, except from `unconfirmed` to `confirmed`. */
export const isOpen = (state: CommandState): boolean =>
  state === 'queued' || state === 'sending' || state === 'accepted';

/** Whether a command waits for a device that sleeps: the controller has it, and nothing happens until the device wakes up. */
export const waitsForWakeUp = ({ state, progress }: Pick<CommandEntry, 'state' | 'progress'>): boolean =>
  state === 'accepted' && progress === 'waiting';

/** A screen that began commands. */
export interface CommandSender {
  readonly id: string;
  readonly name: string;
}

/** One command for one device. Each new state is a whole new entry of the same id. */
export interface CommandEntry {
  /** `<batch>.<n>`, where `n` counts from 0 in the posted order. Without a batch it is opaque. */
  readonly id: string;
  /** The id of its batch; null for a command of `POST …/v2/devices/:id/actions`. */
  readonly batch: string | null;
  readonly device: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /**
   * Present if nothing is said of it, whether or not a change comes: off for a lamp that is reported off, which a switch on
   * the wall may have lit.
   */
  readonly isQuiet?: true;
  readonly state: CommandState;
  /** Of an `accepted` entry: its value moves step by step, or its device sleeps. Absent for a value that is exact. */
  readonly progress?: 'moving' | 'waiting';
  /** The screen that began it. Null if the reader may not know: a limited screen. */
  readonly by: CommandSender | null;
  /** When it was taken. */
  readonly at: number;
  /** When it ended; absent while it is open. */
  readonly endedAt?: number;
  /** Why it failed, or why its outcome is unknown. */
  readonly failure?: Failure;
}

/** The commands of one frame. */
export interface CommandBatch {
  /** The id that the page chose. */
  readonly id: string;
  /** A code that each screen words itself, such as `lights-off`. Pages name an unknown one by its devices. */
  readonly what?: string;
  /** What it concerns, so that a screen can word it: `home`, `floor:<section>`, `room:<room>`, or a word of its own. */
  readonly scope?: string;
  /** The id of the scene that it runs. */
  readonly scene?: string;
  /** The id of the timer that began it. */
  readonly timer?: string;
  /** A name by an outside program. It is not sent to limited screens. */
  readonly name?: string;
  /** The id of the batch that it undoes. */
  readonly undoes?: string;
  readonly by: CommandSender | null;
  readonly at: number;
  /** When its queued commands expire. */
  readonly expiresAt: number;
  /** When its last command ended; absent while one is open. */
  readonly endedAt?: number;
  /**
   * Present if this screen can undo the batch: by a frame with `undo`, for so many devices, until then.
   * `count` is an upper limit: a device that was used since is left out. An undone batch has none.
   * `devices`: their ids, once the batch has ended: then its commands may not be told any more.
   */
  readonly undo?: { readonly count: number; readonly until: number; readonly devices?: readonly number[] };
}

/** The maximum number of commands in a batch: "all lights off" in the largest home is one. */
export const MAX_BATCH_COMMANDS = 500;
/** Milliseconds from the sending of a batch until its queued commands expire. */
export const MIN_BATCH_EXPIRY_MS = 1000;
export const MAX_BATCH_EXPIRY_MS = 120_000;
export const DEFAULT_BATCH_EXPIRY_MS = 60_000;
/** Milliseconds in which an ended command is sent to new connections, counted from the end of its batch. */
export const ENDED_ENTRY_TTL_MS = 60_000;
/** Milliseconds in which an ended batch is known by its id, and can be undone. */
export const ENDED_BATCH_TTL_MS = 600_000;

/** The methods that end what an earlier command began. They never wait, and never ask. */
export const STOP_METHODS: readonly string[] = ['stop', 'stopLevelChange'];

/** Whether a command switches something off. For a shutter it is a movement. */
export const switchesOff = ({ method, params }: CommandCall): boolean =>
  (method === 'setStatus' && params['status'] === false) || (method === 'setLevel' && params['level'] === 0);

/** The code of a batch that switches lamps off, as `what` of a `CommandBatch`. */
export const LIGHTS_OFF = 'lights-off';

/** The codes of batches whose outcome the lamps and their room show themselves: no screen has a report of them. */
export const UNREPORTED: readonly string[] = ['lights-on', 'lights-dim'];
