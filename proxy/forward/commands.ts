import { fail, type Failure } from '#shared/errors';
import type { Clock } from '../clock';
import type { Answer } from '../controllers/answer';
import type { CallFailure } from '../controllers/failure';
import type { StopSignal } from '../controllers/request';
import { Pace } from './pace';

/** What a radio can carry: commands a second, to one device and to all of a controller's. */
const MOST_A_DEVICE = 5;
const MOST_A_CONTROLLER = 10;
/** More keys than this do not wait at once: the last would come seconds too late. */
const MOST_WAITING = 50;

/** A command on its way to a controller. */
export interface Order {
  readonly device: number;
  readonly method: string;
  /** The values that it sets: of two orders of one method for the same values, the newer wins. */
  readonly sets: readonly string[];
  /** Whether it goes at once, past all that wait, and puts an end to those of them that would set the same values. */
  readonly isUrgent: boolean;
  /** Its sender. When that goes away before the order has gone, it never goes. */
  readonly signal: StopSignal;
  readonly send: () => Promise<OrderResult>;
}

/** What became of an order. */
export type OrderResult =
  | { readonly ok: true; readonly value: Answer }
  | { readonly ok: false; readonly error: CallFailure | Failure };

interface Waiting {
  readonly order: Order;
  readonly settle: (result: OrderResult) => void;
}

/** All orders with one key: one in flight, one waiting. */
interface Lane {
  isBusy: boolean;
  waiting: Waiting | undefined;
}

/** The commands to one controller, of all its users: one in flight and one waiting a key, at a pace that a radio can carry. */
export class Commands {
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Lane>();
  readonly #pace = new Pace(MOST_A_CONTROLLER);
  readonly #devicePaces = new Map<number, Pace>();
  #cancelPump: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many wait. */
  get waiting() {
    return [...this.#lanes.values()].filter(({ waiting }) => waiting).length;
  }

  /** How many are under way. */
  get inFlight() {
    return [...this.#lanes.values()].filter(({ isBusy }) => isBusy).length;
  }

  /** Takes an order in; resolves with what became of it. Nothing is sent twice, and nothing kept for later. */
  submit(order: Order): Promise<OrderResult> {
    const key = keyOf(order);
    const lane = this.#lanes.get(key) ?? { isBusy: false, waiting: undefined };
    if (!lane.waiting && !order.isUrgent && this.waiting >= MOST_WAITING)
      return Promise.resolve(fail('too-many-commands', 'More commands wait than a radio can carry.'));
    return new Promise((resolve) => {
      this.#lanes.set(key, lane);
      lane.waiting?.settle(SUPERSEDED);
      if (order.isUrgent) this.#supersede(order);
      const drop = () => {
        if (lane.waiting?.order !== order) return;
        lane.waiting = undefined;
        settle(SUPERSEDED);
        this.#pump();
      };
      const settle = (result: OrderResult) => {
        order.signal.removeEventListener('abort', drop);
        resolve(result);
      };
      lane.waiting = { order, settle };
      order.signal.addEventListener('abort', drop);
      this.#pump();
    });
  }

  /** What waits to set the same values of the same device is not wanted any more: it would undo what was just ordered. */
  #supersede({ device, sets }: Order) {
    for (const lane of this.#lanes.values()) {
      const order = lane.waiting?.order;
      if (order?.device !== device || !order.sets.some((value) => sets.includes(value))) continue;
      lane.waiting?.settle(SUPERSEDED);
      lane.waiting = undefined;
    }
  }

  /** Sends whatever may go now, the longest waiting key first, and comes back when the next may. */
  #pump() {
    this.#cancelPump?.();
    this.#cancelPump = undefined;
    let soonest = Infinity;
    for (const [key, lane] of this.#lanes) {
      if (!lane.isBusy && !lane.waiting) this.#lanes.delete(key);
      if (lane.isBusy || !lane.waiting) continue;
      const wait = lane.waiting.order.isUrgent ? 0 : this.#waitFor(lane.waiting.order.device);
      if (wait === 0) void this.#send(lane, lane.waiting);
      else soonest = Math.min(soonest, wait);
    }
    if (soonest < Infinity) this.#cancelPump = this.#clock.after(soonest, () => this.#pump());
  }

  async #send(lane: Lane, { order, settle }: Waiting) {
    lane.isBusy = true;
    lane.waiting = undefined;
    const now = this.#clock.monotonic();
    this.#pace.count(now);
    this.#paceOf(order.device).count(now);
    settle(await order.send());
    lane.isBusy = false;
    this.#pump();
  }

  #waitFor(device: number): number {
    const now = this.#clock.monotonic();
    return Math.max(this.#pace.wait(now), this.#devicePaces.get(device)?.wait(now) ?? 0);
  }

  #paceOf(device: number): Pace {
    const now = this.#clock.monotonic();
    for (const [id, pace] of this.#devicePaces) if (pace.isIdle(now)) this.#devicePaces.delete(id);
    const pace = this.#devicePaces.get(device) ?? new Pace(MOST_A_DEVICE);
    this.#devicePaces.set(device, pace);
    return pace;
  }
}

const SUPERSEDED = fail('superseded', 'A newer command was sent in its place.');

const keyOf = ({ device, method, sets }: Order) => `${device} ${method} ${sets.join(' ')}`;
