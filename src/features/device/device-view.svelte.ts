import { isHazardSensor, isTripped } from '#shared/hazards';
import type { Device } from '#shared/home';
import type { Command, CommandCall, PreparedCommand } from '#shared/interfaces/interface';
import { readLevel } from '#shared/interfaces/level';
import { readThermostatSetpoint } from '#shared/interfaces/readings';
import { mainControlOf } from '#shared/kinds';
import { isAlarm } from '#shared/meaning';
import { trippedSince } from '#shared/reported-time';
import { askFirst } from '$features/device/ask-first';
import { NO_LIST, type MethodList, type Availability } from '$features/device/controls/availability';
import { fullNameOf } from '$features/view-models/full-name';
import type { Progress, Tone } from '$lib/components/tone';
import { errorMessage } from '$lib/i18n/error-message';
import { t } from '$lib/i18n/i18n.svelte';
import { ageClock } from '$lib/i18n/ticker.svelte';
import { sinceTime } from '$lib/i18n/time';
import { isBatteryLow } from '$lib/kinds/battery';
import { commandLabel } from '$lib/kinds/command-labels';
import { stateLabel } from '$lib/kinds/control-summary';
import { presentDevice, type DevicePresentation } from '$lib/kinds/device-presentation';
import { aboutTime } from '$lib/kinds/reported-age';
import { roomSlotOfDevice } from '$lib/kinds/room-slot';
import { surroundingsOf, type Surroundings } from '$lib/kinds/surroundings';
import type { CommandView } from '$lib/state/commands/command-view';
import type { Commands } from '$lib/state/commands/commands';
import { HomeCommands } from '$lib/state/commands/home-commands';
import { findSendable } from '$lib/state/commands/sendable';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { DeviceValues } from './device-values';

/** A sensor that is tripped for longer than this, in ms, carries its time. */
const LASTING_MS = 60 * 60_000;

/**
 * The view model of a device, for its tile and its sheet: its values with pending commands and the value under the
 * finger applied, its texts, and its commands.
 */
