import type { Device } from '#shared/home';
import type { Group } from '#shared/kinds';
import { trippedSince } from '#shared/reported-time';
import type { ActiveAlarm } from '$features/alarms/active-alarm';
import { AlarmList } from '$features/alarms/alarm-list.svelte';
import { HomeView } from '$features/view-models/home-view.svelte';
import type { RoomView } from '$features/view-models/room-view.svelte';
import { duration } from '$lib/i18n/age';
import { facts } from '$lib/i18n/list';
import type { Ticking } from '$lib/i18n/ticker.svelte';
import { nameOf } from '$lib/kinds/device-name';
import type { Reading } from '$lib/kinds/reading';
import { thermometersOf } from '$lib/kinds/room-readings';
import { LIVE } from '$lib/kinds/sight';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { insideTemperature, outsideTemperature } from './climate';

/** The groups of devices that people control, the most wanted first. */
const CONTROLLABLE: readonly Group[] = ['lights', 'climate', 'shutters', 'entrances', 'switches'];

/** With more names than this the screensaver tells none. */
const MAX_NAMES = 3;
/** A door that is open for less than this, in ms, has just been opened. */
const MIN_OPEN_MS = 60_000;

/** A floor of the wall's first page: a section, or the rooms without one. */
export interface WallFloor {
  readonly key: string;
  /** Empty for rooms without a section. */
  readonly name: string;
  readonly rooms: readonly RoomView[];
}

/** The view model of the wall's first page and its screensaver. */
export class WallView {
  readonly #opened: OpenHome;
  readonly #clock: Ticking;
  readonly home: HomeView;
  readonly #alarms: AlarmList;
  /** The floors that have rooms on the wall, in their order. */
  readonly floors: readonly WallFloor[] = $derived.by(() => this.#chooseFloors());
  readonly #climates = $derived.by(() =>
    this.home.rooms.map(({ slot, all, readings }) => ({
      room: slot.room,
      thermometers: thermometersOf(all, this.#opened.state),
      temperature: readings.temperature
    }))
  );
  readonly outside: Reading | undefined = $derived.by(() => outsideTemperature(this.#climates));
  readonly inside: Reading | undefined = $derived.by(() => insideTemperature(this.#climates));

  /** @param clock for how long something lasts */
  constructor(opened: OpenHome, clock: Ticking) {
    this.#opened = opened;
    this.#clock = clock;
    this.home = new HomeView(opened);
    this.#alarms = new AlarmList(opened, clock);
  }

  get alarms(): readonly ActiveAlarm[] {
    return this.#alarms.alarms;
  }

  /**
   * The state of the house: alarms, and what the column says of openings and lights, with which doors or rooms and for how long. Empty
   * while nothing is known of it.
   */
  get sentence(): string {
    if (this.#opened.state.asOf === null) return '';
    const alarms = this.alarms.map(({ text, room }) => facts(text, room));
    const lines = this.home.lines(LIVE, this.#clock, true).flatMap(({ list, what, unknown }) => {
      if (list !== 'openings' && list !== 'lights') return [];
      const details = list === 'openings' ? this.#openings : this.#litRooms;
      return facts(what, details.length <= MAX_NAMES && details.join(', '), unknown);
    });
    return [...alarms, ...lines].map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ');
  }

  /** The favourites of the household, in its order. */
  get favourites(): readonly number[] {
    const marked = this.home.rooms.flatMap(({ favourites }) => favourites);
    const { favourites } = this.#opened.layout.current;
    return favourites?.filter((id) => marked.includes(id)) ?? marked;
  }

  #chooseFloors(): readonly WallFloor[] {
    const { rooms: looks } = this.#opened.layout.current;
    return this.home.sections
      .map(({ section, rooms }) => ({
        key: String(section?.id ?? 'none'),
        name: section?.name.trim() ?? '',
        rooms: rooms.filter(({ slot }) => slot.room && looks[slot.room.id]?.isOffWall !== true)
      }))
      .filter(({ rooms }) => rooms.length > 0);
  }

  /** Which doors and windows are open; of a single one the room, and for how long. */
  get #openings(): readonly string[] {
    const open = this.home.rooms.flatMap(({ slot, highlights: { openings } }) =>
      openings.map((device) => ({ device, room: slot.room?.name }))
    );
    const [first, ...others] = open;
    if (first && others.length === 0)
      return [first.room ?? '', this.#openFor(first.device)].filter((text) => text !== '');
    return open.map(({ device, room }) => nameOf(device) + (room === undefined ? '' : ` (${room})`));
  }

  get #litRooms(): readonly string[] {
    return this.home.rooms.flatMap(({ name, highlights: { lights } }) => (lights.length > 0 ? [name] : []));
  }

  /** For how long a door is open; empty if that is unknown or short. */
  #openFor(device: Device): string {
    const { now } = this.#clock;
    const since = trippedSince(device, this.#opened.state, now);
    return since === undefined || now - since < MIN_OPEN_MS ? '' : duration(now - since);
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

/** What stands below the rooms of a floor, the most wanted first: a room's lamps are on its tile. */
const ON_FLOORS: readonly Group[] = ['climate', 'shutters', 'entrances', 'switches', 'lights'];

/** The number of devices that can stand below the rooms of a floor, whether they respond or not. */
export const controlledIn = (rooms: readonly RoomView[]): number =>
  rooms
    .flatMap(({ groups }) => groups)
    .reduce((sum, { group, ids }) => sum + (ON_FLOORS.includes(group) ? ids.length : 0), 0);

/** The ids of the devices below the rooms of a floor: the first of each room, then the second ones. `without`: those that stand elsewhere. */
export function floorDevicesOf(rooms: readonly RoomView[], without: readonly number[]): readonly number[] {
  const queues = rooms.map((room) => {
    const ids = controllableOf(room).filter((id) => !without.includes(id));
    return ON_FLOORS.flatMap((group) =>
      room.devicesOf(group).flatMap(({ id }) => (ids.includes(id) ? id : []))
    );
  });
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((ids) => ids[turn] ?? [])).flat();
}

/** The ids of the main devices of a room, one of each kind, its favourites first. */
export function mainDevicesOf(room: RoomView): readonly number[] {
  const ids = controllableOf(room);
  return CONTROLLABLE.flatMap((group) => {
    const ofKind = room.devicesOf(group);
    return ids.find((id) => ofKind.some((device) => device.id === id)) ?? [];
  });
}
