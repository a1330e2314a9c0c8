import { hazardOf, weightOf, type Hazard } from '#shared/hazards';
import type { Device } from '#shared/home';
import { isAlarm, meaningOf, type Detected } from '#shared/meaning';
import { trippedSince } from '#shared/reported-time';
import type { OtherHome } from '#shared/wire-live';
import { ageClock, type Ticking } from '$lib/i18n/ticker.svelte';
import { nameOf } from '$lib/kinds/device-name';
import { roomSlotOfDevice } from '$lib/kinds/room-slot';
import type { ShownAlarm } from '$lib/state/home/shown-alarm';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { baseOf, pathOf } from '$lib/state/path-of';
import { alarmKind, alarmText, dangerText, shortName } from './alarm-text';

/** An alarm that is on now. */
export interface ActiveAlarm {
  /** The same for the same alarm. */
  readonly key: string;
  /** Its device; null for one that this screen does not see. */
  readonly device: number | null;
  /** "Alarm: Back door open". */
  readonly text: string;
  /** What it is: "Smoke", "Door open". */
  readonly what: string;
  readonly detected: Detected;
  /** The page of its room, or of the alarms of another home; null for one that this screen does not see. */
  readonly href: string | null;
  /** The name of its device; undefined for one that this screen does not see. */
  readonly name: string | undefined;
  /** As `weightOf` a hazard, or greater for an armed sensor: the most urgent first. */
  readonly weight: number;
  /** The name of the room, or of the other home; undefined for a device without a room. */
  readonly room: string | undefined;
  /** When it began, in ms since the epoch; undefined if unknown. */
  readonly since: number | undefined;
  /** The proxy's id of it; undefined before it has told it. */
  readonly id: string | undefined;
  /** Whether somebody has seen it, at any screen. */
  readonly isSeen: boolean;
  /** Whether this screen may say so to all others. */
  readonly isOwn: boolean;
}

/**
 * The alarms of the whole home, those of hidden devices too, by weight and then the most recent first, and what endangers the other homes of
 * this browser.
 */
export class AlarmList {
  readonly #home: OpenHome;
  readonly #clock: Ticking;
  readonly #isAlone: boolean;
  readonly #rooms = $derived.by(() => this.#roomIds().map((id) => new RoomAlarms(this.#home, id)));
  readonly #devices = $derived.by(() => this.#rooms.flatMap(({ devices }) => devices));
  /** Alarms of an unknown time come last, in the home's order. */
  readonly alarms: readonly ActiveAlarm[] = $derived.by(() => this.#sort());

  /** @param isAlone whether it is of this home alone */
  constructor(home: OpenHome, clock: Ticking = ageClock, isAlone = false) {
    this.#home = home;
    this.#clock = clock;
    this.#isAlone = isAlone;
  }

  /** Tells the proxy that somebody has seen alarms, which silences all screens. */
  see(alarms: readonly ActiveAlarm[]): void {
    const seen = alarms.flatMap(({ id, isOwn }) => (id !== undefined && isOwn ? [id] : []));
    if (seen.length > 0)
      void this.#home.proxy.call('POST /api/controllers/:id/alarms/seen', { body: { alarms: seen } });
  }

  #roomIds(): readonly (number | null)[] {
    return [...this.#home.state.sections.flatMap(({ rooms }) => rooms.map(({ id }) => id)), null];
  }

  #sort(): readonly ActiveAlarm[] {
    const others = (!this.#isAlone && this.#home.otherHomes.value) || [];
    const dangers = [
      ...this.#home.alarms.value.filter(isElsewhere).map(dangerOf),
      ...others.flatMap((other) => other.dangers.map((kind) => dangerIn(other, kind)))
    ];
    if (this.#devices.length === 0 && dangers.length === 0) return [];
    const { now } = this.#clock;
    return [...this.#devices.map((device) => this.#describe(device, now)), ...dangers].sort(
      (one, other) => one.weight - other.weight || (other.since ?? 0) - (one.since ?? 0)
    );
  }

  #describe(device: Device, now: number): ActiveAlarm {
    const { room, key } = roomSlotOfDevice(device, (id) => this.#home.state.room(id));
    const name = room?.name.trim() ?? '';
    const { detected } = meaningOf(device);
    const kind = hazardOf(device) ?? 'armed';
    const told = this.#home.alarms.value.find((each) => each.device === device.id && each.kind === kind);
    return {
      id: told?.id,
      isSeen: told?.isSeen === true,
      isOwn: true,
      key: `device ${device.id}`,
      device: device.id,
      detected,
      text: alarmText(device),
      what: alarmKind(detected),
      weight: weightOf(kind),
      href: pathOf(this.#home, `/rooms/${key}`),
      name: shortName(nameOf(device)),
      room: name === '' ? undefined : shortName(name),
      since: trippedSince(device, this.#home.state, now)
    };
  }
}

/** Whether an alarm is of no device that this screen sees: a hazard in another room, or a drill. */
const isElsewhere = (alarm: ShownAlarm) => alarm.device === undefined && alarm.kind !== 'armed';

function dangerOf({ id, kind: told, room, since, isSeen }: ShownAlarm): ActiveAlarm {
  const kind = told === 'armed' ? 'tripped' : told;
  const isDrill = kind === 'drill';
  return {
    key: `danger ${kind} ${room ?? ''}`,
    device: null,
    href: null,
    name: undefined,
    since,
    text: isDrill ? alarmKind(kind) : dangerText(kind),
    what: alarmKind(kind),
    weight: weightOf(kind),
    detected: isDrill ? 'tripped' : kind,
    room: room === null ? undefined : shortName(room),
    id,
    isSeen: isSeen === true,
    isOwn: isDrill
  };
}

/** What endangers another home. */
const dangerIn = ({ id, name }: OtherHome, kind: Hazard): ActiveAlarm => ({
  key: `home ${id} ${kind}`,
  device: null,
  href: `${baseOf(id)}/now/alarms`,
  name: undefined,
  text: dangerText(kind),
  what: alarmKind(kind),
  weight: weightOf(kind),
  detected: kind,
  room: shortName(name),
  since: undefined,
  id: undefined,
  isSeen: false,
  isOwn: false
});

/** The devices of a room that are in alarm. A reading in one room does not recompute the others, nor the list while there is no alarm. */
class RoomAlarms {
  readonly #home: OpenHome;
  readonly #id: number | null;
  readonly devices: readonly Device[] = $derived.by(() => {
    const { state: home } = this.#home;
    const devices = [...home.roomDevices(this.#id), ...home.hiddenDevices(this.#id)].filter(isAlarm);
    return devices.length > 0 ? devices : NONE;
  });

  constructor(home: OpenHome, id: number | null) {
    this.#home = home;
    this.#id = id;
  }
}

const NONE: readonly Device[] = [];
