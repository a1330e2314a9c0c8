import { every, type Clock } from '#shared/clock';
import { SlidingWindow } from '../base/platform/sliding-window';
import type { Alarms } from '../home/alarms/alarms';
import { mayContinue, stands, type StoredAlarm } from '../home/alarms/stored-alarms';
import type { AlarmMessage } from './message-text';
import type { Sent } from './senders';
import { targetsOf, type Target, type TargetHouse } from './targets';

/** Interval of the checks of what is to be told, in ms. */
const CHECK_INTERVAL_MS = 1_000;
/** A message is tried again after 1, 2, 4 … seconds, and at least this often, in ms. */
const MAX_RETRY_MS = 60_000;
/** A message is tried for this time, in ms. */
const MAX_TRIES_MS = 60 * 60_000;
/** Maximum number of messages on one way in an hour. One more says so. */
const MAX_MESSAGES = 20;
const HOUR_MS = 60 * 60_000;

/** What became of the last message on a way: when, in ms since the epoch, and why it failed. */
export interface LastSent {
  readonly at: number;
  readonly failure?: string;
}

interface Lane {
  isBusy: boolean;
  failures: number;
  /** No message before this time, in monotonic ms. */
  notBefore: number;
  /** Whether it was said that there are too many. */
  saidMany: boolean;
  last?: LastSent;
}

/** What the delivery depends on. */
export interface DeliveryHouse extends TargetHouse {
  readonly clock: Clock;
  readonly alarms: Alarms;
}

/**
 * Tells alarms on all ways, each way by itself. What is to be told follows from the alarms and from what is noted as told, so nothing is
 * lost by a failure or a restart; a message whose answer was lost may come twice, with the same tag.
 */
export class Delivery {
  readonly #house: DeliveryHouse;
  readonly #sent: SlidingWindow;
  readonly #lanes = new Map<string, Lane>();
  #isStopped = false;

  constructor(house: DeliveryHouse) {
    this.#house = house;
    this.#sent = new SlidingWindow(house.clock, { max: MAX_MESSAGES, windowMs: HOUR_MS });
  }

  /** Starts to tell. Returns a function that stops it. */
  start(): () => void {
    const { alarms, messages, clock } = this.#house;
    const check = ({ controller }: { readonly controller: string }) => this.#check(controller);
    const stops = [
      alarms.onChange(check),
      messages.onChange(check),
      every(clock, CHECK_INTERVAL_MS, () => {
        for (const controller of alarms.controllers) this.#check(controller);
      })
    ];
    return () => {
      this.#isStopped = true;
      for (const stop of stops) stop();
    };
  }

  /** What became of the last message on a way or to a phone. */
  last(controller: string, key: string): LastSent | undefined {
    return this.#lanes.get(`${controller} ${key}`)?.last;
  }

  /** Notes what became of a heartbeat. */
  note(controller: string, key: string, sent: Sent) {
    this.#lane(controller, key).last = lastOf(sent, this.#house.clock.now());
  }

  #check(controller: string) {
    for (const { key } of targetsOf(controller, this.#house)) void this.#run(controller, key);
  }

  /** Sends what a target is to be told, one after the other, until there is nothing left or one fails. */
  async #run(controller: string, key: string) {
    const lane = this.#lane(controller, key);
    if (lane.isBusy) return;
    lane.isBusy = true;
    try {
      while (await this.#sendNext(controller, key, lane)) continue;
    } finally {
      lane.isBusy = false;
    }
  }

  /** Sends the most urgent message. Returns whether there may be another one to send now. */
  async #sendNext(controller: string, key: string, lane: Lane): Promise<boolean> {
    const { alarms, clock } = this.#house;
    if (this.#isStopped || clock.monotonic() < lane.notBefore) return false;
    const isDue = (alarm: StoredAlarm) => this.#phase(alarm, key) !== undefined;
    const find = () => targetsOf(controller, this.#house).find((target) => target.key === key);
    if (!alarms.of(controller).some((alarm) => isDue(alarm) && find()?.mayKnow(alarm))) return false;
    // What a restart finds must have the same tag.
    await alarms.saved();
    const target = find();
    const due = alarms.of(controller).find((alarm) => isDue(alarm) && target?.mayKnow(alarm));
    const phase = due && this.#phase(due, key);
    if (!target || !due || !phase) return true;
    const name = `${controller} ${key}`;
    if (this.#sent.delay(name) > 0) {
      if (!lane.saidMany) lane.saidMany = await this.#send(target, lane, manyOf(controller, clock.now()));
      return false;
    }
    if (!(await this.#send(target, lane, messageOf(due, phase)))) return false;
    lane.saidMany = false;
    this.#sent.add(name);
    await alarms.noteDone(due, key, phase);
    return true;
  }

  /** What a target is to be told of an alarm: that it began, while nobody has seen it, or that it is over; undefined for nothing. */
  #phase(alarm: StoredAlarm, key: string): 'begun' | 'over' | undefined {
    const now = this.#house.clock.now();
    const done = alarm.done[key];
    const since = alarm.over ?? alarm.noted;
    if (mayContinue(alarm, now) || Math.abs(now - since) > MAX_TRIES_MS) return undefined;
    // Who was told nothing of what somebody has seen needs not be told that it is over.
    if (alarm.isSeen && done === undefined) return undefined;
    const phase = stands(alarm) ? 'begun' : 'over';
    return done === phase || done === 'over' ? undefined : phase;
  }

  /** Sends one message. Returns whether it arrived. */
  async #send(target: Target, lane: Lane, message: AlarmMessage): Promise<boolean> {
    const { clock } = this.#house;
    const sent = await target.send(message);
    lane.last = lastOf(sent, clock.now());
    if (sent.outcome === 'gone') target.end();
    if (sent.outcome === 'told') {
      lane.failures = 0;
      return true;
    }
    lane.notBefore = clock.monotonic() + Math.min(MAX_RETRY_MS, 1_000 * 2 ** lane.failures);
    lane.failures += 1;
    return false;
  }

  #lane(controller: string, key: string): Lane {
    const name = `${controller} ${key}`;
    const lane = this.#lanes.get(name) ?? {
      isBusy: false,
      failures: 0,
      notBefore: -Infinity,
      saidMany: false
    };
    this.#lanes.set(name, lane);
    return lane;
  }
}

const messageOf = ({ id, kind, roomName, at, over }: StoredAlarm, phase: 'begun' | 'over'): AlarmMessage => ({
  ...{ tag: id, kind, room: roomName, at },
  ...(phase === 'over' && over !== undefined && { over })
});

/** What became of a message. `at`: ms since the epoch. */
export const lastOf = (sent: Sent, at: number): LastSent => ({
  at,
  ...(sent.outcome === 'failed' && { failure: sent.failure })
});

/** Says that there are too many messages. */
const manyOf = (controller: string, at: number): AlarmMessage => ({
  ...{ tag: `many.${controller}`, kind: 'many', room: null, at }
});
