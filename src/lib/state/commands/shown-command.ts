import type { CommandSender } from '#shared/commands/command-entry';
import type { Params } from '#shared/home';
import type { CommandCall, Expectation, PreparedCommand } from '#shared/interfaces/interface';
import type { ClientFailure } from '../proxy/failure';

/**
 * The phase of a command, as shown. `sending`: no effect was observed yet. `moving`: accepted, and the value changes
 * step by step. `waiting`: accepted, but the device sleeps. `unconfirmed`: no matching change arrived, or nothing is
 * known until the connection is back. `failed`: rejected or not sent, see `failure`. `rounded`: confirmed, and the device
 * has rounded its value. Any other confirmed command is removed.
 */
export type CommandPhase = 'sending' | 'moving' | 'waiting' | 'unconfirmed' | 'failed' | 'rounded';

/**
 * What this page knows of a command. `held`: the link is reconnecting, and nothing was sent. `sent`: the proxy has not
 * answered yet. `taken`: the proxy carries it out. `unknown`: nobody knows its outcome, and its device is being read.
 * `steady`: confirmed, and for a moment reports against it are not shown: some firmware reports on, off and on. Nothing is
 * said of it. The last four are final.
 */
export type CommandStage =
  | 'held'
  | 'sent'
  | 'taken'
  | 'unknown'
  | 'unconfirmed'
  | 'failed'
  | 'rounded'
  | 'steady';

/** The sending of a command. */
export interface Sending {
  /** The proxy's process; null before it has named itself. */
  readonly instance: string | null;
  /** The number of the page's connection. */
  readonly connection: number;
  /** When, in the proxy's monotonic ms. */
  readonly at: number;
}

/** One command for one device, of this page or of another screen. Times are monotonic milliseconds. */
export interface ShownCommand {
  /** The id of its entry at the proxy. */
  readonly id: string;
  readonly call: CommandCall;
  /** Null if this page did not begin it. Then its effect is shown as the device reports it. */
  readonly prepared: PreparedCommand | null;
  /** Whether nothing is said of it: see `CommandEntry`. */
  readonly isQuiet: boolean;
  /** What the device has to match if nobody knows the outcome; null if the effect cannot be observed. */
  readonly expectation: Expectation | null;
  /** The other screen that began it. Null for this one, and if this screen may not know. */
  readonly by: CommandSender | null;
  readonly stage: CommandStage;
  /** Of a taken command: its value moves step by step, or its device sleeps. */
  readonly progress: 'moving' | 'waiting' | null;
  /** Whether a newer command of this page for the same value replaced it. It is no longer shown. */
  readonly isReplaced: boolean;
  /** Whether its state is shown. A command that ends within 190 ms never is. */
  readonly isVisible: boolean;
  readonly visibleAt: number;
  /** When a held command has been held for too long, and a rounded or steady one is over. */
  readonly dueAt: number;
  /** When the page got to know that it was accepted; null before. */
  readonly acceptedAt: number | null;
  /** Of a steady command: the values that confirmed it. */
  readonly steady: Params;
  /** Null if it was not sent by this page. */
  readonly sending: Sending | null;
  /** Why it failed, or why its outcome is unknown. */
  readonly failure: ClientFailure | null;
}

/** Whether a command may still take effect, as far as is known. */
export function isUnderWay({ stage }: ShownCommand): boolean {
  return stage === 'held' || stage === 'sent' || stage === 'taken';
}

/** Whether a prepared command sets a value that a command of this page sets. */
export function concernsSame({ prepared }: ShownCommand, other: PreparedCommand): boolean {
  return prepared?.sets.some((value) => other.sets.includes(value)) ?? false;
}

/** Applies this page's commands under way to parameters. Returns the same object if there are none. */
export function applyAll(commands: readonly ShownCommand[], params: Params): Params {
  return commands
    .filter((command) => !command.isReplaced && (isUnderWay(command) || command.stage === 'steady'))
    .reduce(applyOne, params);
}

function applyOne(shown: Params, { stage, prepared, expectation, steady }: ShownCommand): Params {
  if (stage !== 'steady') return prepared?.apply(shown) ?? shown;
  return expectation?.matches(shown) ? shown : { ...shown, ...steady };
}

/**
 * Returns the phase to show.
 * @param isLinked whether the proxy's messages arrive; without them the outcome of a sent command is unknown
 */
export function phaseOf({ stage, progress }: ShownCommand, isLinked: boolean): CommandPhase {
  if (stage === 'failed' || stage === 'rounded') return stage;
  if (stage === 'unconfirmed' || stage === 'unknown') return 'unconfirmed';
  if (!isLinked && stage !== 'held') return 'unconfirmed';
  return progress ?? 'sending';
}

/** A placeholder for a command that the device does not offer. Its effect is unknown, and it is not sent. */
export function unknownCommand(call: CommandCall): PreparedCommand {
  return { call, sets: [call.method], apply: (params) => params, expect: () => null };
}
