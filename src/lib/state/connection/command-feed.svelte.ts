import type { CommandBatch, CommandEntry } from '#shared/commands/command-entry';
import type { CommandsMessage, FrameAnswer } from '#shared/commands/command-schema';
import { Emitter } from '#shared/emitter';
import type { ProxyMemory } from '../commands/shown-command';

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
  /** The number of the connection, and what the proxy remembers of this page's batches since its beginning. */
  readonly connection: number;
  readonly memory: ProxyMemory;
  /** The first parts of a list that is not complete yet. */
  readonly partial: CommandsMessage | null;
}

const NOTHING: KnownCommands = {
  entries: new Map(),
  batches: new Map(),
  seenOpen: new Set(),
  connection: 0,
  memory: { instance: null, remembered: [], since: 0 },
  partial: null
};

/**
 * What the proxy reports about commands. The link applies the messages by `command-messages`: this is a part of the
 * first screen, and all code that uses it is loaded later.
 */
export class CommandFeed {
  readonly #emitter = new Emitter<ReportedCommands>();
  readonly #answers = new Emitter<FrameAnswer>();
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
    const { connection, memory } = this.#known;
    this.#known = { ...NOTHING, connection, memory };
  }

  /** Passes on the proxy's answer to a frame of this page. */
  answer(answer: FrameAnswer): void {
    this.#answers.emit(answer);
  }

  /** Calls the listener with each answer; returns a function that removes it. */
  onAnswer(listener: (answer: FrameAnswer) => void): () => void {
    return this.#answers.subscribe(listener);
  }

  /** Calls the listener with each message after it is applied; returns a function that removes it. */
  subscribe(listener: (reported: ReportedCommands) => void): () => void {
    return this.#emitter.subscribe(listener);
  }
}
