import { isSame } from '#shared/changes';
import { isFactSensor, mayAlarm } from '#shared/hazards';
import type { Device, RoomQuantity } from '#shared/home';
import { type Group, groupOf } from '#shared/kinds';
import { t } from '$lib/i18n/i18n.svelte';
import { hasBattery } from '$lib/kinds/battery';
import type { LineList } from '$lib/kinds/house-lines';
import { measurementsOf, type Measurements, type Readings } from '$lib/kinds/room-readings';
import { groupDevices, roomSlotOf, type DeviceGroup, type RoomSlot } from '$lib/kinds/room-slot';
import { highlightsOf, isListed, isOpening, type Highlights } from '$lib/kinds/room-summary';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { pathOf } from '$lib/state/path-of';

type HeadSensors = Readonly<Partial<Record<RoomQuantity, number>>>;

/** The view model of a room slot, for its tile and its page. */
export class RoomView {
  readonly slot: RoomSlot;
  readonly #home: OpenHome;
  /** Its shown devices, in their order. */
  readonly devices: readonly Device[] = $derived.by(() => this.#home.state.roomDevices(this.#roomId));
  /**
   * Its devices by group. The same array until a device moves or changes its group: otherwise fifty readings a second would sort a room
   * fifty times.
   */
  readonly groups: readonly DeviceGroup[] = $derived.by(
    steady(() => groupDevices(this.devices.map(grouped)))
  );
  /** The ids of its favourites, in their order. The same array until they change. */
  readonly favourites: readonly number[] = $derived.by(
    steady(() => this.devices.filter(({ favorite }) => favorite).map(({ id }) => id))
  );
  /** All its devices: those that are shown, then the others. */
  readonly all: readonly Device[] = $derived.by(() => [
    ...this.devices,
    ...this.#home.state.hiddenDevices(this.#roomId)
  ]);
  readonly highlights: Highlights = $derived.by(() =>
    highlightsOf(this.all, (id) => this.#home.state.leaderOf(id))
  );
  /** Those of them that have a battery. One that a device shares with its companions is listed once. */
  readonly batteries: readonly Device[] = $derived.by(() => this.listed.filter(this.#hasOwnBattery));
  /** What it measures, and the sensors. */
  readonly measured: Measurements = $derived.by(() =>
    measurementsOf(this.slot.room, this.#home.state, this.all)
  );
  /**
   * The sensors that stand in the head of its page, by what they measure: the first one that has measured it, so that nothing moves when
   * it stops responding.
   */
  readonly headSensors: HeadSensors = $derived.by(this.#keepFirstSensors());

  constructor(home: OpenHome, slot: RoomSlot) {
    this.#home = home;
    this.slot = slot;
  }

  get name(): string {
    const { room } = this.slot;
    if (!room) return t('home.noRoom');
    return room.name.trim() === '' ? `#${room.id}` : room.name;
  }

  get href(): string {
    return pathOf(this.#home, roomPath(this.slot));
  }

  /** Its devices that lists have: those that are shown, and hidden sensors of hazards. */
  get listed(): readonly Device[] {
    return this.all.filter(isListed);
  }

  #hasOwnBattery = (device: Device): boolean => {
    const leader = this.#home.state.leaderOf(device.id);
    return hasBattery(device) && !(leader && (hasBattery(leader) || isFactSensor(device)));
  };

  /** Its devices of one group, in their order. */
  devicesOf(group: Group): readonly Device[] {
    const ids = this.groups.find((each) => each.group === group)?.ids ?? [];
    return ids.flatMap((id) => this.#home.state.device(id) ?? []);
  }

  /** Whether it has devices of a group, whatever their state is. */
  has(wanted: Group): boolean {
    return this.groups.some(({ group }) => group === wanted);
  }

  /** Its devices of a list's kind, whatever their state is. Each device can need attention. */
  devicesIn(list: LineList): readonly Device[] {
    switch (list) {
      case 'attention':
        return this.all;
      case 'alarms':
        return this.all.filter(mayAlarm);
      case 'openings':
        return this.devices.filter(isOpening);
      case 'lights':
      case 'switches':
      case 'shutters':
        return this.devicesOf(list);
      default:
        return [];
    }
  }

  get readings(): Readings {
    const { temperature, humidity, light } = this.measured;
    return { temperature: temperature?.reading, humidity: humidity?.reading, light: light?.reading };
  }

  #keepFirstSensors(): () => HeadSensors {
    let first: HeadSensors = {};
    return () => {
      const now = Object.entries(this.measured).flatMap(([quantity, by]) =>
        by?.sensor ? [[quantity, by.sensor.id] as const] : []
      );
      const next = { ...Object.fromEntries(now), ...first };
      if (!isSame(first, next)) first = next;
      return first;
    };
  }

  get #roomId(): number | null {
    return this.slot.room?.id ?? null;
  }
}

const grouped = (device: Device) => ({ id: device.id, group: groupOf(device) });

/** Returns a function that computes a list and returns the one before if it is the same. For a derived: its readers run only on a change. */
function steady<T>(compute: () => readonly T[]): () => readonly T[] {
  let last: readonly T[] = [];
  return () => {
    const next = compute();
    if (!isSame(last, next)) last = next;
    return last;
  };
}

/** Returns the path of a slot's page. */
export const roomPath = ({ key }: RoomSlot): `/${string}` => `/rooms/${key}`;

/** Finds the slot of a URL's last part; undefined if there is no such room. */
export function findRoomSlot(home: OpenHome, key: string): RoomSlot | undefined {
  if (key === 'none') return { key, room: null };
  const room = /^\d{1,15}$/.test(key) ? home.state.room(Number(key)) : undefined;
  return room && roomSlotOf(room);
}

/** Returns the title of a room's page. A room counts as removed only once the rooms are known. */
export function roomTitle(home: OpenHome, view: RoomView | undefined): string {
  if (view) return view.name;
  return home.state.asOf === null ? t('app.name') : t('room.gone');
}
