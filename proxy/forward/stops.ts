import type { Clock } from '../platform/clock';
import type { Order, OrderResult } from './queued-command';
import { keyOf } from './queued-command';
import { Pace } from './rate-limit';
import { Turns, type Waiting } from '../live/fair-queue';

/** Stops a second to one controller, beside all other commands. */
const MAX_STOPS_A_SECOND = 10;

/** How a stop fails whose sender may not send it: another sender of the same one may. */
const OF_ITS_SENDER: readonly string[] = ['not-signed-in', 'limited-screen'];

/** A stop that waits or is under way, and everybody who asked for it. */
interface Stop extends Waiting {
  readonly order: Order;
  readonly result: Promise<OrderResult>;
  readonly settle: (result: OrderResult) => void;
}

/** Stops to one controller: they wait for no other command and are never refused. Who asks for one that is on its way shares its answer. */
export class Stops {
  readonly #clock: Clock;
  readonly #pace = new Pace(MAX_STOPS_A_SECOND);
  readonly #turns = new Turns<Stop>();
  readonly #underWay = new Map<string, Stop>();
  #cancelPump: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#turns.size;
  }

  /** How many are under way. */
  get inFlight(): number {
    return this.#underWay.size;
  }

  /** Takes a stop in; resolves with what became of it. */
  async submit(order: Order): Promise<OrderResult> {
    const key = keyOf(order);
    const same = this.#underWay.get(key) ?? this.#turns.find(key);
    if (!same) return this.#start(key, order).result;
    const result = await same.result;
    const isOfSender = !result.ok && OF_ITS_SENDER.includes(result.error.code);
    return isOfSender && same.screen !== order.screen ? this.submit(order) : result;
  }

  #start(key: string, order: Order): Stop {
    let settle: Stop['settle'] = () => undefined;
    const result = new Promise<OrderResult>((resolve) => (settle = resolve));
    const stop = { key, screen: order.screen, order, result, settle };
    this.#turns.add(stop);
    this.#pump();
    return stop;
  }

  #pump() {
    this.#cancelPump?.();
    this.#cancelPump = undefined;
    // Whose turn it is changes with each that is sent.
    for (let [next] = this.#turns; next; [next] = this.#turns) {
      const wait = this.#pace.wait(this.#clock.monotonic());
      if (wait > 0) {
        this.#cancelPump = this.#clock.after(wait, () => this.#pump());
        return;
      }
      void this.#send(next);
    }
  }

  async #send(stop: Stop) {
    this.#turns.take(stop);
    this.#underWay.set(stop.key, stop);
    this.#pace.count(this.#clock.monotonic());
    const result = await stop.order.send();
    this.#underWay.delete(stop.key);
    stop.settle(result);
  }
}
