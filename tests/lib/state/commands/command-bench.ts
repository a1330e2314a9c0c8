import { applyAll, phaseOf, type CommandEntry } from '../../../../src/lib/state/commands/command-entry';
import type { CommandEffect, CommandEvent } from '../../../../src/lib/state/commands/command-events';
import { nextTick, stepCommands } from '../../../../src/lib/state/commands/command-machine';
import type { ClientCode } from '../../../../src/lib/state/connection/failure';
import type { Device, Params } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { aDevice } from '../test-home';

/** One device with its confirmed values and its commands, on a manual clock. */
export class Bench {
  at = 0;
  device: Device;
  entries: readonly CommandEntry[] = [];
  effects: CommandEffect[] = [];
  #lastId = 0;

  constructor(interfaces: string[], params: Params) {
    this.device = aDevice({ id: 1, interfaces, params });
  }

  /** Sends a command. Returns its id. */
  send(call: CommandCall, isHeld = false): number {
    const prepared = findCommand(this.device, call.method)?.prepare(call.params);
    if (!prepared) throw new Error('not offered');
    const id = ++this.#lastId;
    this.step({ type: 'send', id, prepared, expectation: prepared.expect(this.device), isHeld });
    return id;
  }

  /** Sends a command, which the controller accepts at once. */
  accepted(call: CommandCall): number {
    const id = this.send(call);
    this.accept(id);
    return id;
  }

  accept(id: number): void {
    this.step({ type: 'accepted', id });
  }

  refuse(id: number, code: ClientCode): void {
    this.step({ type: 'refused', id, failure: { code, message: code } });
  }

  /** Reports new values. */
  told(params: Params): void {
    const before = this.device.params;
    this.device = { ...this.device, params: { ...before, ...params } };
    this.step({ type: 'changed', before });
  }

  readBack(id: number, params: Params | null): void {
    this.step({ type: 'read', id, params });
  }

  /** Advances time, with ticks when they are due. */
  wait(ms: number): void {
    const end = this.at + ms;
    while (nextTick(this.entries) <= end) {
      this.at = Math.max(this.at, nextTick(this.entries));
      this.step({ type: 'tick' });
    }
    this.at = end;
  }

  step(event: CommandEvent): void {
    const { entries, effects } = stepCommands(this.entries, event, {
      at: this.at,
      params: this.device.params
    });
    this.entries = entries;
    this.effects.push(...effects);
  }

  /** The visible state of the commands. */
  get phases(): string[] {
    return this.entries.filter(({ isReplaced }) => !isReplaced).map(phaseOf);
  }

  get shown(): Params {
    return applyAll(this.entries, this.device.params);
  }

  get done(): boolean {
    return this.entries.length === 0;
  }

  /** The effects since the last call, as `post 1`. */
  get takeEffects(): string[] {
    return this.effects.splice(0).map(({ type, id }) => `${type} ${id}`);
  }
}

/** A switch. */
export const aSwitch = (isOn = false) => new Bench(['SwitchBinary'], { Status: isOn });
export const aDimmer = (level = 0) =>
  new Bench(['SwitchBinary', 'SwitchMultilevel'], { Level: level, Status: level > 0 });
export const aShutter = (level = 0) =>
  new Bench(['Shutter', 'SwitchBinary', 'SwitchMultilevel'], { Level: level, Status: level > 0 });
export const aValve = () =>
  new Bench(['ThermostatSetpoint', 'WakeUp'], {
    currentSetpoints: { Heat: 20, Cool: 25 },
    wakeUpInterval: 300
  });
/** Calls. */
export const on = setStatus.call({ status: true });
export const off = setStatus.call({ status: false });
export const level = (value: number) => setLevel.call({ level: value });
