import {
  isOpen,
  UNREPORTED,
  waitsForWakeUp,
  type CommandBatch,
  type CommandEntry
} from '#shared/commands/command-entry';
import type { CommandsMessage, FrameAnswer } from '#shared/commands/command-schema';
import { Emitter } from '#shared/emitter';
import { Cell } from '../base/cell.svelte';

/** The maximum number of entries that are known after their end. */
const MAX_ENDED = 500;
/** The maximum number of batches that are known. */
const MAX_BATCHES = 50;

/** The proxy's word about commands, after it is applied. */
export interface ReportedCommands {
  /** Whether it is all that the proxy knows. Otherwise it is what changed. */
  readonly isWhole: boolean;
  readonly entries: readonly CommandEntry[];
}

/** What the proxy remembers of this page's batches, as in `commandsMessageSchema`. */
export interface ProxyMemory {
  /** Null before the proxy has named itself. */
  readonly instance: string | null;
  readonly remembered: readonly string[];
  readonly since: number;
}

/** What the page knows of commands. */
interface KnownCommands {
  /** Entries under way, and the last ones that ended, by id. */
  readonly entries: ReadonlyMap<string, CommandEntry>;
  /** Batches with a report, by id: those of these entries, and ended ones that can be undone. */
  readonly batches: ReadonlyMap<string, CommandBatch>;
  /** The ids of the batches that this page reports: those that began since it was opened, or were under way then. */
  readonly reported: ReadonlySet<string>;
  /** The ids of batches of which something is to be sent or to be reported soon: one that only waits for a device to wake up is none. */
  readonly underWay: ReadonlySet<string>;
  /** The number of the connection, and what the proxy remembers of this page's batches since its beginning. */
  readonly connection: number;
  readonly memory: ProxyMemory;
}

const NOTHING: KnownCommands = {
  entries: new Map(),
  batches: new Map(),
  reported: new Set(),
  underWay: new Set(),
  connection: 0,
  memory: { instance: null, remembered: [], since: 0 }
};

/** What the proxy reports about commands. */
export class CommandFeed {
  readonly #reports = new Emitter<ReportedCommands>();
  readonly #answers = new Emitter<FrameAnswer>();
  /** Calls the listener with each list after it is applied; returns a function that removes it. */
  readonly subscribe = this.#reports.subscribe;
  /** Calls the listener with each answer; returns a function that removes it. */
  readonly onAnswer = this.#answers.subscribe;
  /** The first parts of a list that is not complete yet. */
  #partial: CommandsMessage | null = null;
  readonly #known = new Cell(NOTHING);

  /** Reactive. */
  get known(): KnownCommands {
    return this.#known.value;
  }

  /** Handles a new connection: its first list replaces what the page knows. */
  begin(connection: number): void {
    this.#partial = null;
    this.#known.value = { ...this.known, connection };
  }

  /** Handles a message. A list that does not fit into one message is applied with its last part. */
  receive(message: CommandsMessage): void {
    const before = message.isWhole ? null : this.#partial;
    const all = before
      ? {
          ...before,
          entries: [...before.entries, ...message.entries],
          batches: [...before.batches, ...message.batches]
        }
      : message;
    this.#partial = message.hasMore ? all : null;
    if (!message.hasMore) this.#apply(all);
  }

  /** Passes on the proxy's answer to a frame of this page. */
  answer(answer: FrameAnswer): void {
    this.#answers.emit(answer);
  }

  /** Forgets everything, for another screen. */
  clear(): void {
    const { connection, memory } = this.known;
    this.#known.value = { ...NOTHING, connection, memory };
  }

  #apply({ isWhole, entries, batches, instance, remembered, since }: CommandsMessage): void {
    const { known } = this;
    const before = [...known.entries.values()];
    const next = withoutOldest(newestById([...(isWhole ? before.map(endIfOpen) : before), ...entries]));
    const listed = new Set(Array.from(next.values(), ({ batch }) => batch));
    const earlier = [...known.batches.values()].filter(({ id }) => !isWhole || listed.has(id));
    const labelled = batches.filter(({ what }) => what !== undefined && !UNREPORTED.includes(what));
    const all = [...newestById([...earlier, ...labelled]).values()].slice(-MAX_BATCHES);
    const awaited = [...next.values()].filter((entry) => isOpen(entry.state) && !waitsForWakeUp(entry));
    const underWay = new Set(awaited.flatMap(({ batch }) => batch ?? []));
    const isReported = ({ id }: CommandBatch) =>
      known.reported.has(id) || (!isWhole && !known.batches.has(id)) || underWay.has(id);
    this.#known.value = {
      entries: next,
      batches: newestById(all),
      connection: known.connection,
      reported: new Set(all.filter(isReported).map(({ id }) => id)),
      underWay,
      memory: isWhole ? { instance, remembered, since } : known.memory
    };
    this.#reports.emit({ isWhole, entries });
  }
}

/** The newest version of each item; the one that changed last is the last one. */
function newestById<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  const all = new Map<string, Item>();
  for (const item of items) {
    all.delete(item.id);
    all.set(item.id, item);
  }
  return all;
}

/** An entry that a whole list may not name any more: its outcome is unknown then. */
const endIfOpen = (entry: CommandEntry): CommandEntry =>
  isOpen(entry.state)
    ? {
        ...entry,
        state: 'unconfirmed',
        failure: { code: 'outcome-unknown', message: 'the proxy no longer knows the command' }
      }
    : entry;

/** Removes the oldest of too many ended entries. */
function withoutOldest(entries: Map<string, CommandEntry>): ReadonlyMap<string, CommandEntry> {
  const ended = [...entries.values()].filter(({ state }) => !isOpen(state));
  for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) entries.delete(id);
  return entries;
}
