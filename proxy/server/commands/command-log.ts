import { randomBytes } from 'node:crypto';
import { isSame } from '#shared/changes';
import type { Clock } from '#shared/clock';
import {
  COMMAND_STATES,
  ENDED_BATCH_TTL_MS,
  ENDED_ENTRY_TTL_MS,
  isOpen,
  type CommandBatch,
  type CommandEntry
} from '#shared/commands/command-entry';
import { Emitter } from '#shared/emitter';
import type { CommandsEvent } from '../home/live/home-listener';
import type { Screen } from '../household/screens/screen';
import { OutcomeCounter } from '../http/metrics';
import type { Job } from './job';

/** Maximum number of ended commands of one screen that are known: three whole batches. */
const MAX_ENDED_PER_SCREEN = 600;
/** Maximum number of ended batches of one screen that are known by their ids. */
const MAX_BATCHES_PER_SCREEN = 1_000;

/** A command as it was last under way, or as it ended. */
export interface LoggedCommand extends Omit<Job, 'batch'> {
  readonly controller: string;
  /** As its own screen sees it. */
  readonly entry: CommandEntry;
  /** The batch that lists it; null for a single command. */
  readonly batch: LoggedBatch | null;
  /** When it ended, or was confirmed late, in monotonic ms; Infinity while it is open. */
  readonly endedAt: number;
}

/** A batch, with what only the proxy knows of it. */
export interface LoggedBatch {
  readonly controller: string;
  readonly screen: string;
  /** The id of the page that began it. */
  readonly page: string;
  /** When it was taken, in monotonic ms. */
  readonly takenAt: number;
  /** As its own screen sees it, without `undo`. */
  batch: CommandBatch;
  /** The ids of its entries, in the order of its frame. Empty once they are no longer listed. */
  readonly entries: string[];
  /** Number of its commands that are open. */
  open: number;
  /** When its last command ended, in monotonic ms; Infinity while one is open. */
  endedAt: number;
  isUndone: boolean;
}

/** Commands whose entries have changed, at one controller. */
export interface CommandNews {
  readonly controller: string;
  /** Ids of entries. */
  readonly entries: ReadonlySet<string>;
}

/**
 * The commands under way and those that ended lately, of all controllers. It is in memory only: a restart forgets them, and `instance`
 * tells screens that it did.
 */
