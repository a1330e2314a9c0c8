import { every, wait } from '#shared/clock';
import { fail } from '#shared/errors';
import { weightOf } from '#shared/hazards';
import type { Drill } from '#shared/messages';
import { retryAfterOf, type Sent } from '../base/net/outgoing';
import { combineStops } from '../base/platform/combine-stops';
import type { StoredAlarm, StoredEpisode } from '../home/alarms/stored-alarms';
import { dueOf, type Due } from './due';
import { MessageLimits } from './message-limits';
import { messageOf } from './message-of';
import { hourAt, type AlarmMessage } from './message-text';
import { targetsOf, type MessagesHouse, type Target } from './targets';

/** Interval of the checks of what is to be told, in ms. */
const CHECK_INTERVAL_MS = 1_000;
/** A message is tried again after 1, 2, 4 … seconds, and at least this often, in ms. */
const MAX_RETRY_MS = 60_000;
/** The longest time that a server may ask to wait, in ms. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;
/** A drill waits for its results for this time, in ms: longer than the timeout of a request. It looks at this interval. */
const DRILL_TIMEOUT_MS = 12_000;
const DRILL_INTERVAL_MS = 100;
/** A message waits for this time for its alarm to be on the disk, in ms: one that hangs, or is busy with other homes, holds back none. */
const MAX_DISK_WAIT_MS = 1_000;
/** Interval of heartbeats, in ms. */
const HEARTBEAT_MS = 5 * 60_000;
/** How much is remembered that a lane has tried. */
const MAX_TRIED = 500;

interface Lane {
  isBusy: boolean;
  failures: number;
  /** No message before this time, in monotonic ms, but the first one of an episode, and of a new sensor in it. */
  notBefore: number;
  /** The address that the above is of: see `Target.to`. */
  to: string;
  /** What was tried, by `nameOf`, and why it failed at first. */
  readonly tried: Map<string, string | undefined>;
  /** What became of the last message: when, in ms since the epoch, and why it failed. */
  last?: { readonly at: number; readonly failure?: string };
}

