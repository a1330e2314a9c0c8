import { isAlarm } from '$lib/kinds/meaning';
import { nameOf } from '$lib/kinds/device-name';
import { trippedSince } from '#shared/reported-time';
import type { Reading } from '$lib/kinds/reading';
import type { Ticking } from '$lib/i18n/ticker.svelte';
import type { App } from '$lib/state/app.svelte';
import { AlarmList, type ActiveAlarm } from '$features/alarms/alarm-list.svelte';
import { HomeView } from '$features/home/home-view.svelte';
import type { RoomView } from '$features/room/room-view.svelte';
import type { Device } from '#shared/home';
import { type Group, groupOf } from '#shared/kinds';
import { insideTemperature, outsideTemperature } from './climate';
import { houseSentence, type HouseState } from './house-sentence';

/** The groups of devices that people control, the most wanted first. */
const CONTROLLABLE: readonly Group[] = ['lights', 'climate', 'shutters', 'entrances', 'switches'];

/** A floor of the wall's first page: a section, or the rooms without one. */
export interface WallFloor {
  readonly key: string;
  /** Empty for rooms without a section. */
  readonly name: string;
  readonly rooms: readonly RoomView[];
}

/** The view model of the wall's first page and its screensaver. */
export class WallView {
  readonly #app: App;
  readonly #clock: Ticking;
  readonly #home: HomeView;
  readonly #alarms: AlarmList;
  readonly #floors = $derived.by(() => this.#chooseFloors());
  readonly #devices = $derived.by(() => this.#home.rooms.flatMap(({ devices }) => devices));
  readonly #climates = $derived.by(() =>
    this.#home.rooms.map(({ slot, devices, readings }) => ({
      room: slot.room,
      devices,
      temperature: readings.temperature
    }))
  );
  readonly #outside = $derived.by(() => outsideTemperature(this.#climates));
  readonly #inside = $derived.by(() => insideTemperature(this.#climates));
  readonly #sentence = $derived.by(() => houseSentence(this.#state()));

  /** @param clock for how long something lasts */
  constructor(app: App, clock: Ticking) {
    this.#app = app;
    this.#clock = clock;
    this.#home = new HomeView(app);
    this.#alarms = new AlarmList(app, clock);
  }

  get home(): HomeView {
    return this.#home;
  }

  /** The floors that have rooms on the wall, in their order. */
  get floors(): readonly WallFloor[] {
    return this.#floors;
  }

  get alarms(): readonly ActiveAlarm[] {
    return this.#alarms.alarms;
  }

  get outside(): Reading | undefined {
    return this.#outside;
  }

  get inside(): Reading | undefined {
    return this.#inside;
  }

  get lowBatteries(): readonly Device[] {
    return this.#home.highlights.batteries;
  }

  /** The state of the house as a sentence. Empty while nothing is known of it. */
  get sentence(): string {
    return this.#app.home.asOf === null ? '' : this.#sentence;
  }

  /** The favourites of the household, in its order. */
  get favourites(): readonly number[] {
    const marked = this.#home.rooms.flatMap(({ favourites }) => favourites);
    const { favourites } = this.#app.layout.current;
    return favourites?.filter((id) => marked.includes(id)) ?? marked;
  }

  #chooseFloors(): readonly WallFloor[] {
    const { rooms: looks } = this.#app.layout.current;
    return this.#home.sections
      .map(({ section, rooms }) => ({
        key: String(section?.id ?? 'none'),
        name: section?.name.trim() ?? '',
        rooms: rooms.filter(({ slot }) => slot.room && looks[slot.room.id]?.isOffWall !== true)
      }))
      .filter(({ rooms }) => rooms.length > 0);
  }

  #state(): HouseState {
    const { highlights, rooms } = this.#home;
    return {
      alarms: this.alarms.map(({ text, room }) => (room === undefined ? text : `${text} (${room})`)),
      openings: highlights.openings
        .filter((device) => !isAlarm(device))
        .map((device) => ({ name: this.#labelOf(device), openForMs: this.#openForMs(device) })),
      lights: rooms.flatMap(({ name, highlights: { lights } }) =>
        lights.length > 0 ? [{ room: name, count: lights.length }] : []
      ),
      hasKnownOpenings: this.#home.unknownOpenings === 0 && this.#home.has('openings'),
      hasLights: this.#devices.some((device) => groupOf(device) === 'lights')
    };
  }

  #openForMs(device: Device): number | undefined {
    const { now } = this.#clock;
    const since = trippedSince(device, this.#app.home, now);
    return since === undefined ? undefined : now - since;
  }

  /** The name of a device, with its room's if another device has the same name. */
  #labelOf(device: Device): string {
    const name = nameOf(device);
    const isUnique = this.#devices.filter((other) => nameOf(other) === name).length === 1;
    const room = isUnique || device.room_id === null ? undefined : this.#app.home.room(device.room_id);
    return room ? `${name} (${nameOf(room)})` : name;
  }
}

/** The ids of the devices of a room that people control and that respond, its favourites first. */
export function controllableOf(room: RoomView): readonly number[] {
  const controlled = CONTROLLABLE.flatMap((group) => room.devicesOf(group)).filter(
    ({ alive, touch }) => alive && touch !== 'show'
  );
  const isFavourite = ({ id }: Device) => room.favourites.includes(id);
  const others = controlled.filter((device) => !isFavourite(device));
  return [...controlled.filter(isFavourite), ...others].map(({ id }) => id);
}

/** The ids of the main devices of a room, one of each kind, its favourites first. */
export function mainDevicesOf(room: RoomView): readonly number[] {
  const ids = controllableOf(room);
  return CONTROLLABLE.flatMap((group) => {
    const ofKind = room.devicesOf(group);
    return ids.find((id) => ofKind.some((device) => device.id === id)) ?? [];
  });
}