export class CommandLog {
  /** Random for each start of the proxy. */
  readonly instance = randomBytes(9).toString('base64url');
  /** Counts the commands that have ended by their state. One that is confirmed late counts as unconfirmed. */
  readonly ended = new OutcomeCounter(COMMAND_STATES.filter((state) => !isOpen(state)));
  readonly #clock: Clock;
  /** By the ids of their entries, oldest first. */
  readonly #commands = new Map<string, LoggedCommand>();
  readonly #batches = new Map<string, LoggedBatch>();
  readonly #changed = new Emitter<CommandNews>();
  /**
   * Calls back with changed entries. It is called after everything that happened in the same turn, so that the changes of the home that
   * an entry depends on were emitted before.
   */
  readonly onChange = this.#changed.subscribe;
  readonly #due = new Map<string, Set<string>>();
  /** When the newest of the forgotten batches was taken, in monotonic ms, by screen. */
  readonly #forgottenAt = new Map<string, number>();
  readonly #startedAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
  }

  /** The batch of an id at a controller, if it is still known. */
  batch(controller: string, id: string): LoggedBatch | undefined {
    this.#forget();
    return this.#batches.get(keyOf(controller, id));
  }

  /** The ids of all known batches of a page, and since when there are no others: see `commandsMessageSchema`. */
  memoryOf(screen: string, page: string): { readonly remembered: string[]; readonly since: number } {
    this.#forget();
    const own = [...this.#batches.values()].filter((each) => each.screen === screen && each.page === page);
    return {
      remembered: own.map(({ batch }) => batch.id),
      since: Math.ceil(this.#forgottenAt.get(screen) ?? this.#startedAt)
    };
  }

  /** Adds a batch. Its jobs follow. */
  addBatch(screen: Screen, page: string, batch: CommandBatch): LoggedBatch {
    const { controller, id } = screen;
    const logged: LoggedBatch = {
      controller,
      screen: id,
      page,
      batch,
      entries: [],
      takenAt: this.#clock.monotonic(),
      open: 0,
      endedAt: Infinity,
      isUndone: false
    };
    this.#batches.set(keyOf(controller, batch.id), logged);
    return logged;
  }

  /** Notes a new job, or its new state. */
  update(controller: string, job: Job) {
    const logged = this.#commands.get(job.id) ?? this.#add(controller, job);
    const { state } = job;
    const wasOpen = isOpen(logged.entry.state);
    const isConfirmedLate = logged.entry.state === 'unconfirmed' && state === 'confirmed';
    if (!wasOpen && !isConfirmedLate) return;
    const { failure: _failure, progress: _progress, ...rest } = logged.entry;
    const progress = progressOf(job);
    const failure = state === 'failed' || state === 'unconfirmed' ? job.failure : null;
    const entry: CommandEntry = {
      ...rest,
      state,
      ...(progress && { progress }),
      ...(!isOpen(state) && { endedAt: this.#clock.now() }),
      ...(failure && { failure: { code: failure.code, message: failure.message } })
    };
    const endedAt = isOpen(state) ? Infinity : this.#clock.monotonic();
    this.#commands.set(job.id, { ...logged, ...job, batch: logged.batch, entry, endedAt });
    if (wasOpen && !isOpen(state)) this.ended.count(state);
    if (wasOpen && logged.batch && !isOpen(state) && --logged.batch.open === 0) this.#endBatch(logged.batch);
    if (!isSame(entry, logged.entry)) this.#emitSoon(controller, job.id);
  }

  #add(controller: string, job: Job): LoggedCommand {
    const { id, device, prepared, isQuiet, screen, screenName } = job;
    const batch = this.#batches.get(keyOf(controller, job.batch)) ?? null;
    const entry: CommandEntry = {
      id,
      batch: batch?.batch.id ?? null,
      device,
      ...prepared.call,
      ...(isQuiet && { isQuiet }),
      state: 'queued',
      by: { id: screen, name: screenName },
      at: this.#clock.now()
    };
    const logged = { ...job, controller, entry, batch, endedAt: Infinity };
    this.#commands.set(id, logged);
    if (batch) {
      batch.entries.push(id);
      batch.open++;
    }
    if (this.#commands.size % MAX_ENDED_PER_SCREEN === 0) this.#forget();
    this.#emitSoon(controller, id);
    return logged;
  }

  /** Notes that a batch was undone. */
  undone(batch: LoggedBatch) {
    batch.isUndone = true;
    const [first] = batch.entries;
    if (first !== undefined) this.#emitSoon(batch.controller, first);
  }

  /** The command of an entry's id, if it is still listed. */
  command(entry: string): LoggedCommand | undefined {
    return this.#commands.get(entry);
  }

  /** All listed commands of a controller, oldest first. */
  commandsOf(controller: string): LoggedCommand[] {
    this.#forget();
    const now = this.#clock.monotonic();
    return [...this.#commands.values()].filter(
      (logged) => logged.controller === controller && !isOver(logged, now)
    );
  }

  /** All known batches of a controller, oldest first. */
  batchesOf(controller: string): LoggedBatch[] {
    this.#forget();
    return [...this.#batches.values()].filter((logged) => logged.controller === controller);
  }

  /** The commands of a batch, in the order of its frame. */
  commandsIn({ entries }: LoggedBatch): LoggedCommand[] {
    return entries.flatMap((id) => this.#commands.get(id) ?? []);
  }

  /** What listeners of homes receive of changed entries: the whole batch of each, or a single command. */
  eventsOf(entries: ReadonlySet<string>): CommandsEvent[] {
    const commands = [...entries].flatMap((id) => this.#commands.get(id) ?? []);
    return [...new Set(commands.map((command) => command.batch ?? command))].map((logged) => ({
      type: 'commands',
      controller: logged.controller,
      screen: logged.screen,
      ...('entries' in logged
        ? { batch: logged.batch, commands: this.commandsIn(logged).map(({ entry }) => entry) }
        : { batch: null, commands: [logged.entry] })
    }));
  }

  #endBatch(logged: LoggedBatch) {
    logged.endedAt = this.#clock.monotonic();
    logged.batch = { ...logged.batch, endedAt: this.#clock.now() };
  }

  #emitSoon(controller: string, entry: string) {
    const due = this.#due.get(controller) ?? new Set();
    if (due.size === 0)
      queueMicrotask(() => {
        this.#due.delete(controller);
        this.#changed.emit({ controller, entries: due });
      });
    this.#due.set(controller, due.add(entry));
  }

  /** Forgets what ended long ago, and the oldest of a screen with too many. */
  #forget() {
    const now = this.#clock.monotonic();
    const counts = new Map<string, number>();
    const isOfTooMany = (key: string, max: number) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > max;
    };
    for (const [key, { endedAt, screen, entries, takenAt }] of [...this.#batches].reverse()) {
      if (endedAt === Infinity) continue;
      const isTooMany = isOfTooMany(`batch ${screen}`, MAX_BATCHES_PER_SCREEN);
      if (!isTooMany && now - endedAt < ENDED_BATCH_TTL_MS) continue;
      this.#batches.delete(key);
      this.#forgottenAt.set(screen, Math.max(takenAt, this.#forgottenAt.get(screen) ?? takenAt));
      for (const id of entries) this.#commands.delete(id);
    }
    for (const [id, logged] of [...this.#commands].reverse()) {
      if (endOf(logged) === Infinity) continue;
      // A batch that can be undone keeps its noted values.
      const isUndoable = logged.batch !== null && isBulk(logged.batch);
      const isTooMany = isOfTooMany(`entry ${logged.screen}`, MAX_ENDED_PER_SCREEN);
      if (isTooMany || (!isUndoable && isOver(logged, now))) this.#commands.delete(id);
    }
  }
}

/** Whether a batch can be undone as one: it has several commands, or is a scene. */
export const isBulk = ({ batch, entries }: LoggedBatch): boolean =>
  entries.length > 1 || batch.scene !== undefined;

const keyOf = (controller: string, id: string) => `${controller} ${id}`;

/** When a command was last of interest. The commands of a batch stay together until all have ended. */
const endOf = ({ endedAt, batch }: LoggedCommand): number => batch?.endedAt ?? endedAt;

/** Whether an ended command is no longer listed. */
const isOver = (logged: LoggedCommand, now: number): boolean => now - endOf(logged) >= ENDED_ENTRY_TTL_MS;

function progressOf({ state, expectation }: Job): 'moving' | 'waiting' | undefined {
  if (state !== 'accepted') return undefined;
  return expectation?.kind === 'moving' ? 'moving' : expectation?.kind === 'waits' ? 'waiting' : undefined;
}
