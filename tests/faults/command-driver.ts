import type { Clock } from '#shared/clock';
import type { CommandsMessage, FrameAnswer } from '#shared/commands/command-schema';
import { fail, succeed } from '#shared/errors';
import type { CommandCall } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import type { ShownCommand } from '../../src/lib/state/commands/shown-command';
import {
  stepShownCommands,
  type ShownCommandEvent
} from '../../src/lib/state/commands/shown-command-machine';
import { batchIdOf, newBatchId } from '../../src/lib/state/connection/batch-id';
import type { ProxyMemory } from '../../src/lib/state/connection/command-feed';
import type { ClientFailure, ClientResult } from '../../src/lib/state/proxy/failure';
import type { Screen } from '../../tools/support/screen';

/** The final outcome that a screen shows for a command. */
export type CommandOutcome =
  | { readonly result: 'confirmed' | 'replaced' | 'unconfirmed' }
  | { readonly result: 'failed'; readonly failure: ClientFailure | null };

/** A whole list of commands, whose parts have all arrived. */
type WholeList = Pick<CommandsMessage, 'entries'> & { readonly memory: ProxyMemory };

/**
 * Sends commands of a screen and follows them in the page's own command state machine, until their final
 * outcome.
 */
export class CommandDriver {
  readonly #screen: Screen;
  readonly #clock: Clock;
  readonly #onAnswer: (device: number, answer: ClientResult<unknown>) => void;
  readonly #commands = new Map<number, readonly ShownCommand[]>();
  readonly #listeners = new Map<string, (outcome: CommandOutcome) => void>();
  #instance: string | null = null;
  #partial: WholeList | null = null;

  /** @param onAnswer receives the proxy's answer to each command */
  constructor(screen: Screen, clock: Clock, onAnswer: (id: number, answer: ClientResult<unknown>) => void) {
    this.#screen = screen;
    this.#clock = clock;
    this.#onAnswer = onAnswer;
  }

  /** Follows what the proxy says. Returns a function that stops it. */
  start(): () => void {
    const stops = [
      this.#screen.connected.subscribe(() => (this.#partial = null)),
      this.#screen.commands.subscribe((message) => this.#receive(message)),
      this.#screen.answers.subscribe((answer) => this.#answered(answer))
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Sends a command. Resolves with its outcome. */
  press(id: number, call: CommandCall): Promise<CommandOutcome> {
    const device = this.#screen.device(id);
    const prepared = device && findCommand(device, call.method)?.prepare(call.params);
    if (!prepared) throw new Error(`Device ${id} does not offer ${call.method}.`);
    const batch = newBatchId();
    const at = this.#screen.send({ type: 'commands', id: batch, commands: [{ device: id, ...call }] });
    if (at === null) {
      const { error: failure } = fail('offline', 'the link is not live');
      this.#onAnswer(id, { ok: false, error: failure });
      return Promise.resolve({ result: 'failed', failure });
    }
    const sending = { instance: this.#instance, connection: this.#screen.connections, at };
    return new Promise((resolve) => {
      this.#listeners.set(`${batch}.0`, resolve);
      this.#step(id, {
        type: 'send',
        id: `${batch}.0`,
        prepared,
        expectation: prepared.expect(device),
        sending
      });
    });
  }

  #receive({ isWhole, hasMore, entries, instance, remembered, since }: CommandsMessage): void {
    if (!isWhole && !this.#partial) {
      for (const entry of entries) this.#step(entry.device, { type: 'reported', entry });
      return;
    }
    const list: WholeList = isWhole
      ? { entries, memory: { instance, remembered, since } }
      : {
          entries: [...(this.#partial?.entries ?? []), ...entries],
          memory: this.#partial?.memory ?? { instance, remembered, since }
        };
    this.#partial = hasMore ? list : null;
    if (!hasMore) this.#settle(list);
  }

  #settle({ entries, memory }: WholeList): void {
    this.#instance = memory.instance;
    for (const [device, commands] of this.#commands) {
      const ofDevice = entries.filter((entry) => entry.device === device);
      const list = { entries: ofDevice, memory, connection: this.#screen.connections };
      this.#step(device, { type: 'listed', list });
      if (commands.length > 0)
        this.#step(device, { type: 'read', params: this.#screen.device(device)?.params ?? null });
    }
  }

  #answered(answer: FrameAnswer): void {
    for (const [device, commands] of this.#commands)
      for (const { id } of commands)
        if (batchIdOf(id) === answer.id) {
          const failure = answer.type === 'taken' ? null : answer.error;
          this.#onAnswer(device, failure ? { ok: false, error: failure } : succeed(null));
          this.#step(device, { type: 'answered', id, failure });
        }
  }

  #step(device: number, event: ShownCommandEvent): void {
    const before = this.#commands.get(device) ?? [];
    if (before.length === 0 && event.type !== 'send') return;
    const commands = stepShownCommands(before, event, this.#clock.monotonic());
    this.#commands.set(device, commands);
    for (const command of before) this.#listen(command, commands, event);
  }

  /** Resolves the command if this step was its last. */
  #listen(command: ShownCommand, after: readonly ShownCommand[], event: ShownCommandEvent): void {
    const now = after.find(({ id }) => id === command.id);
    const outcome = now ? outcomeOf(now) : farewell(command, event);
    if (!outcome) return;
    this.#listeners.get(command.id)?.(outcome);
    this.#listeners.delete(command.id);
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
