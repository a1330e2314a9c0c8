import type { CommandEntry } from '#shared/commands/command-entry';
import type { Device, Params } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { applyAll, phaseOf, type ShownCommand } from '../../../../src/lib/state/commands/shown-command';
import {
  nextTick,
  stepShownCommands,
  type ShownCommandEvent
} from '../../../../src/lib/state/commands/shown-command-machine';
import type { ProxyMemory } from '../../../../src/lib/state/connection/command-feed';
import type { ClientCode } from '../../../../src/lib/state/proxy/failure';
import { aDevice } from '../test-home';

/** One dimmer with its confirmed values and the commands that a page shows for it, on a manual clock. */
export class ShownCommands {
  at = 0;
  connection = 1;
  instance: string | null = 'p1';
  device: Device = aDevice({
    id: 1,
    interfaces: ['SwitchBinary', 'SwitchMultilevel'],
    params: { Level: 0, Status: false }
  });
  commands: readonly ShownCommand[] = [];

  /** Sends a command of this page. */
  send(id: string, call: CommandCall, isHeld = false): void {
    const prepared = findCommand(this.device, call.method)?.prepare(call.params);
    if (!prepared) throw new Error('not offered');
    const expectation = prepared.expect(this.device);
    this.step({ type: 'send', id, prepared, expectation, sending: isHeld ? null : this.#now() });
  }

  taken = (id: string) => this.step({ type: 'answered', id, failure: null });
  released = (id: string) => this.step({ type: 'released', id, sending: this.#now() });
  read = (params: Params | null) => this.step({ type: 'read', params });

  refused(id: string, code: ClientCode): void {
    this.step({ type: 'answered', id, failure: { code, message: code } });
  }

  /** The proxy says a new state of a command. */
  reported(id: string, state: CommandEntry['state'], more: Partial<CommandEntry> = {}): void {
    this.step({ type: 'reported', entry: anEntry(id, state, more), params: this.device.params });
  }

  /** A new connection begins, with all that the proxy knows. By default it remembers all batches since its start. */
  reconnected(entries: readonly CommandEntry[] = [], memory: Partial<ProxyMemory> = {}): void {
    this.connection += 1;
    this.listed(entries, memory);
  }

  /** A list on this connection. */
  listed(entries: readonly CommandEntry[], known: Partial<ProxyMemory> = {}): void {
    const memory = { instance: this.instance, remembered: [], since: -1, ...known };
    this.step({ type: 'listed', list: { entries, memory, connection: this.connection } });
  }

  /** The device reports values. */
  changed(params: Params): void {
    this.device = { ...this.device, params: { ...this.device.params, ...params } };
    this.step({ type: 'changed', params: this.device.params });
  }

  /** Advances time, with ticks when they are due. */
  wait(ms: number): void {
    const end = this.at + ms;
    while (nextTick(this.commands) <= end) {
      this.at = Math.max(this.at, nextTick(this.commands));
      this.step({ type: 'tick' });
    }
    this.at = end;
  }

  step(event: ShownCommandEvent): void {
    this.commands = stepShownCommands(this.commands, event, this.at);
  }

  /** The phases of what a tile shows. */
  get phases(): string[] {
    return this.commands.filter(({ isReplaced }) => !isReplaced).map((command) => phaseOf(command, true));
  }

  /** The values of the tile. */
  get shown(): Params {
    return applyAll(this.commands, this.device.params);
  }

  #now() {
    return { instance: this.instance, connection: this.connection, at: this.at };
  }
}

/** An entry of the proxy for device 1. */
export const anEntry = (
  id: string,
  state: CommandEntry['state'],
  more: Partial<CommandEntry> = {}
): CommandEntry => ({
  id,
  batch: id.split('.')[0] ?? null,
  device: 1,
  method: 'setStatus',
  params: { status: true },
  state,
  by: null,
  at: 1,
  ...more
});

/** Calls. */
export const on = setStatus.call({ status: true });
export const off = setStatus.call({ status: false });
export const level = (value: number) => setLevel.call({ level: value });