/** What a target was not sent yet. */
type PendingMessage = Due & { readonly episode: StoredEpisode };

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

  /** Raises an alarm in which nobody is in danger, and returns what became of it on each way and screen: each is tried once. */
  async drill(controller: string): Promise<DrillResult[]> {
    const { alarms, screens, clock } = this.#house;
    const alarm = alarms.drill(controller);
    const id = alarm ? nameOf(alarm) : '';
    const beating = this.beat(controller);
    const targets = targetsOf(controller, this.#house);
    const triedOf = (key: string) => this.#lane(controller, key).tried;
    const until = clock.monotonic() + DRILL_TIMEOUT_MS;
    while (!targets.every(({ key }) => triedOf(key).has(id)) && clock.monotonic() < until)
      await wait(clock, DRILL_INTERVAL_MS);
    const results = targets.map(({ key, way, screen }): DrillResult => {
      const of = { way, ...(screen !== undefined && { screen }) };
      const tried = triedOf(key);
      if (!tried.has(id)) {
        tried.set(id, UNTRIED);
        return { ...of, outcome: 'untried' };
      }
      return { ...of, ...outcomeOf(tried.get(id)) };
    });
    const beat = await beating;
    if (beat) results.push({ way: 'heartbeat', ...outcomeOf(beat.ok ? undefined : beat.error.message) });
    for (const { id: wall, name } of screens.list(controller)) {
      const plays = screens.soundOf(wall);
      if (plays !== undefined)
        results.push({ way: 'wall', screen: name, outcome: plays ? 'told' : 'silent' });
    }
    return results;
  }

  #check(controller: string) {
    for (const target of targetsOf(controller, this.#house)) void this.#run(controller, target);
  }

  /** Sends what a target is to be told, one after the other, until there is nothing left or one fails. */
  async #run(controller: string, target: Target) {
    const lane = this.#lane(controller, target.key);
    if (lane.isBusy) return;
    lane.isBusy = true;
    try {
      while (await this.#sendNext(controller, target, lane)) continue;
    } finally {
      lane.isBusy = false;
    }
  }

  /** Sends the most urgent message that may go now. Returns whether there may be another one to send now. */
  async #sendNext(controller: string, known: Target, lane: Lane): Promise<boolean> {
    const { alarms } = this.#house;
    const { key } = known;
    if (this.#isStopped || this.#pending(controller, known, lane).length === 0) return false;
    // What a restart finds must have the same tag.
    await this.#onDisk(alarms.saved());
    // Its address or its rights may be other ones by now.
    const target = this.#targetOf(controller, key);
    const pending = target?.to === known.to ? this.#pending(controller, target, lane) : [];
    if (!target || pending.length === 0) return false;
    const way = `${controller} ${key}`;
    const next = pending.find((each) => this.#isAllowed(way, each));
    if (!next) return this.#warn(controller, target, lane);
    const [first] = next.fresh;
    if (!(await this.#send(target, lane, this.#messageOf(next, target), triedName(next)))) {
      // What is new is tried once, whatever pause a way is in.
      return this.#pending(controller, target, lane).length > 0;
    }
    if (first && isLimited(next)) this.#limits.count(way, first.kind);
    await this.#onDisk(alarms.noteTold(next.episode, key, next.told));
    return true;
  }

  /** Waits until something is on the disk, but not for long. */
  async #onDisk(saved: Promise<boolean>) {
    await Promise.race([saved, wait(this.#house.clock, MAX_DISK_WAIT_MS)]);
  }

  /** Whether a message may go now. What is told again has no limit of its own, nor has a drill. */
  #isAllowed(way: string, message: PendingMessage): boolean {
    const [first] = message.fresh;
    const isFirst = () => message.fresh.some(({ trip, first: begin }) => trip === begin);
    return !first || !isLimited(message) || this.#limits.allows(way, first.kind, isFirst);
  }

  /** Says that there are too many messages. */
  async #warn(controller: string, target: Target, lane: Lane): Promise<false> {
    const way = `${controller} ${target.key}`;
    const tag = `many-${controller}`;
    const message: AlarmMessage = {
      tag,
      controller,
      lines: [{ kind: 'many', room: null }],
      at: this.#house.clock.now(),
      forMs: 0,
      rings: true,
      alarms: []
    };
    if (this.#limits.allowsWarning(way) && (await this.#send(target, lane, message, tag)))
      this.#limits.countWarning(way);
    return false;
  }

  #targetOf(controller: string, key: string): Target | undefined {
    return targetsOf(controller, this.#house).find((each) => each.key === key);
  }

  /** What a target is to be told and may be tried now: first what begins, and the most urgent of it. */
  #pending(controller: string, target: Target, lane: Lane): PendingMessage[] {
    const { alarms, clock } = this.#house;
    if (lane.to !== target.to) {
      lane.to = target.to;
      lane.failures = 0;
      lane.notBefore = -Infinity;
      lane.tried.clear();
    }
    const hour = () => hourAt(clock.now(), target.timeZone);
    const moment = { now: alarms.now(), hour, isRepeated: target.isRepeated };
    const isPaused = clock.monotonic() < lane.notBefore;
    const byEpisode = new Map<string, StoredAlarm[]>();
    for (const alarm of alarms.of(controller))
      if (target.mayKnow?.(alarm) !== false)
        byEpisode.set(alarm.episode, [...(byEpisode.get(alarm.episode) ?? []), alarm]);
    return alarms
      .episodesOf(controller)
      .flatMap((episode) => {
        const mayGo = (due: PendingMessage) =>
          lane.tried.has(triedName(due)) ? !isPaused && !isOfDrill(due) : !isPaused || due.phase === 'begun';
        return dueOf(episode, byEpisode.get(episode.id) ?? [], target, moment)
          .map((due) => ({ ...due, episode }))
          .filter(mayGo);
      })
      .sort((one, other) => urgency(one) - urgency(other));
  }

  #messageOf(due: PendingMessage, target: Target): AlarmMessage {
    const { alarms, known } = this.#house;
    const { episode } = due;
    const message = messageOf(due, {
      episode,
      sees: target.sees,
      timeOf: (at) => alarms.timeOf(at),
      now: alarms.now()
    });
    const homes = known.list().filter(({ source }) => source === 'known');
    const home = homes.length > 1 && homes.find(({ id }) => id === episode.controller);
    return home ? { ...message, home: home.name } : message;
  }

  /** Sends one message. Returns whether it arrived. */
  async #send(target: Target, lane: Lane, message: AlarmMessage, name: string): Promise<boolean> {
    const sent = this.#note(lane, await target.send(message).catch(() => DEFECT));
    const failure = sent.ok ? undefined : sent.error.message;
    if (!lane.tried.has(name)) lane.tried.set(name, failure);
    const [oldest] = lane.tried.size > MAX_TRIED ? lane.tried.keys() : [];
    if (oldest !== undefined) lane.tried.delete(oldest);
    if (!sent.ok && sent.error.code === 'gone') target.end?.();
    const pauseMs = Math.max(
      Math.min(MAX_RETRY_MS, 1_000 * 2 ** lane.failures),
      Math.min(MAX_RETRY_AFTER_MS, sent.ok ? 0 : retryAfterOf(sent.error))
    );
    lane.notBefore = sent.ok ? -Infinity : this.#house.clock.monotonic() + pauseMs;
    lane.failures = sent.ok ? 0 : lane.failures + 1;
    return sent.ok;
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
      notBefore: -Infinity,
      to: '',
      tried: new Map<string, string | undefined>()
    };
    this.#lanes.set(name, lane);
    return lane;
  }
}

/** A defect of a sender must not silence its way. */
const DEFECT = fail('not-delivered', 'a defect of Mantel');

/** The name of an alarm's last trip. */
const nameOf = ({ episode, trip }: Pick<StoredAlarm, 'episode' | 'trip'>) => `${episode} ${trip}`;

/** The name of what a message tells: of the last sensor that is new in it, or of the episode. */
const triedName = ({ episode, fresh }: PendingMessage): string =>
  nameOf({ episode: episode.id, trip: Math.max(0, ...fresh.map(({ first }) => first)) });

/** Why a drill was not tried that is not tried any more. */
const UNTRIED = 'not tried in time';

const outcomeOf = (failure: string | undefined): Pick<DrillResult, 'outcome' | 'failure'> =>
  failure === undefined ? { outcome: 'told' } : { outcome: 'failed', failure };

/** Whether a message counts: what begins, but a drill. */
const isLimited = (due: Due): boolean => due.phase === 'begun' && !isOfDrill(due);

const isOfDrill = ({ alarms }: Due): boolean => alarms.some(({ kind }) => kind === 'drill');

/** What begins goes first, then what lasts; in each the most urgent kind. */
function urgency({ phase, alarms, fresh }: PendingMessage): number {
  const kinds = (fresh.length > 0 ? fresh : alarms).map(({ kind }) => weightOf(kind));
  const group = phase === 'begun' ? 0 : phase === 'again' ? 1 : 2;
  return group * 100 + Math.min(...kinds);
}
