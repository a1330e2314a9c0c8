import type { CommandView } from '$lib/state/commands/commands.svelte';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import { BulkAction } from '../../../src/features/bulk-actions/bulk-action.svelte';
import type { BulkActionPlan } from '../../../src/features/bulk-actions/plan';
import { aDevice } from '../../lib/kinds/test-home';

export const aLamp = (id: number, more: Partial<Device> = {}): Device =>
  aDevice({
    id,
    type: 'DevSwitch',
    icon: 'lamp',
    interfaces: ['SwitchBinary'],
    params: { Status: true },
    ...more
  });

export const aDimmer = (id: number, Level: number, more: Partial<Device> = {}): Device =>
  aDevice({
    id,
    type: 'DevDimmer',
    interfaces: ['SwitchMultilevel', 'SwitchBinary'],
    params: { Level, Status: Level > 0 },
    ...more
  });

export const aShutter = (id: number, Level: number, more: Partial<Device> = {}): Device =>
  aDevice({
    id,
    type: 'DevShutter',
    interfaces: ['SwitchMultilevel', 'Shutter'],
    params: { Level },
    ...more
  });

/** The name of a step's command in a test: `1 setStatus false`. */
export const nameOfCall = (id: number, { method, params }: CommandCall): string =>
  [id, method, ...Object.values(params)].join(' ');

type View = Pick<CommandView, 'call' | 'phase' | 'failure'>;

/** A bulk action in its own home, whose clock, devices and responses the test controls. */
export class BulkActionBench {
  readonly sent: string[] = [];
  readonly round: BulkAction;
  isSameUser = true;
  #now = 1_000_000;
  #timers: { readonly at: number; readonly run: () => void }[] = [];
  #devices = $state.raw<Readonly<Record<number, Device | undefined>>>({});
  #views = $state.raw<Readonly<Record<number, readonly View[]>>>({});

  constructor(plan: BulkActionPlan, devices: readonly Device[] = plan.steps.map(({ device }) => device)) {
    this.#devices = Object.fromEntries(devices.map((device) => [device.id, device]));
    this.round = new BulkAction(plan, {
      commands: { send: (device, call) => this.#send(device, call), of: (id) => this.#of(id) },
      find: (id) => this.#devices[id],
      isSameUser: () => this.isSameUser,
      clock: { now: () => this.#now, after: (ms, run) => this.#after(ms, run) }
    });
    this.round.start();
  }

  /** The outcomes in the order of the plan. */
  get states(): readonly string[] {
    return this.round.entries.map(({ outcome }) => outcome.state);
  }

  get timers(): number {
    return this.#timers.length;
  }

  leave(): void {
    this.round.stop();
  }

  /** Advances time by this many ms, and runs what is due at its time. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (let due = this.#due(end); due; due = this.#due(end)) {
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
  }

  /** The screen sleeps: time passes, and nothing runs before the end. */
  sleep(ms: number): void {
    this.#now += ms;
    this.pass(0);
  }

  /** A device reports itself, and pending commands complete. */
  tell(device: Device): void {
    this.#devices = { ...this.#devices, [device.id]: device };
    this.#views = { ...this.#views, [device.id]: [] };
  }

  /** The device executes its command. */
  obey(id: number): void {
    const device = this.#devices[id];
    const call = this.#of(id).at(-1)?.call;
    if (!device || !call) throw new Error(`nothing to obey for ${id}`);
    const params = findCommand(device, call.method)?.prepare(call.params)?.apply(device.params);
    this.tell({ ...device, params: params ?? device.params });
  }

  remove(id: number): void {
    this.#devices = { ...this.#devices, [id]: undefined };
    this.#views = { ...this.#views, [id]: [] };
  }

  /** The final outcome of a device's command. */
  end(id: number, view: Omit<View, 'call'> | null): void {
    const call = this.#of(id).at(-1)?.call;
    if (!call) throw new Error(`no command for ${id}`);
    this.#views = { ...this.#views, [id]: view ? [{ ...view, call }] : [] };
  }

  #of(id: number): readonly CommandView[] {
    return (this.#views[id] ?? []).map((view) => ({
      ...view,
      id: 0,
      isVisible: true,
      retry: () => undefined,
      dismiss: () => undefined
    }));
  }

  #send(device: Device, call: CommandCall): void {
    this.sent.push(nameOfCall(device.id, call));
    this.#views = { ...this.#views, [device.id]: [{ call, phase: 'sending' }] };
  }

  #after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((other) => other !== timer));
  }

  #due(end: number) {
    return this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  }
}
