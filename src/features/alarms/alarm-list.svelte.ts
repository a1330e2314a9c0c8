import { nameOf } from '$lib/kinds/device-name';
import { meaningOf } from '$lib/kinds/meaning';
import { isAlarm } from '$lib/kinds/controls/contact';
import { trippedSince } from '$lib/kinds/reported-time';
import { roomSlotOfDevice } from '$lib/kinds/room-slot';
import { ageClock, type Ticking } from '$lib/i18n/ticker.svelte';
import type { App } from '$lib/state/app.svelte';
import type { Device } from '#shared/home';
import { alarmKind, alarmText, shortName } from './alarm-text';

/** An alarm that is on now. */
export interface ActiveAlarm {
  /** The device's id. */
  readonly id: number;
  /** "Alarm: Back door open". */
  readonly text: string;
  /** What it is: "Smoke", "Door open". */
  readonly what: string;
  /** The page of its room. */
  readonly href: string;
  readonly name: string;
  /** 0 for smoke, 1 for a leak, 2 for anything else: the most urgent first. */
  readonly weight: number;
  /** The room's name; undefined for a device without a room. */
  readonly room: string | undefined;
  /** When it began, in ms since the epoch; undefined if unknown. */
  readonly since: number | undefined;
}

/** The alarms of the whole home, by weight and then the most recent first. */
export class AlarmList {
  readonly #app: App;
  readonly #clock: Ticking;
  readonly #rooms = $derived.by(() => this.#roomIds().map((id) => new RoomAlarms(this.#app, id)));
  readonly #devices = $derived.by(() => this.#rooms.flatMap(({ devices }) => devices));
  readonly #alarms = $derived.by(() => this.#sort());

  constructor(app: App, clock: Ticking = ageClock) {
    this.#app = app;
    this.#clock = clock;
  }

  /** Alarms of an unknown time come last, in the home's order. */
  get alarms(): readonly ActiveAlarm[] {
    return this.#alarms;
  }

  #roomIds(): readonly (number | null)[] {
    return [...this.#app.home.sections.flatMap(({ rooms }) => rooms.map(({ id }) => id)), null];
  }

  #sort(): readonly ActiveAlarm[] {
    if (this.#devices.length === 0) return [];
    const { now } = this.#clock;
    return this.#devices
      .map((device) => this.#describe(device, now))
      .sort((one, other) => one.weight - other.weight || (other.since ?? 0) - (one.since ?? 0));
  }

  #describe(device: Device, now: number): ActiveAlarm {
    const { room, key } = roomSlotOfDevice(device, (id) => this.#app.home.room(id));
    const name = room?.name.trim() ?? '';
    return {
      id: device.id,
      text: alarmText(device),
      what: alarmKind(device),
      href: `/rooms/${key}`,
      name: shortName(nameOf(device)),
      weight: weightOf(device),
      room: name === '' ? undefined : shortName(name),
      since: trippedSince(device, this.#app.home, now)
    };
  }
}

/** The devices of a room that are in alarm. A reading in one room does not recompute the others, nor the list while there is no alarm. */
class RoomAlarms {
  readonly #app: App;
  readonly #id: number | null;
  readonly #devices = $derived.by(() => {
    const devices = this.#app.home.roomDevices(this.#id).filter(isAlarm);
    return devices.length > 0 ? devices : NONE;
  });

  constructor(app: App, id: number | null) {
    this.#app = app;
    this.#id = id;
  }

  get devices(): readonly Device[] {
    return this.#devices;
  }
}

const NONE: readonly Device[] = [];

/** Smoke comes before water, and water before an open door. */
function weightOf(device: Device): number {
  const at = (['smoke', 'leak'] as const).findIndex((each) => each === meaningOf(device).detected);
  return at < 0 ? 2 : at;
}
