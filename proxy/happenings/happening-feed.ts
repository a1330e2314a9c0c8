import type { Clock } from '#shared/clock';
import { isOpen } from '#shared/commands/command-entry';
import { isTripped } from '#shared/hazards';
import type { Device, Params } from '#shared/home';
import type { CommandLog, CommandNews, LoggedCommand } from '../commands/command-log';
import type { WatchedHome } from '../live/watched-home';
import type { TimerNews } from '../timers/timer-list';
import type { Timers } from '../timers/timers';
import { DayMemory, type Happenings } from './day-memory';
import { changedValues, significantValues } from './significant';

/** A change this long after a command of its device is its effect, in ms. */
const EFFECT_MS = 10_000;
/** Changes of one device within this time are one happening, in ms: a lamp that is dimmed reports many values. */
const MERGE_MS = 10_000;
/** A shorter time without a watcher is no gap, in ms. */
const MIN_GAP_MS = 60_000;

/** Where commands and timers are heard of. */
interface HappeningSources {
  readonly log: Pick<CommandLog, 'command' | 'commandsIn' | 'commandsOf' | 'onChange'>;
  readonly timers: Pick<Timers, 'onNews'>;
}

/** What is known of a device. */
interface KnownDevice {
  readonly room: number | null;
  /** Its significant values. */
  readonly values: Params;
  /** Its last change: its key, when it was, and its values. */
  readonly last?: { readonly key: string; readonly at: number; readonly params: Params };
}

/** What is known of one controller. */
interface Known {
  readonly happenings: Happenings;
  /** Devices as they were last, by id: those of the homes that were read. */
  readonly devices: Map<number, KnownDevice>;
  /** Homes whose controller answers. */
  readonly online: Set<WatchedHome>;
  /** Since when nobody watches, in ms since the epoch; null while somebody does. */
  lostAt: number | null;
}

