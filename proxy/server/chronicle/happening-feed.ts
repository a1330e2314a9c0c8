import type { Clock } from '#shared/clock';
import { waitsForWakeUp, type CommandBatch, type CommandState } from '#shared/commands/command-entry';
import type { Happening } from '#shared/happenings';
import { weightOf } from '#shared/hazards';
import type { Device, Params } from '#shared/home';
import type { CommandLog } from '../commands/command-log';
import type {
  CommandsEvent,
  ControllerEvent,
  HomeListener,
  SeenEvent,
  TimerEvent,
  WatchedHomeEvent
} from '../home/live/home-listener';
import type { WatchedHome } from '../home/live/watched-home';
import type { Household } from '../household/household';
import { isEffect, wasSent } from './effect';
import { HappeningMemory, type RecordedHappening } from './happening-memory';
import { changedValues, significantValues } from './significant';

/** Changes of one device within this time are one happening, in ms: a lamp that is dimmed reports many values. */
const MERGE_MS = 10_000;
/** A shorter time without a connection to the controller is no gap, in ms. */
const MIN_GAP_MS = 60_000;
/** Maximum number of alarms that one row tells: it fits into a row of the record as it is. */
const MAX_SEEN_ALARMS = 30;

/** What is known of a device. */
interface KnownDevice {
  readonly room: number | null;
  /** Its significant values. */
  readonly values: Params;
  /** Its last change that no command caused. */
  readonly last?: UncommandedChange;
}

/** A change that no command caused: its key, when it was, its values, and the commands that were sent before it, with their states. */
interface UncommandedChange {
  readonly key: string;
  readonly at: number;
  readonly params: Params;
  readonly commands: ReadonlyMap<string, CommandState>;
}

/** What is known of one controller. */
interface ControllerChronicle {
  /** Since when anything is known of it, in ms since the epoch. */
  readonly since: number;
  readonly happenings: HappeningMemory;
  /** Devices as they were last, by id: those of the home that was read. */
  readonly devices: Map<number, KnownDevice>;
  /** Its home while it is online, else null. */
  online: WatchedHome | null;
  /** Since when it is not online, in ms since the epoch; null while it is. */
  lostAt: number | null;
}

/** Gets what is noted of a controller: the record. */
export interface HappeningSink {
  /** Its home is watched and online now, or is not any more. */
  noteWatched(isWatched: boolean): void;
  /** A device as it was found. */
  noteDevice(device: Device): void;
  /** A device that has changed, with its `significantValues`. `effects`: the names of those that a command has changed. */
  noteChange(device: Device, values: Params, effects: readonly string[]): void;
  /** Something that happened, or the same one of a key as it is now. */
  noteHappening(happened: RecordedHappening, key: string): void;
}

/** Notes what happens in all homes, from what watchers see, commands do, timers say, and people have seen. */
export class HappeningFeed implements HomeListener {
  readonly name = 'happenings';
  readonly #clock: Clock;
  readonly #log: Pick<CommandLog, 'commandsOf'>;
  readonly #sinkOf: (controller: string) => HappeningSink | undefined;
  readonly #byController = new Map<string, ControllerChronicle>();
  readonly #startedAt: number;
  #count = 0;

  constructor(
    { clock }: Pick<Household, 'clock'>,
    log: Pick<CommandLog, 'commandsOf'>,
    sinkOf: (controller: string) => HappeningSink | undefined = () => undefined
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#sinkOf = sinkOf;
    this.#startedAt = clock.now();
  }

  /** What happened at a controller. */
  of(controller: string): HappeningMemory {
    return this.#known(controller).happenings;
  }

  /** Since when it is known what happened at a controller, in ms since the epoch: since the start of the program, or since it was added. */
  sinceOf(controller: string): number {
    return this.#known(controller).since;
  }

  /** Tells the sink all that is known of a controller now. */
  replay(controller: string) {
    const { online } = this.#known(controller);
    const sink = this.#sinkOf(controller);
    sink?.noteWatched(online !== null);
    for (const device of online?.journal.home.devices ?? []) sink?.noteDevice(device);
  }

  receive(event: ControllerEvent) {
    if (event.type === 'commands') this.#commanded(event);
    else if (event.type === 'timer') this.#timer(event);
    else if (event.type === 'seen') this.#seen(event);
    else if (event.type !== 'cut') this.#happened(event.controller, event);
  }

