import { isAlarm } from '$lib/kinds/controls/contact';
import { trippedSince } from '$lib/kinds/reported-time';
import { roomSlotOfDevice } from '$lib/kinds/room-slot';
import { ageClock, type Ticking } from '$lib/i18n/ticker.svelte';
import type { App } from '$lib/state/app.svelte';
import type { Device } from '#shared/home';
import { alarmText, shortName } from './alarm-text';

/** An alarm that is on now. */
export interface ActiveAlarm {
  /** The device's id. */
  readonly id: number;
  /** "Alarm: Back door open". */
  readonly text: string;
  /** The room's name; undefined for a device without a room. */
  readonly room: string | undefined;
  /** When it began, in ms since the epoch; undefined if unknown. */
  readonly since: number | undefined;
}

/** The alarms of the whole home, the most recent first. */
export class AlarmList {
  readonly #app: App;
  readonly #clock: Ticking;
  readonly #cells = $derived.by(() => this.#shownIds().map((id) => new AlarmCell(this.#app, id)));
  readonly #devices = $derived.by(() =>
    this.#cells.flatMap(({ isOn, id }) => (isOn ? (this.#app.home.device(id) ?? []) : []))
  );
  readonly #alarms = $derived.by(() => this.#sort());

  constructor(app: App, clock: Ticking = ageClock) {
    this.#app = app;
    this.#clock = clock;
  }

  /** Alarms of an unknown time come last, in the home's order. */
  get alarms(): readonly ActiveAlarm[] {
    return this.#alarms;
  }

  #shownIds(): readonly number[] {
    const { home } = this.#app;
    const rooms = home.sections.flatMap((section) => section.rooms.map(({ id }) => id));
    return [...rooms, null].flatMap((room) => home.roomDeviceIds(room));
  }

  #sort(): readonly ActiveAlarm[] {
    if (this.#devices.length === 0) return [];
    const { now } = this.#clock;
    return this.#devices
      .map((device) => this.#describe(device, now))
      .sort((one, other) => (other.since ?? 0) - (one.since ?? 0));
  }

  #describe(device: Device, now: number): ActiveAlarm {
    const { room } = roomSlotOfDevice(device, (id) => this.#app.home.room(id));
    const name = room?.name.trim() ?? '';
    return {
      id: device.id,
      text: alarmText(device),
      room: name === '' ? undefined : shortName(name),
      since: trippedSince(device, this.#app.home, now)
    };
  }
}

/** Whether a device is in alarm, as a derived of its own: a reading of one device does not recompute the others. */
class AlarmCell {
  readonly id: number;
  readonly #app: App;
  readonly #isOn = $derived.by(() => {
    const device = this.#app.home.device(this.id);
    return device !== undefined && isAlarm(device);
  });

  constructor(app: App, id: number) {
    this.#app = app;
    this.id = id;
  }

  get isOn(): boolean {
    return this.#isOn;
  }
}
