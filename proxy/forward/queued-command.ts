import type { Failure } from '#shared/errors';
import type { Answer } from '../controllers/answer';
import type { CallFailure } from '../controllers/failure';

/** A command in the queue of a controller. */
export interface QueuedCommand {
  /** The screen that sends it. */
  readonly screen: string;
  readonly device: number;
  readonly method: string;
  /** The values that it sets: of two commands of one method for the same values, the newer wins. */
  readonly sets: readonly string[];
  /** Whether it skips the queue, and drops waiting commands that set the same values. */
  readonly isUrgent: boolean;
  /** Aborts when its sender disconnects. A command that was not sent until then is dropped. */
  readonly signal: AbortSignal;
  readonly send: () => Promise<CommandResult>;
}

/** Result of a command. */
export type CommandResult =
  | { readonly ok: true; readonly value: Answer }
  | { readonly ok: false; readonly error: CallFailure | Failure };

/** Key of a command. Of the commands with one key, one is in flight and one waits. */
export const keyOf = ({ device, method, sets }: QueuedCommand) => `${device} ${method} ${sets.join(' ')}`;