  #happened(controller: string, event: WatchedHomeEvent) {
    const { home } = event;
    const known = this.#known(controller);
    const online = event.type !== 'unwatched' && home.status?.state === 'online' ? home : null;
    const isOther = online !== known.online;
    if (online && isOther) this.#watched(known);
    if (!online && isOther) known.lostAt = this.#clock.now();
    known.online = online;
    if (event.type === 'home') this.#rememberAll(known, home);
    if (event.type === 'unwatched') known.devices.clear();
    const changes = event.type === 'changes' ? event.changes : [];
    for (const id of new Set(changes.map(({ device }) => device))) this.#changed(controller, known, home, id);
    if (event.type === 'home' || isOther) this.replay(controller);
  }

  #commanded({ controller, screen, batch, commands }: CommandsEvent) {
    // Quiet commands say nothing of themselves.
    const loud = commands.filter(({ isQuiet }) => !isQuiet);
    const [first] = loud;
    if (!first) return;
    const { id, at } = batch ?? first;
    const { what, scope, scene, timer, undoes }: Partial<CommandBatch> = batch ?? {};
    this.#add(
      controller,
      {
        happening: {
          kind: 'commanded',
          at,
          id,
          by: first.by,
          ...(what && { what }),
          ...(scope && { scope }),
          ...(scene && { scene }),
          ...(timer && { timer }),
          ...(undoes && { undoes }),
          commands: loud.map(({ device, method, params, ...entry }) => ({
            device,
            method,
            params,
            state: entry.state,
            ...(waitsForWakeUp(entry) && { progress: 'waiting' })
          }))
        },
        rooms: this.#roomsOf(controller, loud),
        sender: screen
      },
      `commands ${id}`
    );
  }

  #timer({ controller, kind, timer, screen }: TimerEvent) {
    const { commands, room, at, missed } = timer;
    this.#add(controller, {
      happening: {
        kind: 'timer',
        at: this.#clock.now(),
        what: kind,
        room,
        due: Math.round(at),
        commands: commands.map(({ device, method, params }) => ({ device, method, params })),
        ...(kind === 'missed' && missed && { missed }),
        by: screen
      },
      rooms: this.#roomsOf(controller, commands),
      sender: screen.id
    });
  }

  #seen({ controller, screen, alarms }: SeenEvent) {
    const told = alarms
      .toSorted((one, other) => weightOf(one.kind) - weightOf(other.kind))
      .slice(0, MAX_SEEN_ALARMS);
    if (told.length === 0) return;
    const more = alarms.length - told.length;
    const happening: Happening = {
      kind: 'seen',
      at: this.#clock.now(),
      alarms: told.map(({ kind, device }) => ({ kind, device })),
      ...(more > 0 && { more }),
      by: { name: screen.name }
    };
    const rooms = new Map(told.flatMap(({ device, room }) => (device === null ? [] : [[device, room]])));
    this.#add(controller, { happening, rooms, sender: screen.id }, `seen ${this.#count++}`);
  }

  #changed(controller: string, known: ControllerChronicle, home: WatchedHome, id: number) {
    const device = home.journal.device(id);
    if (!device) return;
    const before = known.devices.get(id);
    const after = this.#remember(known, device);
    const changed = before ? changedValues(before.values, after.values) : [];
    if (!before || changed.length === 0) {
      this.#sinkOf(controller)?.noteChange(device, after.values, []);
      return;
    }
    const now = this.#clock.now();
    const { last } = before;
    const commands = this.#log.commandsOf(controller).filter((each) => each.device === id && wasSent(each));
    const isOwn = ([name]: (typeof changed)[number]) => {
      const change = { name, before: before.values, after: after.values, at: this.#clock.monotonic() };
      return !commands.some((each) => isEffect(each, change, last?.commands.get(each.id)));
    };
    const params = Object.fromEntries(changed.filter(isOwn));
    const effects = changed.filter(([name]) => !(name in params)).map(([name]) => name);
    this.#sinkOf(controller)?.noteChange(device, after.values, effects);
    if (Object.keys(params).length === 0) return;
    const isMore =
      last !== undefined &&
      Math.abs(now - last.at) < MERGE_MS &&
      isRamp(last.params, params) &&
      commands.every((each) => last.commands.has(each.id));
    const merged = isMore ? { ...last.params, ...params } : params;
    const key = isMore ? last.key : `change ${this.#count++}`;
    const states = new Map(commands.map((each) => [each.id, each.state]));
    known.devices.set(id, { ...after, last: { key, at: now, params: merged, commands: states } });
    const happening: Happening = { kind: 'changed', at: now, device: id, params: merged };
    known.happenings.add({ happening, rooms: new Map([[id, after.room]]) }, key);
  }

  /** Remembers a device as its home has it. */
  #remember(known: ControllerChronicle, device: Device): KnownDevice {
    const { id } = device;
    const remembered = { ...known.devices.get(id), room: device.room_id, values: significantValues(device) };
    known.devices.set(id, remembered);
    return remembered;
  }

  /** A home was read whole. What it has not any more is forgotten. */
  #rememberAll(known: ControllerChronicle, { journal }: WatchedHome) {
    for (const device of journal.home.devices) this.#remember(known, device);
    for (const id of known.devices.keys()) if (!journal.device(id)) known.devices.delete(id);
  }

  #watched(known: ControllerChronicle) {
    const { lostAt } = known;
    known.lostAt = null;
    const until = this.#clock.now();
    if (lostAt !== null && until - lostAt >= MIN_GAP_MS)
      known.happenings.add({ happening: { kind: 'gap', at: lostAt, until }, rooms: new Map() });
  }

  /** Adds commands, a timer or seen alarms, also to the record. */
  #add(controller: string, happened: RecordedHappening, key = `timer ${this.#count++}`) {
    this.#known(controller).happenings.add(happened, key);
    this.#sinkOf(controller)?.noteHappening(happened, key);
  }

  #roomsOf(controller: string, commands: readonly { readonly device: number }[]): Map<number, number | null> {
    const known = this.#known(controller);
    return new Map(commands.map(({ device }) => [device, known.devices.get(device)?.room ?? null]));
  }

  #known(controller: string): ControllerChronicle {
    const before = this.#byController.get(controller);
    if (before) return before;
    const now = this.#clock.now();
    // A home that was there at the start says so within the first minute, lost or not.
    const since = now - this.#startedAt < MIN_GAP_MS ? this.#startedAt : now;
    const known: ControllerChronicle = {
      since,
      happenings: new HappeningMemory(this.#clock),
      devices: new Map(),
      online: null,
      lostAt: since
    };
    this.#byController.set(controller, known);
    return known;
  }
}

/** Whether a change continues one before it: only levels come in many steps. */
const isRamp = (before: Params, after: Params) =>
  Object.hasOwn(before, 'Level') && Object.hasOwn(after, 'Level');
