import type { Params } from '#shared/home';
import type { Expectation, PreparedCommand } from '#shared/interfaces/interface';
import type { CommandEntry } from './command-entry';
import type { ClientFailure } from '../connection/failure';

/** What happens to the commands of one device. */
export type CommandEvent =
  | {
      readonly type: 'send';
      readonly id: number;
      readonly prepared: PreparedCommand;
      readonly expectation: Expectation | null;
      /** The link is still coming back: it waits for `released`. */
      readonly isHeld: boolean;
    }
  /** It cannot be sent: nothing happened but the asking. */
  | {
      readonly type: 'reject';
      readonly id: number;
      readonly prepared: PreparedCommand;
      readonly failure: ClientFailure;
    }
  | { readonly type: 'released' }
  | { readonly type: 'accepted'; readonly id: number }
  | { readonly type: 'refused'; readonly id: number; readonly failure: ClientFailure }
  /** Confirmed values have changed, from `before` to the moment's. */
  | { readonly type: 'changed'; readonly before: Params }
  /** The device was read back; null where it could not be. */
  | { readonly type: 'read'; readonly id: number; readonly params: Params | null }
  | { readonly type: 'dismissed'; readonly id: number }
  | { readonly type: 'tick' };

/** What is to be done: send a command, or read the device back. */
export interface CommandEffect {
  readonly type: 'post' | 'read';
  readonly id: number;
}

/** When an event happens, in monotonic milliseconds, and the device's confirmed parameters then. */
export interface CommandMoment {
  readonly at: number;
  readonly params: Params;
}

/** What to become and what to do. */
export interface CommandStep {
  readonly entries: readonly CommandEntry[];
  readonly effects: readonly CommandEffect[];
}
