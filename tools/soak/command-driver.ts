import type { Clock } from '#shared/clock';
import type { CommandEntry } from '#shared/commands/command-entry';
import type { CommandsMessage } from '#shared/commands/command-schema';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import { newBatchId } from '../../src/lib/state/commands/batch-id';
import type { ShownCommand } from '../../src/lib/state/commands/shown-command';
import type { ListedCommands, ShownCommandEvent } from '../../src/lib/state/commands/shown-command-events';
import { stepShownCommands } from '../../src/lib/state/commands/shown-command-machine';
import type { ClientFailure, ClientResult } from '../../src/lib/state/connection/failure';
import type { CommandList } from '../../src/lib/state/connection/proxy-routes';
import { Timer } from '../../src/lib/state/timer';

/** What a command driver needs from its screen. */
export interface CommandDriverDeps {
  readonly clock: Clock;
  /** The confirmed state of a device, without pending commands. */
  device(id: number): Device | undefined;
  /** Posts a batch of one command. */
  post(batch: string, device: number, call: CommandCall): Promise<ClientResult<unknown>>;
  /** Reads what the proxy knows of commands. */
  list(): Promise<ClientResult<CommandList>>;
}

/** The final outcome that a screen shows for a command. */
export type CommandOutcome =
  | { readonly result: 'confirmed' | 'replaced' | 'unconfirmed' }
  | { readonly result: 'failed'; readonly failure: ClientFailure | null };

/** Milliseconds between attempts to find a command whose answer was lost. */
const FIND_INTERVAL_MS = 2000;

/**
 * Sends commands of a screen and follows them in the page's own command state machine, until their final
 * outcome.
 */
export class CommandDriver {
  readonly #deps: CommandDriverDeps;
  readonly #commands = new Map<number, readonly ShownCommand[]>();
  readonly #listeners = new Map<string, (outcome: CommandOutcome) => void>();
  readonly #findAgain: Timer;
  #connection = 0;
  #instance: string | null = null;
  #partial: CommandsMessage | null = null;

  constructor(deps: CommandDriverDeps) {
    this.#deps = deps;
    this.#findAgain = new Timer(deps.clock);
  }

  /** Sends a command. Resolves with its outcome. */
  press(id: number, call: CommandCall): Promise<CommandOutcome> {
    const device = this.#deps.device(id);
    const prepared = device && findCommand(device, call.method)?.prepare(call.params);
    if (!prepared) throw new Error(`Device ${id} does not offer ${call.method}.`);
    const batch = newBatchId();
    const command = `${batch}.0`;
    return new Promise((resolve) => {
      this.#listeners.set(command, resolve);
      const expectation = prepared.expect(device);
      const sentTo = { instance: this.#instance, connection: this.#connection };
      this.#step(id, { type: 'send', id: command, prepared, expectation, sentTo, isHeld: false });
      void this.#post(batch, id, call);
    });
  }

  /** A connection was opened. */
  begin(): void {
    this.#connection += 1;
    this.#partial = null;
  }

  /** Handles a message of the proxy about commands. */
  receive(message: CommandsMessage): void {
    const before = message.isWhole ? null : this.#partial;
    const all = before
      ? {
          ...before,
          entries: [...before.entries, ...message.entries],
          ended: [...before.ended, ...message.ended]
        }
      : message;
    this.#partial = message.hasMore ? all : null;
    if (message.hasMore) return;
    if (all.isWhole) this.#instance = all.instance;
    if (!all.isWhole) for (const entry of all.entries) this.#step(entry.device, { type: 'reported', entry });
    else
      for (const device of this.#commands.keys())
        this.#step(device, { type: 'listed', list: this.#listOf(device, all.entries, all.ended) });
  }

  /** Stops all timers. */
  stop(): void {
    this.#findAgain.stop();
  }

  #step(device: number, event: ShownCommandEvent): void {
    const before = this.#commands.get(device) ?? [];
    if (before.length === 0 && event.type !== 'send') return;
    const { commands, effects } = stepShownCommands(before, event, this.#deps.clock.monotonic());
    this.#commands.set(device, commands);
    for (const command of before) this.#listen(command, commands, event);
    if (effects.some(({ type }) => type === 'find')) void this.#find();
  }

  /** Resolves the command if this step was its last. */
  #listen(command: ShownCommand, after: readonly ShownCommand[], event: ShownCommandEvent): void {
    const now = after.find(({ id }) => id === command.id);
    const outcome = now ? outcomeOf(now) : farewell(command, event);
    if (!outcome) return;
    this.#listeners.get(command.id)?.(outcome);
    this.#listeners.delete(command.id);
  }

  async #post(batch: string, device: number, call: CommandCall): Promise<void> {
    const id = `${batch}.0`;
    const answer = await this.#deps.post(batch, device, call);
    if (answer.ok) this.#step(device, { type: 'taken', id });
    else if (answer.error.code === 'outcome-unknown') this.#step(device, { type: 'lost', id });
    else this.#step(device, { type: 'refused', id, failure: answer.error });
  }

  async #find(): Promise<void> {
    const all = [...this.#commands.values()].flat();
    const lost = new Set(all.filter(({ stage }) => stage === 'lost').map(({ id }) => id));
    if (lost.size === 0) return;
    const result = await this.#deps.list();
    if (result.ok)
      for (const device of this.#commands.keys()) {
        const { entries, ended, instance } = result.value;
        const list = this.#listOf(device, entries, ended, instance);
        this.#step(device, { type: 'found', lost, list });
      }
    this.#findAgain.set(FIND_INTERVAL_MS, () => void this.#find());
  }

  #listOf(
    device: number,
    entries: readonly CommandEntry[],
    ended: readonly string[],
    instance = this.#instance
  ): ListedCommands {
    return {
      entries: entries.filter((entry) => entry.device === device),
      ended,
      sentTo: { instance, connection: this.#connection },
      params: this.#deps.device(device)?.params ?? {}
    };
  }
}

/** The outcome of a command that is no longer shown. */
function farewell({ id, isReplaced }: ShownCommand, event: ShownCommandEvent): CommandOutcome {
  const ended = event.type === 'reported' && event.entry.id === id ? event.entry.state : 'confirmed';
  return { result: isReplaced || ended !== 'confirmed' ? 'replaced' : 'confirmed' };
}

function outcomeOf({ stage, failure }: ShownCommand): CommandOutcome | null {
  if (stage === 'failed') return { result: 'failed', failure };
  return stage === 'unconfirmed' ? { result: 'unconfirmed' } : null;
}
