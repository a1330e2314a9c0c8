import type { Failure } from '#shared/errors';
import type { Answer } from '../controllers/answer';
import type { CallFailure } from '../controllers/failure';

/** A command on its way to a controller. */
export interface QueuedCommand {
  /** The screen that sends it. */
  readonly screen: string;
  readonly device: number;
  readonly method: string;
  /** The values that it sets: of two orders of one method for the same values, the newer wins. */
  readonly sets: readonly string[];
  /** Whether it waits for no other command, and puts an end to those that wait to set the same values. */
  readonly isUrgent: boolean;
  /** Aborts when its sender disconnects. A command that was not sent until then is dropped. */
  readonly signal: AbortSignal;
  readonly send: () => Promise<CommandResult>;
}

/** What became of an order. */
export type CommandResult =
  | { readonly ok: true; readonly value: Answer }
  | { readonly ok: false; readonly error: CallFailure | Failure };

/** What makes two orders one and the same: of those with one key, one is under way and one waits. */
export const keyOf = ({ device, method, sets }: QueuedCommand) => `${device} ${method} ${sets.join(' ')}`;
