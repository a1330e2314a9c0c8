import { fail } from '#shared/errors';
import type { Clock } from '#shared/clock';
import { keyOf, type QueuedCommand, type CommandResult } from './queued-command';
import { RateLimit } from './rate-limit';
import { Stops } from './stops';
import { FairQueue, type QueueEntry } from '../live/fair-queue';

/** Rate limit of the radio: commands per second, to one device and to all devices of a controller. */
const MAX_PER_DEVICE = 5;
const MAX_PER_CONTROLLER = 10;

/** Maximum queue length: the last command is sent 20 s later. */
const MAX_WAITING = 200;

interface WaitingCommand extends QueueEntry {
  readonly command: QueuedCommand;
  readonly resolve: (result: CommandResult) => void;
}

const SUPERSEDED = fail('superseded', 'A newer command was sent in its place.');
const TOO_MANY = fail('too-many-commands', 'More commands wait than a radio can carry.');

/**
 * Queue of the commands to one controller, of all its users. It keeps the rate limit of the radio, has one command in flight and one
 * waiting per key, and is fair among the screens that wait.
 */
export class CommandQueue {
  readonly #clock: Clock;
  readonly #stops: Stops;
  readonly #queue = new FairQueue<WaitingCommand>();
  /** The keys that have a command in flight. */
  readonly #busy = new Set<string>();
  readonly #rateLimit = new RateLimit(MAX_PER_CONTROLLER);
  readonly #deviceLimits = new Map<number, RateLimit>();
  #cancelPump: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#stops = new Stops(clock);
  }

  /** Number of waiting commands. */
  get waiting() {
    return this.#queue.size + this.#stops.waiting;
  }

  /** Number of commands in flight. */
  get inFlight() {
    return this.#busy.size + this.#stops.inFlight;
  }

  /** Queues a command. Resolves with its result. Nothing is sent twice, and nothing is stored for later. */
  submit(command: QueuedCommand): Promise<CommandResult> {
    if (!command.isUrgent) return this.#wait(command);
    this.#supersede(command);
    return this.#stops.submit(command);
  }

  #wait(command: QueuedCommand): Promise<CommandResult> {
    return new Promise((resolve) => {
      const settle = (result: CommandResult) => {
        command.signal.removeEventListener('abort', drop);
        resolve(result);
      };
      const waiting = { key: keyOf(command), screen: command.screen, command, resolve: settle };
      const drop = () => {
        if (this.#queue.remove(waiting)) settle(SUPERSEDED);
      };
      const older = this.#queue.find(waiting.key);
      if (older && older.screen !== command.screen) this.#queue.remove(older);
      older?.resolve(SUPERSEDED);
      this.#queue.add(waiting);
      command.signal.addEventListener('abort', drop);
      this.#makeRoom();
      this.#pump();
    });
  }

  /** If the queue is full, drops the newest command of the screen that has most in it. */
  #makeRoom() {
    const newest = this.#queue.size > MAX_WAITING ? this.#queue.newestOfMost() : undefined;
    if (newest && this.#queue.remove(newest)) newest.resolve(TOO_MANY);
  }

  /** Drops waiting commands that set the same values of the same device: they would undo this one. */
  #supersede({ device, sets }: QueuedCommand) {
    for (const waiting of this.#queue) {
      const { command } = waiting;
      if (command.device !== device || !command.sets.some((value) => sets.includes(value))) continue;
      this.#queue.remove(waiting);
      waiting.resolve(SUPERSEDED);
    }
  }

  /** Sends every command that may go now, and schedules itself for the next one. */
  #pump() {
    this.#cancelPump?.();
    this.#cancelPump = undefined;
    for (let next = this.#next(); next; next = this.#next()) void this.#send(next);
    const free = [...this.#queue].filter(({ key }) => !this.#busy.has(key));
    if (free.length === 0) return;
    const soonest = Math.min(...free.map(({ command }) => this.#delayFor(command.device)));
    this.#cancelPump = this.#clock.after(soonest, () => this.#pump());
  }

  /** The next command that may go now. */
  #next(): WaitingCommand | undefined {
    if (this.#rateLimit.delay(this.#clock.monotonic()) > 0) return undefined;
    for (const waiting of this.#queue)
      if (!this.#busy.has(waiting.key) && this.#delayFor(waiting.command.device) === 0) return waiting;
    return undefined;
  }

  async #send(waiting: WaitingCommand) {
    const { key, command, resolve } = waiting;
    this.#queue.take(waiting);
    this.#busy.add(key);
    const now = this.#clock.monotonic();
    this.#rateLimit.record(now);
    this.#limitOf(command.device).record(now);
    resolve(await command.send());
    this.#busy.delete(key);
    this.#pump();
  }

  #delayFor(device: number): number {
    const now = this.#clock.monotonic();
    return Math.max(this.#rateLimit.delay(now), this.#deviceLimits.get(device)?.delay(now) ?? 0);
  }

  #limitOf(device: number): RateLimit {
    const now = this.#clock.monotonic();
    for (const [id, limit] of this.#deviceLimits) if (limit.isIdle(now)) this.#deviceLimits.delete(id);
    const limit = this.#deviceLimits.get(device) ?? new RateLimit(MAX_PER_DEVICE);
    this.#deviceLimits.set(device, limit);
    return limit;
  }
}
