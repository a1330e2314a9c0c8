import type { Device, Params } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { setColor } from '#shared/interfaces/switch-color';
import type { Scene, SceneBody, SceneCommand } from '#shared/scenes';
import { sensitiveKindOf } from '#shared/sensitive';
import { findSendable } from '$lib/state/commands/sendable';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { callsAsNow, isThere, offeredCommands, type Offer } from './scene-calls';
import type { SceneIcon } from './scene-icons';

/** The part of the home that a draft depends on. */
type DraftHome = Pick<OpenHome, 'state'>;

/** A scene while it is edited. It sends nothing. */
export class SceneDraft {
  readonly #home: DraftHome;
  name = $state('');
  icon = $state<string>('scene');
  #commands = $state.raw<readonly SceneCommand[]>([]);

  constructor(home: DraftHome, scene?: Scene) {
    this.#home = home;
    if (!scene) return;
    this.name = scene.name;
    this.icon = scene.icon;
    this.#commands = scene.commands;
  }

  /** What it sets, in the order in which it is sent. Reactive. */
  get commands(): readonly SceneCommand[] {
    return this.#commands;
  }

  /** What it sends to the proxy. */
  get body(): SceneBody {
    return { name: this.name.trim(), icon: this.icon, commands: this.#commands };
  }

  /** The ids of its devices that have gone, or whose ids others have now. Reactive (home). */
  get gone(): readonly number[] {
    const ids = this.#commands.map(({ device }) => device);
    return ids.filter((id, at) => ids.indexOf(id) === at && this.callsOf(id).length === 0);
  }

  /** The calls for a device that is there. Reactive (home). */
  callsOf(id: number): readonly SceneCommand[] {
    const device = this.#home.state.reportedDevice(id);
    return this.#commands.filter((command) => command.device === id && isThere(command, device));
  }

  /** The parameters of a device that is there, as the scene leaves them. Reactive (home). */
  paramsOf(device: Device): Params {
    return this.callsOf(device.id).reduce(
      (params, { method, params: args }) =>
        findSendable(device, method)?.prepare(args)?.apply(params) ?? params,
      device.params
    );
  }

  /** Takes devices in as they are now, in place of what was chosen for them. What asks by itself only if it is in already. */
  capture(devices: readonly Device[]): void {
    for (const device of devices)
      if (!sensitiveKindOf(device) || this.callsOf(device.id).length > 0)
        this.set(device.id, callsAsNow(device));
  }

  /** Sets what it does with a device; nothing leaves it out. A command for a value replaces the one before. */
  set(device: number, calls: readonly CommandCall[]): void {
    const others = this.#commands.filter((command) => command.device !== device);
    this.#commands = [
      ...others,
      ...calls.map((call) => ({ device, method: call.method, params: { ...call.params } }))
    ];
  }

  /** Changes one call of a device, in place of those that set the same: a setpoint of the same mode. A colour stays before the level. */
  change(device: number, call: CommandCall, replaces: readonly string[]): void {
    const { setpointType } = call.params;
    const kept = this.callsOf(device).filter(
      ({ method, params }) => !replaces.includes(method) || params['setpointType'] !== setpointType
    );
    this.set(device, call.method === setColor.method ? [call, ...kept] : [...kept, call]);
  }

  /** Takes over an offered scene. */
  take(offer: Offer, name: string, icon: SceneIcon, devices: readonly Device[]): void {
    this.name = name;
    this.icon = icon;
    this.#commands = offeredCommands(offer, devices);
  }
}
