import type { CommandEntry } from '#shared/commands/command-entry';
import type { Params } from '#shared/home';
import type { CommandCall, Expectation, PreparedCommand } from '#shared/interfaces/interface';
import type { ClientFailure } from '../connection/failure';
import type { SentTo, ShownCommand } from './shown-command';

/** An event for the commands of one device. */
export type ShownCommandEvent =
  | {
      readonly type: 'send';
      readonly id: string;
      readonly prepared: PreparedCommand;
      readonly expectation: Expectation | null;
      readonly sentTo: SentTo;
      /** True while the link is reconnecting: the command waits for `released`. */
      readonly isHeld: boolean;
    }
  /** The command cannot be sent. */
  | {
      readonly type: 'reject';
      readonly id: string;
      readonly prepared: PreparedCommand;
      readonly failure: ClientFailure;
    }
  /** The link is there: held commands are posted. */
  | { readonly type: 'released'; readonly sentTo: SentTo }
  /** The proxy has taken the command. Its entry says the rest. */
  | { readonly type: 'taken'; readonly id: string }
  /** The proxy has refused the command: it has no entry. */
  | { readonly type: 'refused'; readonly id: string; readonly failure: ClientFailure }
  /** The proxy's answer was lost. */
  | { readonly type: 'lost'; readonly id: string }
  /** The device reports these values. They clear an unconfirmed command that wanted them. */
  | { readonly type: 'changed'; readonly params: Params }
  /** The proxy's word about a command. It follows the changes that it depends on. */
  | { readonly type: 'reported'; readonly entry: CommandEntry }
  /** All entries of the device that the proxy knows at the beginning of a connection. */
  | { readonly type: 'listed'; readonly list: ListedCommands }
  /** A list by HTTP. It only says whether commands whose answer was lost before it were taken. */
  | { readonly type: 'found'; readonly list: ListedCommands; readonly lost: ReadonlySet<string> }
  | { readonly type: 'dismissed'; readonly id: string }
  | { readonly type: 'tick' };

/** What the proxy knows of a device's commands. */
export interface ListedCommands {
  readonly entries: readonly CommandEntry[];
  /** The ids of this screen's batches that ended in the last minutes. */
  readonly ended: readonly string[];
  readonly sentTo: SentTo;
  /** The device's parameters. They are at least as new as the list. */
  readonly params: Params;
}

/** A side effect of a step for the command of an id. */
export type ShownCommandEffect =
  /** Post this held call. */
  | { readonly type: 'post'; readonly id: string; readonly call: CommandCall }
  /** Find out whether the proxy has taken it. */
  | { readonly type: 'find'; readonly id: string };

/** The result of a step: the new commands and the side effects. */
export interface ShownCommandStep {
  readonly commands: readonly ShownCommand[];
  readonly effects: readonly ShownCommandEffect[];
}
