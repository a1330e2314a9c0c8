import { randomBytes } from 'node:crypto';
import { MAX_ROOM_NAME_LENGTH, type Alarm } from '#shared/alarms';
import { every, type Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { reportedAlarmOf, weightOf } from '#shared/hazards';
import { NO_ROOM_NAME, type Device } from '#shared/home';
import { readableText } from '#shared/readable-text';
import { trippedSince } from '#shared/reported-time';
import { MAX_ALARMS } from '#shared/wire';
import type { StoredFile } from '../../base/store/sealed-file';
import type { Household } from '../../household/household';
import type { User } from '../../household/screens/screen';
import type { Layouts } from '../layouts/layouts';
import { userKey, type ControllerEvent, type HomeListener } from '../live/home-listener';
import type { ListChange, LiveList } from '../live/lists';
import type { CommandViewer } from '../live/viewer';
import { encode, type WatchedHome } from '../live/watched-home';
import {
  isShown,
  keepOf,
  MAX_OF_CONTROLLER,
  mayContinue,
  stands,
  type StoredAlarm,
  type StoredAlarms
} from './stored-alarms';

/** Changes within this time are one message and one write, in ms: a controller may report thousands. */
const MESSAGE_DELAY_MS = 200;
/** A controller that is not reached for this time is told, in ms. */
const BLIND_MS = 5 * 60_000;
/** A drill lasts for this time, in ms. */
const DRILL_MS = 60_000;
/** Interval of the checks of these times, in ms. */
const CHECK_INTERVAL_MS = 5_000;

/** A home that is watched. */
export type FollowedHome = User & { readonly home: WatchedHome };

/** A device as a home has it. */
type DeviceOfHome = FollowedHome & { readonly device: Device };

/** An alarm that begins, unless it stands or continues. `at`: when it began, if that is known. */
type Begin = Pick<StoredAlarm, 'kind' | 'device'> & { readonly at?: number };

/**
 * The alarms of all controllers, as their homes report them: one for each sensor, whichever user's home has it. One that flaps is one alarm.
 * They are stored, so that a restart forgets neither what nobody has seen nor what was told of it.
 */
export class Alarms implements HomeListener, LiveList {
  readonly name = 'alarms';
  readonly #clock: Clock;
  readonly #layouts: Pick<Layouts, 'get'>;
  readonly #file: StoredFile<StoredAlarms>;
  /** By controller, in the order of `keepOf`. */
  readonly #alarms = new Map<string, readonly StoredAlarm[]>();
  readonly #homes = new Map<string, FollowedHome>();
  /** Since when controllers are not reached, in monotonic ms. */
  readonly #losses = new Map<string, number>();
  readonly #pending = new Set<string>();
  /** Whether the alarms differ from what was given to the file. */
  #isStale = false;
  readonly #changed = new Emitter<ListChange>();
  /** Calls back soon after alarms of a controller have changed. */
  readonly onChange = this.#changed.subscribe;
  readonly #began = new Emitter<StoredAlarm>();
  /** Calls back with each alarm that begins. */
  readonly onBegan = this.#began.subscribe;

  constructor(
    { clock }: Pick<Household, 'clock'>,
    layouts: Pick<Layouts, 'get'>,
    file: StoredFile<StoredAlarms>
  ) {
    this.#clock = clock;
    this.#layouts = layouts;
    this.#file = file;
  }

  /** Reads the stored alarms. Must be awaited once, before any other call. */
  async load() {
    const stored = await this.#file.read();
    const ofOne = (controller: string) => stored.filter((alarm) => alarm.controller === controller);
    for (const { controller } of stored)
      if (!this.#alarms.has(controller)) this.#keep(controller, ofOne(controller));
  }

  /** Starts to watch the times of alarms. Returns a function that stops it. */
  start(): () => void {
    return every(this.#clock, CHECK_INTERVAL_MS, () => this.#check());
  }

  /** The alarms of a controller: those that stand first, then the most urgent. */
  of(controller: string): readonly StoredAlarm[] {
    return this.#alarms.get(controller) ?? [];
  }

  /** Ids of the controllers that have alarms. */
  get controllers(): string[] {
    return [...this.#alarms.keys()];
  }

  /** The watched homes of a controller. */
  homesOf(controller: string): FollowedHome[] {
    return [...this.#homes.values()].filter((each) => each.controller === controller);
  }

  /** Resolves once all alarms are on the disk, or with false if that failed. */
  saved(): Promise<boolean> {
    if (this.#isStale) this.#file.write([...this.#alarms.values()].flat());
    this.#isStale = false;
    return this.#file.flush();
  }

  receive(event: ControllerEvent) {
    if (!('home' in event)) return;
    const { controller, user, home } = event;
    const key = userKey(event);
    if (event.type === 'unwatched') this.#homes.delete(key);
    else this.#homes.set(key, { controller, user, home });
    this.#watchReach(controller);
    const changed = event.type === 'changes' ? event.changes : [];
    if (changed.length > 0) this.#evaluate(controller, idsOf(changed));
    // A home that is back may have missed an end, and one that is not watched any more does not know of it.
    if (!['home', 'status', 'unwatched'].includes(event.type)) return;
    const devices = event.type === 'unwatched' ? [] : home.journal.home.devices;
    const reporting = devices.filter((device) => reportedAlarmOf(device)).map(({ id }) => id);
    this.#evaluate(controller, [...reporting, ...idsOf(this.of(controller))]);
  }

  whole(viewer: CommandViewer): readonly Buffer[] {
    const alarms = this.of(viewer.screen.controller).flatMap((alarm) => this.#shownTo(viewer, alarm) ?? []);
    return [encode({ type: 'alarms', alarms: oneOfEachDanger(alarms).slice(0, MAX_ALARMS) })];
  }

  /** Notes that somebody has seen alarms, at a screen that sees their devices. Resolves with whether that is on the disk. */
  seen({ screen, device }: CommandViewer, ids: readonly string[]): Promise<boolean> {
    const maySee = ({ device: id }: StoredAlarm) => id === null || device(id) !== undefined;
    this.#edit(screen.controller, (alarm) =>
      !alarm.isSeen && ids.includes(alarm.id) && maySee(alarm) ? { ...alarm, isSeen: true } : alarm
    );
    return this.saved();
  }

  /** Notes what was done about an alarm. Resolves once that is on the disk, or with false if it failed. */
  noteDone({ controller, id }: StoredAlarm, what: string, done: 'begun' | 'over'): Promise<boolean> {
    this.#edit(controller, (alarm) =>
      alarm.id === id ? { ...alarm, done: { ...alarm.done, [what]: done } } : alarm
    );
    return this.saved();
  }

  /** Begins a drill, or continues the one that stands. Returns its id. */
  drill(controller: string): string | undefined {
    this.#begin(controller, [{ kind: 'drill', device: null }]);
    return this.of(controller).find((alarm) => alarm.kind === 'drill' && stands(alarm))?.id;
  }

  /** Notes the doors and windows that are left open, by their ids, with when they were opened in ms since the epoch. */
  noteLeftOpen(controller: string, open: ReadonlyMap<number, number>) {
    this.#endThose(controller, ({ kind, device }) => kind === 'left-open' && !open.has(device ?? -1));
    const begins = [...open].map(([device, at]) => ({ kind: 'left-open', device, at }) as const);
    this.#begin(controller, begins);
  }

  /** Forgets the alarms of a removed controller. */
  forget(controller: string) {
    if (this.#alarms.has(controller)) this.#keep(controller, []);
  }

  /** A device in the homes that have it: those that are online, or all if none is. */
  #devicesOf(controller: string, id: number | null): DeviceOfHome[] {
    const all = this.homesOf(controller).flatMap((of) => {
      const device = of.home.journal.device(id ?? -1);
      return device ? [{ ...of, device }] : [];
    });
    const online = all.filter(({ home }) => home.status?.state === 'online');
    return online.length > 0 ? online : all;
  }

  /** Begins, continues and ends the alarms of devices, by what the homes report that have them. */
  #evaluate(controller: string, ids: readonly (number | null)[]) {
    const reported = new Map<number | null, Begin['kind'] | undefined>();
    for (const id of new Set(ids)) {
      const devices = this.#devicesOf(controller, id);
      const [kind] = devices.flatMap(({ device }) => reportedAlarmOf(device) ?? []);
      if (devices.length > 0 || this.#hasGone(controller, id)) reported.set(id, kind);
    }
    const isOver = ({ device, kind }: StoredAlarm) => reported.has(device) && reported.get(device) !== kind;
    this.#endThose(controller, (alarm) => isShown(alarm.kind) && isOver(alarm));
    const begins = [...reported].flatMap(([device, kind]) => (kind === undefined ? [] : { kind, device }));
    this.#begin(controller, begins);
  }

  /** Whether a device that no home has is gone: those homes that had it were read. */
  #hasGone(controller: string, id: number | null): boolean {
    const users = this.of(controller).flatMap((alarm) => (alarm.device === id ? alarm.users : []));
    const isRead = (user: string) => this.#homes.get(userKey({ controller, user }))?.home.journal.isRead;
    return id !== null && users.every(isRead);
  }

  /** Begins alarms, the most urgent ones if they are too many, or continues those of the same devices that flap. */
  #begin(controller: string, begins: readonly Begin[]) {
    const now = this.#clock.now();
    const before = this.of(controller);
    const isRunning = (alarm: StoredAlarm) =>
      stands(alarm) || (alarm.kind !== 'drill' && mayContinue(alarm, now));
    const known = new Map(before.filter(isRunning).map((alarm) => [keyOf(alarm), alarm]));
    const urgent = begins.toSorted((one, other) => weightOf(one.kind) - weightOf(other.kind));
    const after = urgent.slice(0, MAX_OF_CONTROLLER).map((begin): StoredAlarm => {
      const devices = this.#devicesOf(controller, begin.device);
      const { over, ...alarm } = known.get(keyOf(begin)) ?? this.#make(controller, begin, devices[0]);
      const users = [...new Set([...alarm.users, ...devices.map(({ user }) => user)])];
      const isSame = over === undefined && users.length === alarm.users.length;
      return isSame ? (known.get(keyOf(begin)) ?? alarm) : { ...alarm, users };
    });
    if (after.every((alarm) => before.includes(alarm))) return;
    const ids = new Set(after.map(({ id }) => id));
    this.#keep(controller, [...before.filter(({ id }) => !ids.has(id)), ...after]);
    // What has no place among them does not begin.
    const old = new Set(before.map(({ id }) => id));
    for (const alarm of this.of(controller)) if (!old.has(alarm.id)) this.#began.emit(alarm);
  }

  /** The alarm that begins; `of`: its device, in a home that has it. */
  #make(controller: string, { kind, device, at }: Begin, of: DeviceOfHome | undefined): StoredAlarm {
    const now = this.#clock.now();
    return {
      id: randomBytes(9).toString('base64url'),
      controller,
      kind,
      device,
      users: [],
      room: of?.device.room_id ?? null,
      roomName: of ? this.#roomName(of) : null,
      // A controller's clock may be a little ahead.
      at: Math.min(now, at ?? (of && beganAt(of, now)) ?? now),
      noted: now,
      done: {}
    };
  }

  #endThose(controller: string, isMeant: (alarm: StoredAlarm) => boolean) {
    const over = this.#clock.now();
    this.#edit(controller, (alarm) => (stands(alarm) && isMeant(alarm) ? { ...alarm, over } : alarm));
  }

  /** Notes since when no home of a controller is online. */
  #watchReach(controller: string) {
    const states = this.homesOf(controller).flatMap(({ home }) => home.status?.state ?? []);
    const isOnline = states.includes('online');
    if (isOnline) this.#endThose(controller, ({ kind }) => kind === 'blind');
    if (isOnline || states.length === 0) this.#losses.delete(controller);
    else this.#losses.set(controller, this.#losses.get(controller) ?? this.#clock.monotonic());
  }

  #check() {
    const now = this.#clock.now();
    for (const [controller, since] of this.#losses) {
      const lostMs = this.#clock.monotonic() - since;
      if (lostMs >= BLIND_MS) this.#begin(controller, [{ kind: 'blind', device: null, at: now - lostMs }]);
    }
    const isOld = ({ kind, noted }: StoredAlarm) => kind === 'drill' && Math.abs(now - noted) >= DRILL_MS;
    for (const controller of this.controllers) this.#endThose(controller, isOld);
  }

  #roomName({ controller, user, home, device }: DeviceOfHome): string | null {
    const { rooms } = home.journal.home;
    const room = rooms.find(({ id, name }) => id === device.room_id && name !== NO_ROOM_NAME);
    const name = room && (this.#layouts.get(controller, user).rooms[room.id]?.name ?? room.name).trim();
    return name ? Array.from(readableText(name)).slice(0, MAX_ROOM_NAME_LENGTH).join('') : null;
  }

  /** An alarm as a screen may know it: of its own user's home; whole where it sees the device, else a hazard's word, room and time. */
  #shownTo({ screen, device: find }: CommandViewer, alarm: StoredAlarm): Alarm | undefined {
    const { id, kind, device, at, isSeen, roomName: room } = alarm;
    if (!stands(alarm) || !isShown(kind)) return undefined;
    const forMs = Math.max(0, this.#clock.now() - at);
    const shown = { id, kind, forMs, ...(isSeen && { isSeen }) };
    if (device === null) return { ...shown, room };
    if (find(device)) return { ...shown, device, room };
    const own = this.#homes.get(userKey(screen));
    const hidden = own?.home.journal.device(device);
    if (screen.rights.rooms === null || kind === 'armed' || !own || !hidden) return undefined;
    return { ...shown, room: this.#roomName({ ...own, device: hidden }) };
  }

  #edit(controller: string, edit: (alarm: StoredAlarm) => StoredAlarm) {
    const before = this.of(controller);
    const after = before.map(edit);
    if (after.some((alarm, at) => alarm !== before[at])) this.#keep(controller, after);
  }

  /** Replaces the alarms of a controller, and writes and emits that a moment later. */
  #keep(controller: string, alarms: readonly StoredAlarm[]) {
    const kept = keepOf(alarms, this.#clock.now());
    if (kept.length > 0) this.#alarms.set(controller, kept);
    else this.#alarms.delete(controller);
    this.#isStale = true;
    if (this.#pending.has(controller)) return;
    this.#pending.add(controller);
    this.#clock.after(MESSAGE_DELAY_MS, () => {
      this.#pending.delete(controller);
      void this.saved();
      this.#changed.emit({ controller });
    });
  }
}

const idsOf = <T>(all: readonly { readonly device: T }[]): T[] => all.map(({ device }) => device);

const keyOf = ({ kind, device }: Begin) => `${kind} ${device ?? ''}`;

/** When a device's alarm began, in ms since the epoch; undefined if its controller does not say. */
function beganAt({ device, home }: DeviceOfHome, now: number): number | undefined {
  const { clockOffsetMs = 0 } = home.status ?? {};
  return trippedSince(device, { clockOffsetMs }, now);
}

/** Alarms, those without a device once for each kind and room: one that nobody has seen, else the one that lasts longest. */
function oneOfEachDanger(alarms: readonly Alarm[]): Alarm[] {
  const urgency = ({ isSeen, forMs = 0 }: Alarm) => (isSeen ? 0 : 1e15) + forMs;
  const dangers = new Map<string, Alarm>();
  for (const alarm of alarms) {
    const key = alarm.device === undefined ? JSON.stringify([alarm.kind, alarm.room]) : alarm.id;
    const known = dangers.get(key);
    if (!known || urgency(alarm) > urgency(known)) dangers.set(key, alarm);
  }
  return [...dangers.values()];
}
