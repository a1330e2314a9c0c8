import { MAX_ALARMS, type Alarm } from '#shared/alarms';
import { every, type Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { isTripped, reportedHazardOf, weightOf } from '#shared/hazards';
import { reportedFaultOf } from '#shared/node-faults';
import { trippedSince } from '#shared/reported-time';
import type { Boot } from '../../base/platform/boot';
import type { StoredFile } from '../../base/store/sealed-file';
import type { Layouts } from '../layouts/layouts';
import type { ControllerEvent, HomeListener } from '../live/home-listener';
import type { ListChange, LiveList } from '../live/lists';
import type { CommandViewer } from '../live/viewer';
import { encode, type WatchedHome } from '../live/watched-home';
import { keyOf, withBegun, withSeen, type AlarmsOfController } from './alarm-changes';
import { placeOf, roomNameOf, type DeviceOfHome } from './alarm-places';
import { Guards, isArmed, isDisarmed } from './guards';
import { resumedAlarms } from './resumed-alarms';
import { oneOfEachDanger, shownAlarm } from './shown-alarms';
import {
  isSeen,
  isShown,
  keepOf,
  MAX_OF_CONTROLLER,
  stands,
  type StoredAlarm,
  type StoredAlarms,
  type StoredEpisode,
  type Told
} from './stored-alarms';

/** Changes within this time are one message and one write, in ms: a controller may report thousands. */
const MESSAGE_DELAY_MS = 200;
/** A controller that is not reached for this time is told, in ms. */
const BLIND_MS = 5 * 60_000;
/** A drill lasts for this time, in ms. */
const DRILL_MS = 60_000;
/** Interval of the checks of these times, in ms. */
const CHECK_INTERVAL_MS = 5_000;
/** An alarm that began, and for how long it had stood by then, in ms: Infinity if that is not known. */
interface Begun {
  readonly alarm: StoredAlarm;
  readonly lateMs: number;
}

/** Alarms that somebody has seen, at a screen that sees their devices. */
export interface SeenAlarms {
  readonly screen: CommandViewer['screen'];
  readonly alarms: readonly StoredAlarm[];
}

/** An alarm that begins, unless it stands or continues. `begun`: when, in ms since the boot, if that is known. */
type Begin = Pick<StoredAlarm, 'kind' | 'device'> & { readonly begun?: number };

const NOTHING: AlarmsOfController = { alarms: [], episodes: [] };

/** What alarms depend on. */
interface AlarmDeps {
  readonly clock: Clock;
  readonly boot: Boot;
  readonly layouts: Pick<Layouts, 'get'>;
  readonly file: StoredFile<StoredAlarms>;
}

/**
 * The alarms of all controllers, as their homes report them: one for each sensor, and their episodes. One that flaps is one alarm. They are
 * stored, so that a restart forgets neither what nobody has seen nor what was told of it. Times are ms since the boot.
 */
export class Alarms implements HomeListener, LiveList {
  readonly name = 'alarms';
  readonly #deps: AlarmDeps;
  readonly #byController = new Map<string, AlarmsOfController>();
  readonly #guards = new Guards((controller) => this.#hasChanged(controller));
  /** The watched homes, by controller. */
  readonly #homes = new Map<string, WatchedHome>();
  /** Since when controllers are not reached. */
  readonly #losses = new Map<string, number>();
  readonly #pending = new Set<string>();
  readonly #forgotten = new Set<string>();
  /** Whether the alarms differ from what was given to the file. */
  #isStale = false;
  readonly #changed = new Emitter<ListChange>();
  /** Calls back soon after alarms of a controller have changed. */
  readonly onChange = this.#changed.subscribe;
  readonly #began = new Emitter<Begun>();
  /** Calls back with each alarm that begins. */
  readonly onBegan = this.#began.subscribe;
  readonly #wasSeen = new Emitter<SeenAlarms>();
  /** Calls back when somebody has seen alarms. */
  readonly onSeen = this.#wasSeen.subscribe;

  constructor(deps: AlarmDeps) {
    this.#deps = deps;
  }

  /** Reads the stored alarms. Must be awaited once, before any other call. */
  async load() {
    const { file, boot, clock } = this.#deps;
    const { alarms, episodes, guarded } = resumedAlarms(await file.read(), boot, clock);
    this.#guards.load(guarded);
    for (const controller of new Set(alarms.map((alarm) => alarm.controller))) {
      const isOfIt = (each: Pick<StoredAlarm, 'controller'>) => each.controller === controller;
      this.#set(controller, { alarms: alarms.filter(isOfIt), episodes: episodes.filter(isOfIt) });
    }
  }

  /** Starts to watch the times of alarms. Returns a function that stops it. */
  start(): () => void {
    return every(this.#deps.clock, CHECK_INTERVAL_MS, () => this.#check());
  }

  /** Milliseconds since the boot. */
  now(): number {
    return this.#deps.boot.now();
  }

  /** The wall clock's time of a moment in ms since the boot, in ms since the epoch: for words only. */
  timeOf(at: number): number {
    return this.#deps.clock.now() - (this.now() - at);
  }

  /** The alarms of a controller: those that stand first, then the most urgent. */
  of(controller: string): readonly StoredAlarm[] {
    return this.#known(controller).alarms;
  }

  /** The episodes of a controller, each with at least one alarm. */
  episodesOf(controller: string): readonly StoredEpisode[] {
    return this.#known(controller).episodes;
  }

  /** Ids of the controllers that have alarms. */
  get controllers(): string[] {
    return [...this.#byController.keys()];
  }

  /** The home of a controller while it is watched. */
  homeOf(controller: string): WatchedHome | undefined {
    return this.#homes.get(controller);
  }

  /** Resolves once all alarms are on the disk, or with false if that failed. */
  saved(): Promise<boolean> {
    const { file, boot, clock } = this.#deps;
    if (this.#isStale) {
      const all = [...this.#byController.values()];
      file.write({
        seen: { boot: boot.id, at: boot.now(), clock: clock.now() },
        alarms: all.flatMap(({ alarms }) => alarms),
        episodes: all.flatMap(({ episodes }) => episodes),
        guarded: this.#guards.stored()
      });
    }
    this.#isStale = false;
    return file.flush();
  }

  receive(event: ControllerEvent) {
    if (!('home' in event) || this.#forgotten.has(event.controller)) return;
    const { controller, home } = event;
    if (event.type === 'unwatched') this.#homes.delete(controller);
    else this.#homes.set(controller, home);
    this.#watchReach(controller);
    const changed = event.type === 'changes' ? event.changes : [];
    if (changed.length > 0) this.#evaluate(controller, idsOf(changed));
    // A home that is back may have missed an end.
    if (event.type !== 'home' && event.type !== 'status') return;
    const { devices } = home.journal.home;
    const reporting = devices.filter((device) => isTripped(device) || isArmed(device)).map(({ id }) => id);
    const guarded = devices.length === 0 ? [] : this.#guards.of(controller);
    this.#evaluate(controller, [...reporting, ...guarded, ...idsOf(this.of(controller))], 'found');
  }

  whole(viewer: CommandViewer): readonly Buffer[] {
    const now = this.now();
    const standing = this.of(viewer.screen.controller).filter(stands);
    const alarms = oneOfEachDanger(standing.flatMap((alarm) => this.#shownTo(viewer, alarm, now) ?? []));
    const unguarded = standing.flatMap(({ kind, device }) =>
      kind === 'unguarded' && device !== null && viewer.device(device) ? [device] : []
    );
    return [encode({ type: 'alarms', alarms: alarms.slice(0, MAX_ALARMS), unguarded })];
  }

  /**
   * Notes that somebody at a screen has seen alarms, by their ids. Resolves with whether that is on the disk.
   * @param reach for those whose devices the screen sees: it alone is silent for the others
   */
  seen(
    { screen, device: find }: CommandViewer,
    ids: readonly string[],
    reach: 'all' | 'told',
    isQuiet?: true
  ): Promise<boolean> {
    const { controller } = screen;
    const known = this.#known(controller);
    const maySee = (alarm: StoredAlarm) =>
      alarm.device === null || find(alarm.device) !== undefined || screen.rights.rooms === null;
    const at = this.now();
    const { alarms, noted } = withSeen(known.alarms, ids, maySee, { at, screen, reach, isQuiet });
    // Who says it again and again writes nothing.
    if (alarms.every((alarm, index) => alarm === known.alarms[index])) return this.saved();
    this.#set(controller, { ...known, alarms });
    if (noted.length > 0) this.#wasSeen.emit({ screen, alarms: noted });
    // An armed one lasts until it is seen.
    this.#evaluate(controller, idsOf(noted), 'found');
    return this.saved();
  }

  /** Notes what a way or a phone was told of an episode. Resolves once that is on the disk, or with false if it failed. */
  noteTold({ controller, id }: StoredEpisode, key: string, told: Told): Promise<boolean> {
    const known = this.#known(controller);
    const edit = (each: StoredEpisode) =>
      each.id === id ? { ...each, told: { ...each.told, [key]: told } } : each;
    this.#set(controller, { ...known, episodes: known.episodes.map(edit) });
    return this.saved();
  }

  /** Begins a drill, in place of one that stands. Returns it. */
  drill(controller: string): StoredAlarm | undefined {
    this.#endThose(controller, ({ kind }) => kind === 'drill');
    this.#begin(controller, [{ kind: 'drill', device: null }]);
    return this.of(controller).find((alarm) => alarm.kind === 'drill' && stands(alarm));
  }

  /** Notes the doors and windows that are left open, by their ids, with when they were opened in ms since the epoch. */
  noteLeftOpen(controller: string, open: ReadonlyMap<number, number>) {
    this.#endThose(controller, ({ kind, device }) => kind === 'left-open' && !open.has(device ?? -1));
    const off = this.timeOf(0);
    const begins = [...open].map(([device, at]) => ({ kind: 'left-open', device, begun: at - off }) as const);
    this.#begin(controller, begins);
  }

  /**
   * Forgets a removed controller, and does not follow its home any more: its watcher runs a little longer. Resolves with whether nothing of
   * it is on the disk.
   */
  forget(controller: string): Promise<boolean> {
    this.#guards.forget(controller);
    this.#set(controller, NOTHING);
    this.#forgotten.add(controller);
    this.#homes.delete(controller);
    this.#losses.delete(controller);
    return this.saved();
  }

  #known(controller: string): AlarmsOfController {
    return this.#byController.get(controller) ?? NOTHING;
  }

  /** A device of a watched home. */
  #deviceOf(controller: string, id: number | null): DeviceOfHome | undefined {
    const home = this.#homes.get(controller);
    const device = home?.journal.device(id ?? -1);
    return home && device && { controller, home, device };
  }

  /**
   * Begins, continues and ends the alarms of devices, by what their home reports. One that a home which was read does not have is gone.
   * @param how `found`: nobody saw when they tripped
   */
  #evaluate(controller: string, ids: readonly (number | null)[], how: 'seen' | 'found' = 'seen') {
    const reports = new Map<number, { readonly kind?: StoredAlarm['kind']; readonly isDisarmed: boolean }>();
    const isRead = this.#homes.get(controller)?.journal.isRead === true;
    for (const id of new Set(ids)) {
      if (id === null || !isRead) continue;
      const { device } = this.#deviceOf(controller, id) ?? {};
      const guard = device && this.#guards.take(controller, device);
      const kind = device && (reportedFaultOf(device) ?? reportedHazardOf(device) ?? guard);
      reports.set(id, { ...(kind && { kind }), isDisarmed: device !== undefined && isDisarmed(device) });
    }
    this.#endThose(controller, (alarm) => {
      const report = reports.get(alarm.device ?? -1);
      if (!report || alarm.kind === 'left-open' || report.kind === alarm.kind) return false;
      return alarm.kind !== 'armed' || report.isDisarmed || isSeen(alarm);
    });
    const begins = [...reports].flatMap(([device, { kind }]) => (kind ? { kind, device } : []));
    this.#begin(controller, begins, how);
  }

  /** Begins alarms, the most urgent ones if they are too many, or continues those of the same devices that flap. */
  #begin(controller: string, begins: readonly Begin[], how: 'seen' | 'found' = 'seen') {
    if (begins.length === 0) return;
    const now = this.now();
    const before = this.#known(controller);
    let after = before;
    const late = new Map<string, number>();
    const urgent = begins.toSorted((one, other) => weightOf(one.kind) - weightOf(other.kind));
    for (const { kind, device, begun: known } of urgent.slice(0, MAX_OF_CONTROLLER)) {
      const of = this.#deviceOf(controller, device);
      const begun = known ?? (of && this.#begunAt(of));
      const begin = { controller, kind, device, ...placeOf(of, kind, this.#deps.layouts) };
      after = withBegun(after, begin, { begun: begun ?? now, now });
      late.set(keyOf(begin), begun === undefined ? (how === 'seen' ? 0 : Infinity) : now - begun);
    }
    if (after === before) return;
    this.#set(controller, after);
    // What has no place among them does not begin.
    const old = new Set(before.alarms.map(({ id }) => id));
    for (const alarm of this.of(controller))
      if (!old.has(alarm.id) && alarm.trip === alarm.first)
        this.#began.emit({ alarm, lateMs: late.get(keyOf(alarm)) ?? Infinity });
  }

  #endThose(controller: string, isMeant: (alarm: StoredAlarm) => boolean) {
    const over = this.now();
    this.#edit(controller, (alarm) => (stands(alarm) && isMeant(alarm) ? { ...alarm, over } : alarm));
  }

  /** Notes since when a watched home is not online. */
  #watchReach(controller: string) {
    const state = this.#homes.get(controller)?.status?.state;
    if (state === 'online') this.#endThose(controller, ({ kind }) => kind === 'blind');
    if (state === 'online' || state === undefined) this.#losses.delete(controller);
    else this.#losses.set(controller, this.#losses.get(controller) ?? this.now());
  }

  #check() {
    const now = this.now();
    for (const [controller, since] of this.#losses)
      if (now - since >= BLIND_MS) this.#begin(controller, [{ kind: 'blind', device: null, begun: since }]);
    const isOld = ({ kind, noted }: StoredAlarm) => kind === 'drill' && now - noted >= DRILL_MS;
    for (const controller of this.controllers) this.#endThose(controller, isOld);
  }

  /** When a device's alarm began; undefined if its controller does not say. A controller's clock may be a little ahead. */
  #begunAt({ device, home }: DeviceOfHome): number | undefined {
    const { clockOffsetMs = 0 } = home.status ?? {};
    const at = trippedSince(device, { clockOffsetMs }, this.#deps.clock.now());
    return at === undefined ? undefined : Math.min(this.now(), at - this.timeOf(0));
  }

  /** An alarm as a screen may know it: whole where it sees the device, else a hazard's word, room and time. */
  #shownTo({ screen, device: find }: CommandViewer, alarm: StoredAlarm, now: number): Alarm | undefined {
    const { kind, device, roomName: room } = alarm;
    if (!isShown(kind)) return undefined;
    const seesIt = device === null || find(device) !== undefined;
    const shown = shownAlarm({ ...alarm, kind }, { screen: screen.id, seesIt }, now);
    if (device !== null && seesIt) return { ...shown, device, room };
    // Its device was removed: somebody must see it all the same.
    if (device === null || screen.rights.rooms === null) return { ...shown, room };
    const hidden = this.#deviceOf(screen.controller, device);
    if (!hidden || kind === 'armed') return undefined;
    return { ...shown, room: roomNameOf(hidden, this.#deps.layouts) };
  }

  #edit(controller: string, edit: (alarm: StoredAlarm) => StoredAlarm) {
    const known = this.#known(controller);
    const alarms = known.alarms.map(edit);
    if (alarms.some((alarm, at) => alarm !== known.alarms[at])) this.#set(controller, { ...known, alarms });
  }

  /** Replaces what is known of a controller, as far as it is remembered. */
  #set(controller: string, { alarms, episodes }: AlarmsOfController) {
    if (this.#forgotten.has(controller)) return;
    const kept = keepOf(alarms, this.now());
    const used = new Set(kept.map(({ episode }) => episode));
    const known = { alarms: kept, episodes: episodes.filter(({ id }) => used.has(id)) };
    if (kept.length > 0) this.#byController.set(controller, known);
    else this.#byController.delete(controller);
    this.#hasChanged(controller);
  }

  /** Writes and emits a change a moment later. */
  #hasChanged(controller: string) {
    this.#isStale = true;
    if (this.#pending.has(controller)) return;
    this.#pending.add(controller);
    this.#deps.clock.after(MESSAGE_DELAY_MS, () => {
      this.#pending.delete(controller);
      void this.saved();
      this.#changed.emit({ controller });
    });
  }
}

const idsOf = <T>(all: readonly { readonly device: T }[]): T[] => all.map(({ device }) => device);
