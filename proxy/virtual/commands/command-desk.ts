import * as v from 'valibot';
import type { Device } from '#shared/home';
import { findCommand } from '#shared/interfaces/registry';
import type { Clock } from '#shared/clock';
import type { Effects } from '../dynamics/effects';
import { answer, refuse, type Reply } from '../http/reply';
import { isWithinLimits, withinLevels } from './limits';

/** A well-formed command that was received, accepted or not. */
export interface ReceivedCommand {
  readonly device: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Maximum number of received commands in the list. */
const MAX_RECEIVED = 10_000;

const bodySchema = v.object({
  method: v.string(),
  params: v.optional(v.record(v.string(), v.unknown()), {})
});

/**
 * Handles the commands of `POST /devices/:id/actions` [O]. Success means only that a command was accepted. Its effect follows
 * later as a change.
 */
export class CommandDesk {
  readonly #clock: Clock;
  readonly #effects: Effects;
  readonly #received: ReceivedCommand[] = [];
  readonly #radioMs: number;
  #radioFreeAt = -Infinity;

  /** @param radioMs how long the radio takes for each command, one after the other, in ms */
  constructor(clock: Clock, effects: Effects, radioMs = 0) {
    this.#clock = clock;
    this.#effects = effects;
    this.#radioMs = radioMs;
  }

  /** The received commands, oldest first. */
  get received(): readonly ReceivedCommand[] {
    return [...this.#received];
  }

  receive(device: Device, body: unknown): Reply {
    const parsed = v.safeParse(bodySchema, body);
    if (!parsed.success) return refuse('badBody');
    const { method, params } = parsed.output;
    this.#remember({ device: device.id, method, params, at: this.#clock.now() });
    const command = findCommand(device, method);
    if (command === undefined) return refuse('noSuchMethod', { method });
    const prepared = command.prepare(withinLevels(device, method, params));
    if (prepared === null) return refuse('badArguments', { method });
    if (!isWithinLimits(device, prepared.call)) return refuse('unsupportedValue', { method });
    this.#transmit(() => this.#effects.carryOut(device, prepared));
    return answer({ success: true });
  }

  /** Carries out a command after those before it. A fast radio takes no time. */
  #transmit(carryOut: () => void): void {
    if (this.#radioMs === 0) {
      carryOut();
      return;
    }
    const now = this.#clock.monotonic();
    this.#radioFreeAt = Math.max(this.#radioFreeAt, now) + this.#radioMs;
    this.#clock.after(this.#radioFreeAt - now, carryOut);
  }

  #remember(command: ReceivedCommand): void {
    this.#received.push(command);
    if (this.#received.length > MAX_RECEIVED) this.#received.shift();
  }
}
