import type { CommandBatch, CommandEntry } from '#shared/commands/command-entry';
import type { CommandsMessage } from '#shared/commands/command-schema';
import { Emitter } from '#shared/emitter';
import type { SentTo } from '../commands/shown-command';

/** The proxy's word about commands, after it is applied. */
export interface ReportedCommands {
  /** Whether it is all that the proxy knows. Otherwise it is what changed. */
  readonly isWhole: boolean;
  readonly entries: readonly CommandEntry[];
}

/** What the page knows of commands. */
export interface KnownCommands {
  /** Entries under way, and the last ones that ended, by id. */
  readonly entries: ReadonlyMap<string, CommandEntry>;
  /** Batches with a code, by id: those of these entries, and ended ones that can be undone. */
  readonly batches: ReadonlyMap<string, CommandBatch>;
  /** The ids of batches that were under way since the page was opened. */
  readonly seenOpen: ReadonlySet<string>;
  /** The ids of this screen's batches that had ended when the connection began. */
  readonly ended: readonly string[];
  readonly sentTo: SentTo;
  /** The first parts of a list that is not complete yet. */
  readonly partial: CommandsMessage | null;
}

const NOTHING: KnownCommands = {
  entries: new Map(),
  batches: new Map(),
  seenOpen: new Set(),
  ended: [],
  sentTo: { instance: null, connection: 0 },
  partial: null
};

/**
 * What the proxy reports about commands. The link applies the messages by `command-messages`: this is a part of the
 * first screen, and all code that uses it is loaded later.
 */
export class CommandFeed {
  readonly #emitter = new Emitter<ReportedCommands>();
  #known = $state.raw(NOTHING);

  /** Reactive. */
  get known(): KnownCommands {
    return this.#known;
  }

  /**
   * Sets what is known.
   * @param reported what the proxy has said, if the list is complete
   */
  set(known: KnownCommands, reported?: ReportedCommands): void {
    this.#known = known;
    if (reported) this.#emitter.emit(reported);
  }

  /** Forgets everything, for another user. */
  clear(): void {
    this.#known = { ...NOTHING, sentTo: this.#known.sentTo };
  }

  /** Calls the listener with each message after it is applied; returns a function that removes it. */
  subscribe(listener: (reported: ReportedCommands) => void): () => void {
    return this.#emitter.subscribe(listener);
  }
}
