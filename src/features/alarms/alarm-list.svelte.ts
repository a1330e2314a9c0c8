import { MAX_ALARMS } from '#shared/alarms';
import type { Hazard } from '#shared/hazard-names';
import { isTripped, reportedHazardOf, weightOf } from '#shared/hazards';
import type { Device } from '#shared/home';
import { meaningOf } from '#shared/meaning';
import { trippedSince } from '#shared/reported-time';
import type { OtherHome } from '#shared/wire-live';
import { ageClock, type Ticking } from '$lib/i18n/ticker.svelte';
import { nameOf } from '$lib/kinds/device-name';
import { roomSlotOfDevice } from '$lib/kinds/room-slot';
import type { ShownAlarm } from '$lib/state/home/shown-alarm';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { baseOf, pathOf } from '$lib/state/path-of';
import type { ActiveAlarm, Seen } from './active-alarm';
import { alarmKind, alarmText, alarmWhat, dangerText, shortName } from './alarm-text';

/** How an alarm is seen: on a wall, and whether it is to be quiet until it is over. */
export interface Seeing {
  readonly isOnWall: boolean;
  readonly isQuiet?: boolean;
}

/**
 * The alarms of the whole home, those of hidden devices too, by weight and then the most recent first, and what endangers the other homes of
 * this browser. A hazard is one as long as its sensor reports it. What an armed sensor alarms of is told by the proxy.
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

  /** Tells the proxy that somebody has seen alarms at this screen. It decides which screens are silent then. */
  see(alarms: readonly ActiveAlarm[], { isOnWall, isQuiet = false }: Seeing): void {
    const ids = alarms.flatMap(({ id, isOwn }) => (id !== undefined && isOwn ? [id] : []));
    if (ids.length === 0) return;
    const body = {
      alarms: ids.slice(0, MAX_ALARMS),
      ...(isOnWall && { at: 'wall' as const }),
      ...(isQuiet && { isQuiet: true as const })
    };
    void this.#home.proxy.call('POST /api/controllers/:id/alarms/seen', { body });
  }

  #roomIds(): readonly (number | null)[] {
    return [...this.#home.state.sections.flatMap(({ rooms }) => rooms.map(({ id }) => id)), null];
  }

  #sort(): readonly ActiveAlarm[] {
    const others = (!this.#isAlone && this.#home.otherHomes.value) || [];
    const told = this.#home.alarms.value;
    const { now } = this.#clock;
    const dangers = [
      ...told.filter(isElsewhere).map(dangerOf),
      ...told.flatMap((alarm) => this.#armed(alarm, now)),
      ...others.flatMap((other) => other.dangers.map((kind) => dangerIn(other, kind)))
    ];
    if (this.#devices.length === 0 && dangers.length === 0) return [];
    const hazards = this.#devices.flatMap((device) => this.#hazard(device, now));
    return [...hazards, ...dangers].sort(
      (one, other) => one.weight - other.weight || (other.since ?? 0) - (one.since ?? 0)
    );
  }

  #hazard(device: Device, now: number): readonly ActiveAlarm[] {
    const kind = reportedHazardOf(device);
    if (kind === undefined) return [];
    const told = this.#home.alarms.value.find((each) => each.device === device.id && each.kind === kind);
    const since = trippedSince(device, this.#home.state, now);
    return [this.#describe(device, { key: `device ${device.id}`, kind, told, since })];
  }

  /** What an armed sensor alarms of, which may be calm again. */
  #armed(told: ShownAlarm, now: number): readonly ActiveAlarm[] {
    const { kind, device: id } = told;
    const device = kind === 'armed' && id !== undefined ? this.#home.state.device(id) : undefined;
    if (!device) return [];
    const since = trippedSince(device, this.#home.state, now) ?? told.since;
    return [this.#describe(device, { key: `armed ${told.id}`, kind, told, since })];
  }

  #describe(
    device: Device,
    {
      key,
      kind,
      told,
      since
    }: Pick<ActiveAlarm, 'key' | 'kind' | 'since'> & { readonly told: ShownAlarm | undefined }
  ): ActiveAlarm {
    const slot = roomSlotOfDevice(device, (id) => this.#home.state.room(id));
    const name = slot.room?.name.trim() ?? '';
    return {
      id: told?.id,
      seen: told && seenOf(told),
      isSilent: told?.isSilent === true,
      isOwn: true,
      isCalm: !isTripped(device),
      key,
      kind,
      device: device.id,
      detected: meaningOf(device).detected,
      text: alarmText(device),
      what: alarmWhat(device),
      weight: weightOf(kind),
      href: pathOf(this.#home, `/rooms/${slot.key}`),
      name: shortName(nameOf(device)),
      room: name === '' ? undefined : shortName(name),
      since
    };
  }
}

const seenOf = ({ seen, seenAt }: ShownAlarm): Seen | undefined =>
  seen && seenAt !== undefined ? { at: seenAt, by: seen.by, isQuiet: seen.isQuiet === true } : undefined;

/** Whether an alarm is of no device that this screen sees: a hazard in another room, a drill, or a sensor that was removed since. */
const isElsewhere = (alarm: ShownAlarm) => alarm.device === undefined;

function dangerOf(told: ShownAlarm): ActiveAlarm {
  const { id, room, since, isSilent } = told;
  const kind = told.kind === 'armed' ? 'tripped' : told.kind;
  const isDrill = kind === 'drill';
  return {
    key: `danger ${kind} ${room ?? ''}`,
    kind: told.kind,
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
    seen: seenOf(told),
    isSilent: isSilent === true,
    isOwn: true,
    isCalm: false
  };
}

/** What endangers another home. */
const dangerIn = ({ id, name }: OtherHome, kind: Hazard): ActiveAlarm => ({
  key: `home ${id} ${kind}`,
  kind,
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
  seen: undefined,
  isSilent: false,
  isOwn: false,
  isCalm: false
});

/** The devices of a room that report a hazard. A reading in one room does not recompute the others, nor the list while there is no alarm. */
class RoomAlarms {
  readonly #home: OpenHome;
  readonly #id: number | null;
  readonly devices: readonly Device[] = $derived.by(() => {
    const { state: home } = this.#home;
    const all = [...home.roomDevices(this.#id), ...home.hiddenDevices(this.#id)];
    const devices = all.filter((device) => reportedHazardOf(device) !== undefined);
    return devices.length > 0 ? devices : NONE;
  });

  constructor(home: OpenHome, id: number | null) {
    this.#home = home;
    this.#id = id;
  }
}

const NONE: readonly Device[] = [];
