import { every, wait } from '#shared/clock';
import { fail } from '#shared/errors';
import type { Drill } from '#shared/messages';
import type { Sent } from '../base/net/outgoing';
import { combineStops } from '../base/platform/combine-stops';
import { mayContinue, stands, type StoredAlarm } from '../home/alarms/stored-alarms';
import { MessageLimits } from './message-limits';
import type { AlarmMessage } from './message-text';
import { targetsOf, type MessagesHouse, type Target } from './targets';

/** Interval of the checks of what is to be told, in ms. */
const CHECK_INTERVAL_MS = 1_000;
/** A message is tried again after 1, 2, 4 … seconds, and at least this often, in ms. */
const MAX_RETRY_MS = 60_000;
/** A message is tried for this time, in ms. */
const MAX_TRIES_MS = 60 * 60_000;
/** A sensor whose alarm is over for so long is told as if for the first time, in ms. */
const LATELY_MS = 10 * 60_000;
/** A drill waits for its results for this time, in ms, and looks at this interval. */
const DRILL_TIMEOUT_MS = 10_000;
const DRILL_INTERVAL_MS = 100;
/** Interval of heartbeats, in ms. */
const HEARTBEAT_MS = 5 * 60_000;

interface Lane {
  isBusy: boolean;
  failures: number;
  /** No message before this time, in monotonic ms. */
  notBefore: number;
  /** What became of the last message: when, in ms since the epoch, and why it failed. */
  last?: { readonly at: number; readonly failure?: string };
}

/** A message that a target was not sent yet. */
interface PendingMessage {
  readonly alarm: StoredAlarm;
  readonly phase: 'begun' | 'over';
}

type DrillResult = Drill['results'][number];

/**
 * Tells alarms on all ways, each way by itself. What is to be told follows from the alarms and from what is noted as told, so nothing is
 * lost by a failure or a restart; a message whose answer was lost may come twice, with the same tag.
 */
export class Delivery {
  readonly #house: MessagesHouse;
  readonly #limits: MessageLimits;
  readonly #lanes = new Map<string, Lane>();
  #isStopped = false;

  constructor(house: MessagesHouse) {
    this.#house = house;
    this.#limits = new MessageLimits(house.clock);
  }