/** Notes what happens in all homes, from what watchers see, commands do, and timers say. */
export class HappeningFeed {
  readonly #clock: Clock;
  #log: HappeningSources['log'] | undefined;
  readonly #byController = new Map<string, Known>();
  readonly #startedAt: number;
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** Notes commands and timers from now on. Returns a function that stops it. */
  start({ log, timers }: HappeningSources): () => void {
    this.#log = log;
    const unsubscribes = [
      log.onChange((news) => this.#commanded(news, log)),
      timers.onNews((news) => this.#timer(news))
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }

  /** Since when anything is known, in ms since the epoch. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** What happened at a controller. */
  of(controller: string): Happenings {
    return this.#known(controller).happenings;
  }

  /** Follows a home while it is watched. Returns a function to call when its watcher stops. */
  follow(controller: string, home: WatchedHome): () => void {
    const known = this.#known(controller);
    const look = () => {
      if (home.status?.state === 'online') this.#watched(known, home);
      else this.#lost(known, home);
    };
    const unsubscribe = home.subscribe((event) => {
      look();
      if (event.type === 'home') this.#rememberAll(known, home);
      if (event.type !== 'changes') return;
      for (const id of new Set(event.changes.map(({ device }) => device))) {
        const device = home.journal.device(id);
        if (device) this.#changed(controller, known, device);
      }
    });
    look();
    return () => {
      unsubscribe();
      this.#lost(known, home);
      if (known.online.size === 0) known.devices.clear();
    };
  }

  #commanded({ controller, entries }: CommandNews, log: HappeningSources['log']) {
    const commands = [...entries].flatMap((id) => log.command(id) ?? []);
    const batches = new Set(commands.flatMap(({ batch }) => batch ?? []));
    for (const batch of batches) {
      const { id, what, scope, scene, timer, at } = batch.batch;
      const labels = {
        ...(what && { what }),
        ...(scope && { scope }),
        ...(scene && { scene }),
        ...(timer && { timer })
      };
      this.#addCommands(controller, id, at, log.commandsIn(batch), labels);
    }
    for (const command of commands)
      if (!command.batch) this.#addCommands(controller, command.entry.id, command.entry.at, [command], {});
  }

  #timer({ kind, timer, by = timer }: TimerNews) {
    const { controller, commands, room, at, missed } = timer;
    const { screen, screenName, user } = by;
    this.#known(controller).happenings.add({
      happening: {
        ...{ kind: 'timer', at: this.#clock.now(), what: kind, room, due: Math.round(at) },
        commands: commands.map(({ device, method, params }) => ({ device, method, params })),
        ...(kind === 'missed' && missed && { missed }),
        by: { id: screen, name: screenName }
      },
      rooms: this.#roomsOf(
        controller,
        commands.map(({ device }) => device)
      ),
      sender: { screen, user }
    });
  }

  #addCommands(
    controller: string,
    id: string,
    at: number,
    commands: readonly LoggedCommand[],
    labels: { what?: string; scope?: string; scene?: string; timer?: string }
  ) {
    // Quiet commands say nothing of themselves.
    const loud = commands.filter(({ entry }) => !entry.isQuiet);
    const [first] = loud;
    if (!first) return;
    this.#known(controller).happenings.add(
      {
        happening: {
          ...{ kind: 'commanded', at, id, ...labels, by: first.entry.by },
          commands: loud.map(({ entry: { device, method, params, state } }) => ({
            ...{ device, method, params: { ...params }, state }
          }))
        },
        rooms: this.#roomsOf(
          controller,
          loud.map(({ device }) => device)
        ),
        sender: { screen: first.screen, user: first.user }
      },
      `commands ${id}`
    );
  }

  #changed(controller: string, known: Known, device: Device) {
    const before = known.devices.get(device.id);
    const { room, values } = this.#remember(known, device);
    // Several users' watchers see the same change.
    const params = before && changedValues(before.values, values);
    if (!params || Object.keys(params).length === 0) return;
    // That a sensor trips is never the effect of a command, such as one that acknowledges an alarm.
    const trips = Object.hasOwn(params, 'Tripped') && isTripped(device);
    if (!trips && this.#isCommanded(controller, device.id)) return;
    const now = this.#clock.now();
    const { last } = before;
    const isMore = last !== undefined && Math.abs(now - last.at) < MERGE_MS && isRamp(last.params, params);
    const merged = isMore ? { ...last.params, ...params } : params;
    const key = isMore ? last.key : `change ${this.#count++}`;
    known.devices.set(device.id, { room, values, last: { key, at: now, params: merged } });
    known.happenings.add(
      {
        happening: { kind: 'changed', at: now, device: device.id, params: merged },
        rooms: new Map([[device.id, room]])
      },
      key
    );
  }

  /** Whether a command of this device is under way, or ended just now. */
  #isCommanded(controller: string, device: number): boolean {
    const now = this.#clock.monotonic();
    const commands = this.#log?.commandsOf(controller) ?? [];
    return commands.some(
      (each) => each.device === device && (isOpen(each.state) || now - each.endedAt < EFFECT_MS)
    );
  }

  #remember(known: Known, device: Device): KnownDevice {
    const remembered = {
      ...known.devices.get(device.id),
      ...{ room: device.room_id, values: significantValues(device) }
    };
    known.devices.set(device.id, remembered);
    return remembered;
  }

  /** A home was read whole. What no home has any more is forgotten. */
  #rememberAll(known: Known, home: WatchedHome) {
    for (const device of home.journal.home.devices) this.#remember(known, device);
    const homes = [home, ...known.online];
    for (const id of known.devices.keys())
      if (!homes.some(({ journal }) => journal.has(id))) known.devices.delete(id);
  }

  #watched(known: Known, home: WatchedHome) {
    known.online.add(home);
    const { lostAt } = known;
    known.lostAt = null;
    const until = this.#clock.now();
    if (lostAt !== null && until - lostAt >= MIN_GAP_MS)
      known.happenings.add({ happening: { kind: 'gap', at: lostAt, until }, rooms: new Map() });
  }

  #lost(known: Known, home: WatchedHome) {
    const wasWatched = known.online.delete(home);
    if (wasWatched && known.online.size === 0) known.lostAt = this.#clock.now();
  }

  #roomsOf(controller: string, devices: readonly number[]): Map<number, number | null> {
    const known = this.#known(controller);
    return new Map(devices.map((id) => [id, known.devices.get(id)?.room ?? null]));
  }

  #known(controller: string): Known {
    const known = this.#byController.get(controller) ?? {
      ...{ happenings: new DayMemory(this.#clock), devices: new Map<number, KnownDevice>() },
      ...{ online: new Set<WatchedHome>(), lostAt: this.#startedAt }
    };
    this.#byController.set(controller, known);
    return known;
  }
}

/** Whether a change continues one before it: only levels come in many steps. */
const isRamp = (before: Params, after: Params) =>
  Object.hasOwn(before, 'Level') && Object.hasOwn(after, 'Level');
