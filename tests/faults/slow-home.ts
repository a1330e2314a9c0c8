import type { Clock } from '#shared/clock';
import { isOpen, type CommandState } from '#shared/commands/command-entry';
import { succeed } from '#shared/errors';
import type { Device, Params } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import { CommandExecutor } from '../../proxy/server/commands/command-executor';
import type { Job } from '../../proxy/server/commands/job';
import { VirtualClock } from '../../proxy/sources/virtual/clock';
import { climateOf } from '../../proxy/sources/virtual/dynamics/climate';
import { Effects } from '../../proxy/sources/virtual/dynamics/effects';
import { startLife } from '../../proxy/sources/virtual/dynamics/life';
import { readingsOf } from '../../proxy/sources/virtual/dynamics/readings';
import { furnish } from '../../proxy/sources/virtual/home/furnish';
import { LivingHome } from '../../proxy/sources/virtual/home/living-home';
import { climatesOf, HOUSE } from '../../proxy/sources/virtual/house/house';
import { randomOf } from '../../proxy/sources/virtual/random';

/** Delay from the acceptance of a command to its arrival at the device, on a busy radio, in ms. */
const RADIO_MS = [200, 3_000] as const;
/** Delay between the proxy and the controller in each direction, in ms. */
const ROAD_MS = [10, 800] as const;
/** Levels are reported in multiples of this. */
const ROUNDS_TO = 5;

/**
 * The virtual house behind a slow network and a slow, rounding radio, with the proxy's executor of commands. It uses no
 * sockets and one clock. Reports of the controller arrive late and in order; commands arrive at devices even later.
 */
export class SlowHome {
  readonly clock: Clock;
  /** The real state of the house. */
  readonly home: LivingHome;
  readonly #effects: Effects;
  readonly #shown = new Map<number, Device>();
  readonly #radio: Lane;
  readonly #road: Lane;
  /** The clock of what the house does by itself and by commands. */
  readonly #houseClock: VirtualClock;
  readonly #executor: CommandExecutor;
  readonly #ends = new Map<string, (state: CommandState) => void>();
  #pressed = 0;

  constructor(clock: Clock, seed: number) {
    this.clock = clock;
    this.#houseClock = new VirtualClock(clock);
    this.home = new LivingHome(clock, () => undefined);
    const { traits, ...parts } = furnish(HOUSE, clock.now());
    const rounding = [...traits].map(([id, own]) => [id, { ...own, roundsTo: ROUNDS_TO }] as const);
    this.home.add({ ...parts, traits: new Map(rounding) });
    const climate = climateOf(this.home, climatesOf(HOUSE), seed, clock.now());
    const readings = readingsOf(this.home, climate, seed);
    this.#effects = new Effects(this.home, this.#houseClock, () => undefined);
    this.#radio = new Lane(clock, () => randomOf(seed, `radio ${clock.monotonic()}`).between(...RADIO_MS));
    this.#road = new Lane(clock, () => randomOf(seed, `road ${clock.monotonic()}`).between(...ROAD_MS));

    startLife({ home: this.home, clock: this.#houseClock, climate, readings, seed });
    for (const device of this.home.devices) this.#shown.set(device.id, device);
    this.home.onChange(({ after }) => this.#road.send('to the proxy', () => this.#learn(after)));
    this.#executor = new CommandExecutor(clock, {
      device: (id) => this.#shown.get(id),
      send: (job) => this.#send(job),
      read: (job) => this.#read(job),
      follow: () => undefined,
      onChanged: (jobs) => {
        for (const { id, state } of jobs) if (!isOpen(state)) this.#ends.get(id)?.(state);
      }
    });
  }

  device(id: number): Device | undefined {
    return this.#shown.get(id);
  }

  /** Posts a command to a device. Resolves with its end. */
  press(device: number, call: CommandCall): Promise<CommandState> {
    const target = this.#shown.get(device);
    const prepared = target && findCommand(target, call.method)?.prepare(call.params);
    if (!prepared) throw new Error(`Device ${device} does not offer ${call.method}.`);
    const id = `${++this.#pressed}`;
    const ended = new Promise<CommandState>((resolve) => this.#ends.set(id, resolve));
    this.#executor.post([
      {
        id,
        batch: id,
        screen: 'kitchen',
        screenName: 'Kitchen',
        device,
        prepared,
        isUrgent: call.method.startsWith('stop'),
        expiresAt: Infinity
      }
    ]);
    return ended;
  }

  #learn(device: Device): void {
    const before = this.#shown.get(device.id);
    this.#shown.set(device.id, device);
    if (before) this.#executor.changed(device.id, before.params);
  }

  async #send({ device: id, prepared: { call } }: Job) {
    await this.#road.pass('to the controller');
    this.#radio.send(`to ${id}`, () => {
      const device = this.home.device(id);
      const command = device && findCommand(device, call.method)?.prepare(call.params);
      if (device && command) this.#effects.carryOut(device, command);
    });
    await this.#road.pass('answers');
    return succeed({ status: 200, retryAfter: undefined, contentLength: undefined, body: null });
  }

  async #read({ device: id }: Job): Promise<Params> {
    await this.#road.pass('to the controller');
    const device = this.home.device(id);
    await this.#road.pass('answers');
    if (!device) throw new Error(`There is no device ${id}.`);
    this.#learn(device);
    return device.params;
  }

  /** Stops everything. */
  stop(): void {
    this.#houseClock.cancelAll();
    this.#executor.stop();
  }
}

/** A delayed channel that keeps the order for each destination. */
class Lane {
  readonly #clock: Clock;
  readonly #takes: () => number;
  readonly #lastAt = new Map<string, number>();

  constructor(clock: Clock, takes: () => number) {
    this.#clock = clock;
    this.#takes = takes;
  }

  send(place: string, arrive: () => void): void {
    const now = this.#clock.monotonic();
    const at = Math.max(this.#lastAt.get(place) ?? 0, now + this.#takes());
    this.#lastAt.set(place, at);
    this.#clock.after(at - now, arrive);
  }

  pass(place: string): Promise<void> {
    return new Promise((resolve) => this.send(place, resolve));
  }
}