  /** Starts to tell, and to call watchdogs. Returns a function that stops it. */
  start(): () => void {
    const { alarms, messages, clock } = this.#house;
    const beat = () => messages.controllers.forEach((controller) => void this.beat(controller));
    beat();
    return combineStops(
      () => (this.#isStopped = true),
      alarms.onChange(({ controller }) => this.#check(controller)),
      every(clock, CHECK_INTERVAL_MS, () =>
        alarms.controllers.forEach((controller) => this.#check(controller))
      ),
      every(clock, HEARTBEAT_MS, beat)
    );
  }

  /** What became of the last message on a way or to a phone. */
  last(controller: string, key: string) {
    return this.#lanes.get(`${controller} ${key}`)?.last;
  }

  /** Calls the watchdog of a controller. Returns what became of it; undefined if there is none. */
  async beat(controller: string): Promise<Sent | undefined> {
    const { messages, senders } = this.#house;
    const { heartbeat } = messages.of(controller).ways;
    if (!heartbeat) return undefined;
    return this.#note(this.#lane(controller, 'heartbeat'), await senders.heartbeat(heartbeat.url));
  }

  /** Raises an alarm in which nobody is in danger, and returns what became of it on each way and screen. */
  async drill(controller: string): Promise<DrillResult[]> {
    const { alarms, screens, clock } = this.#house;
    const at = clock.now();
    const id = alarms.drill(controller);
    const beating = this.beat(controller);
    const targets = targetsOf(controller, this.#house);
    const isTold = (key: string) =>
      alarms.of(controller).find((alarm) => alarm.id === id)?.done[key] !== undefined;
    const isTried = ({ key }: Target) => isTold(key) || (this.last(controller, key)?.at ?? 0) >= at;
    const until = clock.monotonic() + DRILL_TIMEOUT_MS;
    while (!targets.every(isTried) && clock.monotonic() < until) await wait(clock, DRILL_INTERVAL_MS);

    const resultOf = (key: string, isOk: boolean, of: Pick<DrillResult, 'way' | 'screen'>): DrillResult => {
      const failure = isOk ? undefined : this.last(controller, key)?.failure;
      return { ...of, outcome: isOk ? 'told' : 'failed', ...(failure !== undefined && { failure }) };
    };
    const results = targets.map(({ key, way, screen }) =>
      resultOf(key, isTold(key), { way, ...(screen !== undefined && { screen }) })
    );
    const beat = await beating;
    if (beat) results.push(resultOf('heartbeat', beat.ok, { way: 'heartbeat' }));
    for (const { id: wall, name } of screens.list(controller)) {
      const plays = screens.soundOf(wall);
      if (plays !== undefined)
        results.push({ way: 'wall', screen: name, outcome: plays ? 'told' : 'silent' });
    }
    return results;
  }

  #check(controller: string) {
    for (const { key } of targetsOf(controller, this.#house)) void this.#run(controller, key);
  }

  /** Sends what a target is to be told, one after the other, until there is nothing left or one fails. */
  async #run(controller: string, key: string) {
    const lane = this.#lane(controller, key);
    if (lane.isBusy) return;
    lane.isBusy = true;
    while (await this.#sendNext(controller, key, lane)) continue;
    lane.isBusy = false;
  }

  /** Sends the most urgent message that may go now. Returns whether there may be another one to send now. */
  async #sendNext(controller: string, key: string, lane: Lane): Promise<boolean> {
    const { alarms, clock } = this.#house;
    if (this.#isStopped || clock.monotonic() < lane.notBefore) return false;
    if (this.#pending(controller, key).length === 0) return false;
    // What a restart finds must have the same tag.
    await alarms.saved();
    const target = this.#targetOf(controller, key);
    const pending = this.#pending(controller, key);
    if (!target || pending.length === 0) return false;
    const way = `${controller} ${key}`;
    const next = pending.find(({ alarm, phase }) =>
      this.#limits.allows(way, alarm.kind, () => phase === 'begun' && this.#isFirst(alarm, key))
    );
    if (!next) {
      const maySay = this.#limits.allowsWarning(way);
      if (maySay && (await this.#send(target, lane, manyOf(controller, clock.now()))))
        this.#limits.countWarning(way);
      return false;
    }
    const { alarm, phase } = next;
    if (!(await this.#send(target, lane, messageOf(alarm, phase)))) return false;
    this.#limits.count(way, alarm.kind);
    await alarms.noteDone(alarm, key, phase);
    return true;
  }

  #targetOf(controller: string, key: string): Target | undefined {
    return targetsOf(controller, this.#house).find((each) => each.key === key);
  }

  /** What a target is to be told, the most urgent first. */
  #pending(controller: string, key: string): PendingMessage[] {
    const target = this.#targetOf(controller, key);
    if (!target) return [];
    return this.#house.alarms.of(controller).flatMap((alarm) => {
      const phase = this.#phase(alarm, key);
      return phase && target.mayKnow?.(alarm) !== false ? [{ alarm, phase }] : [];
    });
  }

  /** Whether a target was told of no alarm of the same sensor that stands or was over lately. */
  #isFirst({ controller, kind, device }: StoredAlarm, key: string): boolean {
    const { alarms, clock } = this.#house;
    const now = clock.now();
    const wasTold = ({ over = now, ...other }: StoredAlarm) =>
      other.kind === kind &&
      other.device === device &&
      other.done[key] !== undefined &&
      Math.abs(now - over) < LATELY_MS;
    return !alarms.of(controller).some(wasTold);
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
    const sent = this.#note(lane, await target.send(this.#named(message)).catch(() => DEFECT));
    if (!sent.ok && sent.error.code === 'gone') target.end?.();
    const pauseMs = Math.min(MAX_RETRY_MS, 1_000 * 2 ** lane.failures);
    lane.notBefore = sent.ok ? -Infinity : this.#house.clock.monotonic() + pauseMs;
    lane.failures = sent.ok ? 0 : lane.failures + 1;
    return sent.ok;
  }

  /** A message with the name of its home, if the household has several. */
  #named(message: AlarmMessage): AlarmMessage {
    const homes = this.#house.known.list().filter(({ source }) => source === 'known');
    const home = homes.length > 1 && homes.find(({ id }) => id === message.controller);
    return home ? { ...message, home: home.name } : message;
  }

  #note(lane: Lane, sent: Sent): Sent {
    lane.last = { at: this.#house.clock.now(), ...(!sent.ok && { failure: sent.error.message }) };
    return sent;
  }

  #lane(controller: string, key: string): Lane {
    const name = `${controller} ${key}`;
    const lane = this.#lanes.get(name) ?? {
      isBusy: false,
      failures: 0,
      notBefore: -Infinity
    };
    this.#lanes.set(name, lane);
    return lane;
  }
}

/** A defect of a sender must not silence its way. */
const DEFECT = fail('not-delivered', 'a defect of Mantel');

const messageOf = (
  { id, controller, kind, roomName, at, over }: StoredAlarm,
  phase: 'begun' | 'over'
): AlarmMessage => ({
  tag: id,
  controller,
  kind,
  room: roomName,
  at,
  ...(phase === 'over' && over !== undefined && { over })
});

/** Says that there are too many messages. */
const manyOf = (controller: string, at: number): AlarmMessage => ({
  tag: `many-${controller}`,
  controller,
  kind: 'many',
  room: null,
  at
});
