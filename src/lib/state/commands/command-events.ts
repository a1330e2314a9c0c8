import type { Params } from '#shared/home';
import type { CommandCall, Expectation, PreparedCommand } from '#shared/interfaces/interface';
import type { CommandEntry } from './command-entry';
import type { ClientFailure } from '../connection/failure';

/** An event for the commands of one device. */
export type CommandEvent =
  | {
      readonly type: 'send';
      readonly id: number;
      readonly prepared: PreparedCommand;
      readonly expectation: Expectation | null;
      /** True while the link is reconnecting: the command waits for `released`. */
      readonly isHeld: boolean;
    }
  /** The command cannot be sent. */
  | {
      readonly type: 'reject';
      readonly id: number;
      readonly prepared: PreparedCommand;
      readonly failure: ClientFailure;
    }
  | { readonly type: 'released' }
  | { readonly type: 'accepted'; readonly id: number }
  | { readonly type: 'refused'; readonly id: number; readonly failure: ClientFailure }
  /** Confirmed values changed from `before` to the moment's parameters. */
  | { readonly type: 'changed'; readonly before: Params }
  /** The device was read back; null if that failed. */
  | { readonly type: 'read'; readonly id: number; readonly params: Params | null }
  | { readonly type: 'dismissed'; readonly id: number }
  | { readonly type: 'tick' };

/** A side effect of a step for the command of an id. */
export type CommandEffect =
  /** Send this call. */
  | { readonly type: 'post'; readonly id: number; readonly call: CommandCall }
  /** Read the device back. */
  | { readonly type: 'read'; readonly id: number };

/** When an event happens, in monotonic milliseconds, with the device's confirmed parameters at that time. */
export interface CommandMoment {
  readonly at: number;
  readonly params: Params;
}

/** The result of a step: the new entries and the side effects. */
export interface CommandStep {
  readonly entries: readonly CommandEntry[];
  readonly effects: readonly CommandEffect[];
}
