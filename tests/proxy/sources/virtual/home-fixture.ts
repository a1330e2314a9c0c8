import type { Clock } from '#shared/clock';
import { findCommand } from '#shared/interfaces/registry';
import { changeEvent, type ControllerEvent } from '../../../../proxy/sources/served/events';
import type { ChangedDevice } from '../../../../proxy/sources/served/source';
import { VirtualClock } from '../../../../proxy/sources/virtual/clock';
import { Effects } from '../../../../proxy/sources/virtual/dynamics/effects';
import { furnish } from '../../../../proxy/sources/virtual/home/furnish';
import { LivingHome } from '../../../../proxy/sources/virtual/home/living-home';
import { HOUSE } from '../../../../proxy/sources/virtual/house/house';

/** The virtual house without a network: commands go in directly, events come out as a list. */
export class HomeFixture {
  readonly events: ControllerEvent[] = [];
  readonly #statuses: { readonly id: number; readonly status: string }[] = [];
  readonly home: LivingHome;
  readonly effects: Effects;
  readonly clock: VirtualClock;

  constructor(clock: Clock) {
    const publish = (changed: ChangedDevice) => {
      const event = changeEvent(changed);
      if (event) this.events.push(event);
    };
    this.clock = new VirtualClock(clock);
    this.home = new LivingHome(clock, publish);
    this.home.add(furnish(HOUSE, clock.now()));
    this.home.onLists(() => this.events.push({ type: 'DeviceListChanged' }));
    this.effects = new Effects(this.home, this.clock, publish);
  }

  /** Executes a command as if it had been accepted. */
  act(id: number, method: string, params: object = {}) {
    const device = this.home.device(id);
    const command = device && findCommand(device, method)?.prepare(params);
    if (!device || !command) throw new Error(`Device ${id} takes no ${method} ${JSON.stringify(params)}`);
    this.#statuses.push({ id, status: this.effects.carryOut(device, command) });
  }

  param(id: number, name: string): unknown {
    return this.home.device(id)?.params[name];
  }

  /** The values of a device's parameter, in order. */
  reportedValues(id: number, name: string): unknown[] {
    return this.events.flatMap((event) =>
      event.type === 'DeviceChanged' && event.device_id === id
        ? event.params.filter((param) => param.name === name).map(({ new_value }) => new_value)
        : []
    );
  }

  /** What became of the commands to a device. */
  reports(id: number): string[] {
    return this.#statuses.flatMap((report) => (report.id === id ? [report.status] : []));
  }
}
