import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import type { Clock } from '#shared/clock';
import type { CommandEntry } from '../../src/lib/state/commands/command-entry';
import type { CommandEffect, CommandEvent } from '../../src/lib/state/commands/command-events';
import { nextTick, stepCommands } from '../../src/lib/state/commands/command-machine';
import type { ClientFailure, ClientResult } from '../../src/lib/state/connection/failure';
import { Timer } from '../../src/lib/state/timer';

/** What a command driver needs from its screen. */
export interface CommandDriverDeps {
  readonly clock: Clock;
  /** The confirmed state of a device, without pending commands. */
  device(id: number): Device | undefined;
  post(device: number, call: CommandCall): Promise<ClientResult<unknown>>;
  /** Reads a device from the controller. */
  read(device: number): Promise<ClientResult<Device>>;
  /** Applies a device that was read back. */
  learn(device: Device): void;
}

/** The final outcome that a screen shows for a command. */
export type CommandOutcome =
  | { readonly result: 'confirmed' | 'replaced' | 'unconfirmed' }
  | { readonly result: 'failed'; readonly failure: ClientFailure | null };

/**
 * Sends commands of a screen and follows them in the page's own command state machine, until their final
 * outcome.
 */
export class CommandDriver {
  readonly #deps: CommandDriverDeps;
  readonly #timer: Timer;
  readonly #entries = new Map<number, readonly CommandEntry[]>();
  readonly #listeners = new Map<number, (outcome: CommandOutcome) => void>();
  #lastId = 0;

  constructor(deps: CommandDriverDeps) {
    this.#deps = deps;
    this.#timer = new Timer(deps.clock);
  }

  /** Sends a command. Resolves with its outcome. */
  press(id: number, call: CommandCall): Promise<CommandOutcome> {
    const device = this.#deps.device(id);
    const prepared = device && findCommand(device, call.method)?.prepare(call.params);
    if (!prepared) throw new Error(`Device ${id} does not offer ${call.method}.`);
    const command = ++this.#lastId;
    return new Promise((resolve) => {
      this.#listeners.set(command, resolve);
      const expectation = prepared.expect(device);
      this.#step(id, { type: 'send', id: command, prepared, expectation, isHeld: false });
    });
  }

  /** Applies a change of a device. */
  follow({ id, params: before }: Device): void {
    this.#step(id, { type: 'changed', before });
  }

  /** Stops all timers. */
  stop(): void {
    this.#timer.stop();
  }

  #step(device: number, event: CommandEvent): void {
    const before = this.#entries.get(device) ?? [];
    if (before.length === 0 && event.type !== 'send') return;
    const moment = { at: this.#deps.clock.monotonic(), params: this.#deps.device(device)?.params ?? {} };
    const { entries, effects } = stepCommands(before, event, moment);
    this.#entries.set(device, entries);
    for (const entry of before) this.#resolveEnded(entry, entries, event);
    this.#plan();
    for (const effect of effects) void this.#carryOut(device, effect);
  }

  /** Resolves the command if this step was its last. */
  #resolveEnded(entry: CommandEntry, after: readonly CommandEntry[], event: CommandEvent): void {
    const now = after.find(({ id }) => id === entry.id);
    const outcome = now ? outcomeOf(now) : this.#finalOutcome(entry, event);
    if (!outcome) return;
    this.#listeners.get(entry.id)?.(outcome);
    this.#listeners.delete(entry.id);
  }

  /** The outcome of a command that was removed from the list. */
  #finalOutcome({ id, isReplaced }: CommandEntry, event: CommandEvent): CommandOutcome {
    const isOvertaken = isReplaced || (event.type === 'refused' && event.id === id);
    return { result: isOvertaken ? 'replaced' : 'confirmed' };
  }

  #plan(): void {
    const next = Math.min(...Array.from(this.#entries.values(), nextTick));
    if (next === Infinity) this.#timer.stop();
    else
      this.#timer.set(Math.max(0, next - this.#deps.clock.monotonic()), () => {
        for (const device of this.#entries.keys()) this.#step(device, { type: 'tick' });
      });
  }

  async #carryOut(device: number, { type, id }: CommandEffect): Promise<void> {
    if (type === 'read') {
      const read = await this.#deps.read(device);
      if (read.ok) this.#deps.learn(read.value);
      this.#step(device, { type: 'read', id, params: read.ok ? read.value.params : null });
      return;
    }
    const call = this.#entries.get(device)?.find((entry) => entry.id === id)?.prepared.call;
    const answer = call && (await this.#deps.post(device, call));
    if (answer?.ok) this.#step(device, { type: 'accepted', id });
    else if (answer) this.#step(device, { type: 'refused', id, failure: answer.error });
  }
}

function outcomeOf({ stage, failure }: CommandEntry): CommandOutcome | null {
  if (stage === 'failed') return { result: 'failed', failure };
  return stage === 'unconfirmed' ? { result: 'unconfirmed' } : null;
}
