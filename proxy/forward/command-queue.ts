import { fail } from '#shared/errors';
import type { Clock } from '../platform/clock';
import { keyOf, type Order, type OrderResult } from './queued-command';
import { Pace } from './rate-limit';
import { Stops } from './stops';
import { Turns, type Waiting } from '../live/fair-queue';

/** What a radio can carry: commands a second, to one device and to all of a controller's. */
const MAX_A_DEVICE = 5;
const MAX_A_CONTROLLER = 10;

/** No more wait at once: the last of them goes 20 s later. */
const MAX_WAITING = 200;

interface WaitingOrder extends Waiting {
  readonly order: Order;
  readonly settle: (result: OrderResult) => void;
}

const SUPERSEDED = fail('superseded', 'A newer command was sent in its place.');
const TOO_MANY = fail('too-many-commands', 'More commands wait than a radio can carry.');

/**
 * The commands to one controller, of all its users: at a pace that a radio can carry, one in flight and one waiting a key, and in turns
 * among the screens that wait.
 */
export class Commands {
  readonly #clock: Clock;
  readonly #stops: Stops;
  readonly #turns = new Turns<WaitingOrder>();
  /** The keys of which one is under way. */
  readonly #busy = new Set<string>();
  readonly #pace = new Pace(MAX_A_CONTROLLER);
  readonly #devicePaces = new Map<number, Pace>();
  #cancelPump: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#stops = new Stops(clock);
  }

  /** How many wait. */
  get waiting() {
    return this.#turns.size + this.#stops.waiting;
  }

  /** How many are under way. */
  get inFlight() {
    return this.#busy.size + this.#stops.inFlight;
  }

  /** Takes an order in; resolves with what became of it. Nothing is sent twice, and nothing kept for later. */
  submit(order: Order): Promise<OrderResult> {
    if (!order.isUrgent) return this.#wait(order);
    this.#supersede(order);
    return this.#stops.submit(order);
  }

  #wait(order: Order): Promise<OrderResult> {
    return new Promise((resolve) => {
      const settle = (result: OrderResult) => {
        order.signal.removeEventListener('abort', drop);
        resolve(result);
      };
      const waiting = { key: keyOf(order), screen: order.screen, order, settle };
      const drop = () => {
        if (this.#turns.remove(waiting)) settle(SUPERSEDED);
      };
      const older = this.#turns.find(waiting.key);
      if (older && older.screen !== order.screen) this.#turns.remove(older);
      older?.settle(SUPERSEDED);
      this.#turns.add(waiting);
      order.signal.addEventListener('abort', drop);
      this.#makeRoom();
      this.#pump();
    });
  }

  /** Where all places are taken, the newest order of the screen that holds most of them goes. */
  #makeRoom() {
    const newest = this.#turns.size > MAX_WAITING ? this.#turns.newestOfMost() : undefined;
    if (newest && this.#turns.remove(newest)) newest.settle(TOO_MANY);
  }

  /** What waits to set the same values of the same device is not wanted any more: it would undo what was just ordered. */
  #supersede({ device, sets }: Order) {
    for (const waiting of this.#turns) {
      const { order } = waiting;
      if (order.device !== device || !order.sets.some((value) => sets.includes(value))) continue;
      this.#turns.remove(waiting);
      waiting.settle(SUPERSEDED);
    }
  }

  /** Sends whatever may go now, in turns, and comes back when the next may. */
  #pump() {
    this.#cancelPump?.();
    this.#cancelPump = undefined;
    for (let next = this.#next(); next; next = this.#next()) void this.#send(next);
    const free = [...this.#turns].filter(({ key }) => !this.#busy.has(key));
    if (free.length === 0) return;
    const soonest = Math.min(...free.map(({ order }) => this.#waitFor(order.device)));
    this.#cancelPump = this.#clock.after(soonest, () => this.#pump());
  }

  /** The next that may go now. */
  #next(): WaitingOrder | undefined {
    if (this.#pace.wait(this.#clock.monotonic()) > 0) return undefined;
    for (const waiting of this.#turns)
      if (!this.#busy.has(waiting.key) && this.#waitFor(waiting.order.device) === 0) return waiting;
    return undefined;
  }

  async #send(waiting: WaitingOrder) {
    const { key, order, settle } = waiting;
    this.#turns.take(waiting);
    this.#busy.add(key);
    const now = this.#clock.monotonic();
    this.#pace.count(now);
    this.#paceOf(order.device).count(now);
    settle(await order.send());
    this.#busy.delete(key);
    this.#pump();
  }

  #waitFor(device: number): number {
    const now = this.#clock.monotonic();
    return Math.max(this.#pace.wait(now), this.#devicePaces.get(device)?.wait(now) ?? 0);
  }

  #paceOf(device: number): Pace {
    const now = this.#clock.monotonic();
    for (const [id, pace] of this.#devicePaces) if (pace.isIdle(now)) this.#devicePaces.delete(id);
    const pace = this.#devicePaces.get(device) ?? new Pace(MAX_A_DEVICE);
    this.#devicePaces.set(device, pace);
    return pace;
  }
}