export class DeviceView {
  readonly #home: OpenHome;
  readonly #commands: Commands;
  readonly #confirmed: () => Device;
  readonly #methods: MethodList;
  readonly #shown = $derived.by(() => this.#withPreview(this.#commands.shown(this.#confirmed())));
  /** Its values, typed, for its controls. */
  readonly values: DeviceValues = $derived.by(
    () => new DeviceValues(this.#shown.params, this.#commands.stepOf(this.#shown.id))
  );
  #preview = $state.raw<PreparedCommand | null>(null);
  /** What its texts depend on besides itself, if it is a thermostat. */
  readonly surroundings: Surroundings = $derived.by(() => this.#around());
  readonly presentation: DevicePresentation = $derived.by(() => this.#present());
  readonly #command = $derived.by(() => this.#mostTelling());
  /** The devices for which its tile stands too. */
  readonly #companions = $derived.by(() => this.#home.state.companionsOf(this.#confirmed().id));
  /** Those of them that are sensors of other hazards. */
  readonly #detectors = $derived.by(() => this.#companions.filter(isHazardSensor));

  /**
   * @param confirmed the device's confirmed values; reactive
   * @param methods the controller's list of the device's methods; a tile has none
   */
  constructor(home: OpenHome, confirmed: () => Device, methods: MethodList = NO_LIST) {
    this.#methods = methods;
    this.#home = home;
    this.#commands = home.service(HomeCommands);
    this.#confirmed = confirmed;
  }

  get device(): Device {
    return this.#shown;
  }

  /** Since when a sensor is tripped, if that is hours ago: a motion of then is none of now. Empty otherwise. */
  get lasting(): string {
    const tripped = [this.#shown, ...this.#detectors].find(isTripped);
    if (!tripped || mainControlOf(tripped) !== 'contact') return '';
    const { now } = ageClock;
    const since = trippedSince(tripped, this.#home.state, now);
    if (since === undefined || now - since < LASTING_MS) return '';
    return t('alarm.since', { time: aboutTime(sinceTime(since, now), this.#home.state) });
  }

  /** What a thermostat does: "Heating"; empty if unknown, and for other devices. */
  get doing(): string {
    return stateLabel(this.#shown.params) ?? '';
  }

  get tone(): Tone {
    return this.presentation.tone;
  }

  /** The progress of its command, once it is visible. Null for a dead device, whose state is in the summary. */
  get progress(): Progress | null {
    return this.#command?.phase ?? null;
  }

  /** The name of the other screen that began its command, if this screen may know. */
  get by(): string | undefined {
    return this.#command?.by;
  }

  /** Why its command failed, what the device has rounded its value to, or what it does once it wakes up. */
  get reason(): string | undefined {
    if (this.#command?.phase === 'waiting')
      return t('value.whenAwake', { what: commandLabel(this.#command.call) });
    if (this.#command?.phase === 'rounded') {
      const { method, params } = this.#command.call;
      const { params: reported } = this.#confirmed();
      const setpoint = readThermostatSetpoint(reported).setpoints[String(params['setpointType'])];
      const call = { method, params: { level: readLevel(reported), setpoint } };
      return t('value.rounded', { value: commandLabel(call) });
    }
    return this.#command?.failure && errorMessage(this.#command.failure);
  }

  /** Sends a failed or unconfirmed command again; undefined if there is none, or no command can be sent now. */
  get retry(): (() => void) | undefined {
    const command = this.#command;
    return command?.isOver && !this.isDisabled ? () => this.repeat(command) : undefined;
  }

  /** Since when its values are stale, in ms since the epoch; undefined while they are current. */
  get since(): number | undefined {
    return this.#home.link.isLive ? undefined : (this.#home.state.asOf ?? undefined);
  }

  /**
   * Whether no command can be sent to it now. Just after a resume commands are accepted, since the user is faster than
   * the link.
   */
  get isDisabled(): boolean {
    const { isLive, isResuming } = this.#home.link;
    return !(isLive || isResuming) || !this.#shown.alive || this.#home.session.isReadOnly;
  }

  get isAlarm(): boolean {
    return [this.#shown, ...this.#detectors].some(isAlarm);
  }

  /** Whether its battery is low, or that of a companion, which is mostly the same one. */
  get isBatteryLow(): boolean {
    return [this.#shown, ...this.#companions].some(isBatteryLow);
  }

  /** Its visible commands, oldest first: under way, unconfirmed or failed. */
  get commands(): readonly CommandView[] {
    return this.#commands.of(this.#confirmed().id).filter(({ isVisible }) => isVisible);
  }

  /** Whether it takes a command. */
  offers(command: Pick<Command, 'method'>): boolean {
    return this.availabilityOf(command) === 'offered';
  }

  /** The availability of a command: by its interfaces, and by the controller's list. A lock takes none, nor does what only shows its state. */
  availabilityOf({ method }: Pick<Command, 'method'>): Availability {
    return findSendable(this.#shown, method) ? this.#methods.availabilityOf(method) : 'absent';
  }

  /** Shows the device as if a command had its effect, while a finger chooses the value; null ends that. Sends nothing. */
  preview(call: CommandCall | null): void {
    this.#preview = call && (findSendable(this.#confirmed(), call.method)?.prepare(call.params) ?? null);
  }

  /** Sends a command that a person chose. One that opens an entrance asks before, and so does a device that asks first. */
  send(call: CommandCall): void {
    this.#ask(call, () => this.#commands.send(this.#confirmed(), call));
  }

  /** Sends a command again, as `send` does. */
  repeat(command: CommandView): void {
    this.#ask(command.call, () => command.retry());
  }

  #ask(call: CommandCall, run: () => void): void {
    askFirst(this.#home, [{ device: this.#confirmed().id, call }], run);
  }

  #withPreview(device: Device): Device {
    return this.#preview ? { ...device, params: this.#preview.apply(device.params) } : device;
  }

  #around(): Surroundings {
    const { state: home } = this.#home;
    const { room } = roomSlotOfDevice(this.#shown, (id) => home.room(id));
    return surroundingsOf(this.#shown, room, home);
  }

  /** Shows a moving shutter as opening or closing, instead of its target, unless a finger chooses its level. */
  #present(): DevicePresentation {
    const presentation = {
      ...presentDevice(this.#shown, this.surroundings, this.#detectors),
      name: fullNameOf(this.#shown, this.#home)
    };
    if (this.#preview || this.#command?.phase !== 'moving' || mainControlOf(this.#shown) !== 'shutter')
      return presentation;
    const from = readLevel(this.#confirmed().params) ?? 0;
    const to = readLevel(this.#shown.params) ?? from;
    if (from === to) return presentation;
    return { ...presentation, tone: 'shutter', summary: t(to > from ? 'device.opening' : 'device.closing') };
  }

  /** Returns the command to show: failures before commands under way, newer ones before older ones. */
  #mostTelling(): CommandView | undefined {
    const visible = this.commands;
    return visible.filter(({ phase }) => phase === 'failed').at(-1) ?? visible.at(-1);
  }
}
