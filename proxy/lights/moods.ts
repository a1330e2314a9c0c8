import type { DeviceChange } from '#shared/changes';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { isShown, type Device } from '#shared/home';
import { isLamp } from '#shared/lamp';
import { arrangeDevice } from '#shared/layout';
import { pictureOf, type Mood, type Picture } from '#shared/mood';
import type { Layouts } from '../layouts/layouts';
import { RoomMood } from './room-mood';

/** What moods need of a watched home. */
interface LitHome {
  readonly journal: {
    readonly home: { readonly devices: readonly Device[] };
    device(id: number): Device | undefined;
  };
  subscribe(
    listener: (event: { readonly type: string; readonly changes?: readonly DeviceChange[] }) => void
  ): () => void;
}

/** Whether a change moves a device to another room, or may make it a lamp or none. */
const isOtherLamp = ({ fields }: DeviceChange): boolean =>
  fields !== undefined && ['room_id', 'hidden', 'icon'].some((name) => Object.hasOwn(fields, name));

/** What moods depend on. */
interface MoodsDeps {
  readonly clock: Clock;
  readonly layouts: Pick<Layouts, 'get' | 'onPut'>;
  /** The lamps that take no command: nothing lights them again. */
  readonly touch: {
    isShowOnly(controller: string, device: Device): boolean;
    onChange(listener: (controller: string) => void): () => void;
  };
}

/** A user of a controller whose moods have changed. */
interface MoodNews {
  readonly controller: string;
  readonly user: string;
}

/** The moods of all rooms, of each user of each controller. They are followed while a home is watched, and kept in memory. */
export class Moods {
  readonly #deps: MoodsDeps;
  readonly #byKey = new Map<string, HomeMoods>();
  readonly #changed = new Emitter<MoodNews>();

  constructor(deps: MoodsDeps) {
    this.#deps = deps;
  }

  /** Calls back when a mood has changed. Returns a function that unsubscribes. */
  onChange(listener: (news: MoodNews) => void): () => void {
    return this.#changed.subscribe(listener);
  }

  /** The moods of a user's rooms by id, of those in `rooms`; null for all. */
  of(controller: string, user: string, rooms: readonly number[] | null): Readonly<Record<string, Mood>> {
    return this.#byKey.get(keyOf(controller, user))?.of(rooms) ?? {};
  }

  /** Notes how rooms are lit before the lamps of a batch are switched off. */
  beforeOff(
    controller: string,
    user: string,
    lamps: readonly number[],
    isUnderWay: (device: number) => boolean
  ): void {
    this.#byKey.get(keyOf(controller, user))?.beforeOff(lamps, isUnderWay);
  }

  /** Follows a watched home. Returns a function that stops it. */
  follow(controller: string, user: string, home: LitHome): () => void {
    const moods = this.#moodsOf(controller, user);
    const lampOf = (id: number): Device | undefined => {
      const device = home.journal.device(id);
      return device && arrangeDevice(device, this.#deps.layouts.get(controller, user));
    };
    const { touch } = this.#deps;
    const arrange = () => {
      const layout = this.#deps.layouts.get(controller, user);
      const devices = home.journal.home.devices
        .filter((device) => !touch.isShowOnly(controller, device))
        .map((device) => arrangeDevice(device, layout));
      moods.arrange(
        devices.filter((device) => isLamp(device) && isShown(device)),
        lampOf
      );
    };
    arrange();
    const unsubscribes = [
      home.subscribe(({ type, changes = [] }) => {
        if (type === 'home' || changes.some(isOtherLamp)) arrange();
        else if (type === 'changes') moods.changed(changes.map(({ device }) => device));
      }),
      this.#deps.layouts.onPut((put) => {
        if (put.controller === controller && put.user === user) arrange();
      }),
      touch.onChange((of) => {
        if (of === controller) arrange();
      })
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      moods.stop();
    };
  }

  /** A function of its own: what stays for ever must not share the scope of a home, which would stay too. */
  #moodsOf(controller: string, user: string): HomeMoods {
    const key = keyOf(controller, user);
    const moods =
      this.#byKey.get(key) ?? new HomeMoods(this.#deps.clock, () => this.#changed.emit({ controller, user }));
    this.#byKey.set(key, moods);
    return moods;
  }
}

