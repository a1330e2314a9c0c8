import type { Clock } from '#shared/clock';
import type { QueuedCommand, CommandResult } from './queued-command';
import { keyOf } from './queued-command';
import { RateLimit } from './rate-limit';
import { FairQueue, type QueueEntry } from '../live/fair-queue';

/** Stop commands per second to one controller, beside all other commands. */
const MAX_STOPS_PER_SECOND = 10;

/** Errors that concern only the sender of a stop: another sender of the same stop may succeed. */
const OF_ITS_SENDER: readonly string[] = ['not-signed-in', 'limited-screen'];

/** A stop command that waits or is in flight, shared by everybody who sent it. */
interface Stop extends QueueEntry {
  readonly command: QueuedCommand;
  readonly result: Promise<CommandResult>;
  readonly resolve: (result: CommandResult) => void;
}

/** Stop commands to one controller. They wait for no other command and are never refused. A second sender of a stop in flight shares its answer. */
export class Stops {
  readonly #clock: Clock;
  readonly #rateLimit = new RateLimit(MAX_STOPS_PER_SECOND);
  readonly #queue = new FairQueue<Stop>();
  readonly #underWay = new Map<string, Stop>();
  #cancelPump: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of waiting stops. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Number of stops in flight. */
  get inFlight(): number {
    return this.#underWay.size;
  }

  /** Sends a stop in its turn. Resolves with its result. */
  async submit(command: QueuedCommand): Promise<CommandResult> {
    const key = keyOf(command);
    const same = this.#underWay.get(key) ?? this.#queue.find(key);
    if (!same) return this.#start(key, command).result;
    const result = await same.result;
    const isOfSender = !result.ok && OF_ITS_SENDER.includes(result.error.code);
    return isOfSender && same.screen !== command.screen ? this.submit(command) : result;
  }

  #start(key: string, command: QueuedCommand): Stop {
    let resolve: Stop['resolve'] = () => undefined;
    const result = new Promise<CommandResult>((settle) => (resolve = settle));
    const stop = { key, screen: command.screen, command, result, resolve };
    this.#queue.add(stop);
    this.#pump();
    return stop;
  }

  #pump() {
    this.#cancelPump?.();
    this.#cancelPump = undefined;
    // The order changes with each stop that is sent.
    for (let [next] = this.#queue; next; [next] = this.#queue) {
      const delay = this.#rateLimit.delay(this.#clock.monotonic());
      if (delay > 0) {
        this.#cancelPump = this.#clock.after(delay, () => this.#pump());
        return;
      }
      void this.#send(next);
    }
  }

  async #send(stop: Stop) {
    this.#queue.take(stop);
    this.#underWay.set(stop.key, stop);
    this.#rateLimit.record(this.#clock.monotonic());
    const result = await stop.command.send();
    this.#underWay.delete(stop.key);
    stop.resolve(result);
  }
}
