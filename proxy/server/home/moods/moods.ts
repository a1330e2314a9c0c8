import type { DeviceChange } from '#shared/changes';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { isShown, type Device } from '#shared/home';
import { isLamp } from '#shared/lamp';
import { arrangeDevice, EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { pictureOf, type Mood, type Picture } from '#shared/mood';
import { combineStops } from '../../base/platform/combine-stops';
import type { Household } from '../../household/household';
import type { Layouts } from '../layouts/layouts';
import { type ControllerEvent, type HomeListener } from '../live/home-listener';
import type { ListChange, LiveList } from '../live/lists';
import type { HomeViewer } from '../live/viewer';
import { encode, type WatchedHome } from '../live/watched-home';
import type { TouchRules } from '../touch/touch-rules';
import { RoomMood } from './room-mood';

/** Whether a change moves a device to another room, or may make it a lamp or none. */
const isOtherLamp = ({ fields }: DeviceChange): boolean =>
  fields !== undefined && ['room_id', 'hidden', 'icon'].some((name) => Object.hasOwn(fields, name));

/** The moods of all rooms, of each home. They are followed while a home is watched, and kept in memory. */
export class Moods implements HomeListener, LiveList {
  readonly name = 'moods';
  readonly #clock: Clock;
  readonly #layouts: Layouts;
  readonly #touch: TouchRules;
  readonly #byController = new Map<string, HomeMoods>();
  readonly #changed = new Emitter<ListChange>();
  readonly onChange = this.#changed.subscribe;

  constructor({ clock }: Pick<Household, 'clock'>, layouts: Layouts, touch: TouchRules) {
    this.#clock = clock;
    this.#layouts = layouts;
    this.#touch = touch;
  }

  /** Follows layouts and rules of touch from now on. Returns a function that stops it. */
  start(): () => void {
    const arrangeAgain = ({ controller }: ListChange) => {
      const moods = this.#byController.get(controller);
      if (moods) this.#arrange(controller, moods);
    };
    return combineStops(this.#layouts.onChange(arrangeAgain), this.#touch.onChange(arrangeAgain));
  }

  receive(event: ControllerEvent) {
    const { controller } = event;
    if (event.type === 'unwatched') this.#byController.get(controller)?.stop();
    if (event.type !== 'home' && event.type !== 'changes') return;
    const moods = this.#moodsOf(controller);
    moods.home = event.home;
    if (event.type === 'home' || event.changes.some(isOtherLamp)) this.#arrange(controller, moods);
    else moods.changed(event.changes.map(({ device }) => device));
  }

  /** The moods of a home's rooms by id, of those in `rooms`; null for all. */
  of(controller: string, rooms: readonly number[] | null): Readonly<Record<string, Mood>> {
    return this.#byController.get(controller)?.of(rooms) ?? {};
  }

  whole({ screen: { controller, rights } }: HomeViewer): readonly Buffer[] {
    return [encode({ type: 'moods', moods: this.of(controller, rights.rooms) })];
  }

  /**
   * Notes how rooms are lit before the lamps of a batch are switched off.
   * @param underWay the devices that commands are under way to
   */
  beforeOff(controller: string, lamps: readonly number[], underWay: ReadonlySet<number>): void {
    this.#byController.get(controller)?.beforeOff(lamps, underWay);
  }

  /** Removes the moods of a removed controller. */
  forget(controller: string): void {
    this.#byController.delete(controller);
  }

  /** Takes the lamps of a home. One that takes no command is none: nothing lights it again. */
  #arrange(controller: string, moods: HomeMoods) {
    const { home } = moods;
    if (!home) return;
    const layout = this.#layouts.get(controller);
    const lamps = home.journal.home.devices
      .filter((device) => !this.#touch.isShowOnly(controller, device))
      .map((device) => arrangeDevice(device, layout))
      .filter((device) => isLamp(device) && isShown(device));
    moods.arrange(lamps, layout);
  }

  #moodsOf(controller: string): HomeMoods {
    const moods =
      this.#byController.get(controller) ??
      new HomeMoods(this.#clock, () => this.#changed.emit({ controller }));
    this.#byController.set(controller, moods);
    return moods;
  }
}

/** A room with its lamps. */
interface LitRoom {
  readonly mood: RoomMood;
  readonly lamps: readonly number[];
  cancel: () => void;
}

/** The moods of one home. */
class HomeMoods {
  /** Null while nobody watches it. */
  home: WatchedHome | null = null;
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #layout = EMPTY_LAYOUT;
  #rooms = new Map<number, LitRoom>();
  /** The room of each lamp, by its id. */
  #roomOf = new Map<number, LitRoom>();

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  of(rooms: readonly number[] | null): Record<string, Mood> {
    const shown = [...this.#rooms].filter(([id]) => rooms === null || rooms.includes(id));
    const lit = shown.flatMap(([id, { mood }]) => (mood.mood ? [[id, mood.mood] as const] : []));
    return Object.fromEntries(lit);
  }

  /** Takes the lamps of all rooms. A room without lamps has no mood. */
  arrange(lamps: readonly Device[], layout: Layout): void {
    this.#layout = layout;
    const before = this.#rooms;
    const lampsOf = new Map<number, readonly number[]>();
    for (const { id, room_id: room } of lamps)
      if (room !== null) lampsOf.set(room, [...(lampsOf.get(room) ?? []), id]);
    this.#rooms = new Map();
    this.#roomOf = new Map();
    for (const [id, ids] of lampsOf) {
      const room = { ...(before.get(id) ?? this.#seen(ids)), lamps: ids };
      this.#rooms.set(id, room);
      for (const lamp of ids) this.#roomOf.set(lamp, room);
    }
    for (const [id, { cancel }] of before) if (!this.#rooms.has(id)) cancel();
    for (const room of this.#rooms.values()) this.#light(room);
  }

  /** A room that is seen for the first time. Its mood is sent once it has stood, or when a screen asks. */
  #seen(lamps: readonly number[]) {
    return { mood: new RoomMood(this.#pictureOf(lamps), this.#clock.monotonic()), cancel: () => undefined };
  }

  #pictureOf(lamps: readonly number[]): Picture {
    const devices = lamps.flatMap((id) => this.home?.journal.device(id) ?? []);
    return pictureOf(devices.map((device) => arrangeDevice(device, this.#layout)));
  }

  changed(devices: readonly number[]): void {
    for (const room of this.#roomsOf(devices)) this.#light(room);
  }

  beforeOff(lamps: readonly number[], underWay: ReadonlySet<number>): void {
    for (const room of this.#roomsOf(lamps)) {
      const isUnderWay = room.lamps.some((lamp) => underWay.has(lamp));
      this.#update(room, () => room.mood.beforeOff(isUnderWay, this.#clock.monotonic()));
    }
  }

  /** Nobody watches the home any more: its moods stay, and nothing else of it. */
  stop(): void {
    for (const { cancel } of this.#rooms.values()) cancel();
    this.home = null;
  }

  #roomsOf(devices: readonly number[]): ReadonlySet<LitRoom> {
    return new Set(devices.flatMap((device) => this.#roomOf.get(device) ?? []));
  }

  #light(room: LitRoom): void {
    const { mood, lamps } = room;
    const now = this.#clock.monotonic();
    this.#update(room, () => mood.light(this.#pictureOf(lamps), now));
    room.cancel();
    const settle = () => this.#update(room, () => mood.settle(this.#clock.monotonic()));
    const isUnsettled = mood.settlesAt > now && mood.settlesAt < Infinity;
    room.cancel = isUnsettled ? this.#clock.after(mood.settlesAt - now, settle) : () => undefined;
  }

  #update({ mood }: LitRoom, change: () => void): void {
    const before = mood.mood;
    change();
    if (mood.mood !== before) this.#onChange();
  }
}