/** A room with its lamps. */
interface LitRoom {
  readonly mood: RoomMood;
  readonly lamps: readonly number[];
  cancel: () => void;
}

/** The moods of one user's home. */
class HomeMoods {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #rooms = new Map<number, LitRoom>();
  #roomOf = new Map<number, number>();
  #lampOf: (id: number) => Device | undefined = () => undefined;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  of(rooms: readonly number[] | null): Record<string, Mood> {
    const shown = [...this.#rooms].filter(([id]) => rooms === null || rooms.includes(id));
    return Object.fromEntries(
      shown.flatMap(([id, { mood }]) => (mood.mood ? [[id, mood.mood] as const] : []))
    );
  }

  /** Takes the lamps of all rooms. A room without lamps has no mood. */
  arrange(lamps: readonly Device[], lampOf: (id: number) => Device | undefined): void {
    this.#lampOf = lampOf;
    const before = this.#rooms;
    const lampsOf = new Map<number, readonly number[]>();
    this.#roomOf = new Map();
    for (const { id, room_id: room } of lamps) {
      if (room === null) continue;
      this.#roomOf.set(id, room);
      lampsOf.set(room, [...(lampsOf.get(room) ?? []), id]);
    }
    this.#rooms = new Map();
    for (const [room, ids] of lampsOf)
      this.#rooms.set(room, { ...(before.get(room) ?? this.#seen(ids)), lamps: ids });
    for (const [id, { cancel }] of before) if (!this.#rooms.has(id)) cancel();
    for (const room of this.#rooms.values()) this.#light(room);
  }

  /** A room that is seen for the first time. Screens are told its mood once it has stood, unless they ask before. */
  #seen(lamps: readonly number[]) {
    return { mood: new RoomMood(this.#pictureOf(lamps), this.#clock.monotonic()), cancel: () => undefined };
  }

  #pictureOf(lamps: readonly number[]): Picture {
    return pictureOf(lamps.flatMap((id) => this.#lampOf(id) ?? []));
  }

  changed(devices: readonly number[]): void {
    for (const room of this.#roomsOf(devices)) this.#light(room);
  }

  beforeOff(lamps: readonly number[], isUnderWay: (device: number) => boolean): void {
    for (const room of this.#roomsOf(lamps))
      this.#tell(room, () => room.mood.beforeOff(room.lamps.some(isUnderWay), this.#clock.monotonic()));
  }

  /** Nobody watches the home any more: its moods stay, and nothing else of it. */
  stop(): void {
    for (const { cancel } of this.#rooms.values()) cancel();
    this.#lampOf = () => undefined;
  }

  #roomsOf(devices: readonly number[]): readonly LitRoom[] {
    const ids = new Set(devices.flatMap((device) => this.#roomOf.get(device) ?? []));
    return [...ids].flatMap((id) => this.#rooms.get(id) ?? []);
  }

  #light(room: LitRoom): void {
    const { mood, lamps } = room;
    const now = this.#clock.monotonic();
    this.#tell(room, () => mood.light(this.#pictureOf(lamps), now));
    room.cancel();
    room.cancel =
      mood.settlesAt > now && mood.settlesAt < Infinity
        ? this.#clock.after(mood.settlesAt - now, () =>
            this.#tell(room, () => mood.settle(this.#clock.monotonic()))
          )
        : () => undefined;
  }

  #tell({ mood }: LitRoom, change: () => void): void {
    const before = mood.mood;
    change();
    if (mood.mood !== before) this.#onChange();
  }
}

const keyOf = (controller: string, user: string) => `${controller} ${user}`;
