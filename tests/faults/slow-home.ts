import { succeed } from '#shared/errors';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import type { Clock } from '#shared/clock';
import { Climate } from '../../proxy/virtual/dynamics/climate';
import { Effects } from '../../proxy/virtual/dynamics/effects';
import { startLife } from '../../proxy/virtual/dynamics/life';
import { Readings } from '../../proxy/virtual/dynamics/readings';
import { furnish } from '../../proxy/virtual/home/furnish';
import { LivingHome } from '../../proxy/virtual/home/living-home';
import { climatesOf, HOUSE } from '../../proxy/virtual/house/house';
import { randomOf } from '../../proxy/virtual/random';
import type { HandDeps } from '../../tools/soak/command-driver';

/** Delay from the acceptance of a command to its arrival at the device, on a busy radio, in ms. */
const RADIO_MS = [200, 3_000] as const;
/** Delay between a screen and the controller in each direction, in ms. */
const ROAD_MS = [10, 800] as const;
/** Levels are reported in multiples of this. */
const ROUNDS_TO = 5;

/**
 * The virtual house behind a slow network and a slow, rounding radio, seen by one screen. It uses no sockets
 * and one clock. Reports of the controller arrive late and in order; commands arrive at devices even later.
 */
export class SlowHome implements HandDeps {
  readonly clock: Clock;
  /** The real state of the house. */
  readonly home: LivingHome;
  readonly #effects: Effects;
  readonly #shown = new Map<number, Device>();
  readonly #radio: Lane;
  readonly #road: Lane;
  readonly #stopLife: () => void;

  /** @param onShown is called with each device whose shown state changes */
  constructor(clock: Clock, seed: number, onShown: (before: Device) => void) {
    this.clock = clock;
    this.home = new LivingHome(clock, () => undefined);
    const { fixtures, ...places } = furnish(HOUSE, clock.now(), null);
    const rounding = fixtures.map((fixture) => ({
      ...fixture,
      traits: { ...fixture.traits, roundsTo: ROUNDS_TO }
    }));
    this.home.add({ ...places, fixtures: rounding });
    const climate = new Climate(this.home, climatesOf(HOUSE), seed);
    const readings = new Readings(this.home, climate, seed);
    this.#effects = new Effects(this.home, clock, () => undefined);
    this.#radio = new Lane(clock, () => randomOf(seed, `radio ${clock.monotonic()}`).between(...RADIO_MS));
    this.#road = new Lane(clock, () => randomOf(seed, `road ${clock.monotonic()}`).between(...ROAD_MS));

    this.#stopLife = startLife({ home: this.home, clock, climate, readings, seed });
    for (const device of this.home.devices) this.#shown.set(device.id, device);
    this.home.onChange(({ after }) =>
      this.#road.send('to the screen', () => {
        const before = this.#shown.get(after.id);
        this.#shown.set(after.id, after);
        if (before) onShown(before);
      })
    );
  }

  device(id: number): Device | undefined {
    return this.#shown.get(id);
  }

  learn(device: Device): void {
    this.#shown.set(device.id, device);
  }

  async post(id: number, call: CommandCall) {
    await this.#road.pass('to the controller');
    this.#radio.send(`to ${id}`, () => {
      const device = this.home.device(id);
      const command = device && findCommand(device, call.method)?.prepare(call.params);
      if (device && command) this.#effects.carryOut(device, command);
    });
    await this.#road.pass('answers');
    return succeed(null);
  }

  async read(id: number) {
    await this.#road.pass('to the controller');
    const device = this.home.device(id);
    await this.#road.pass('answers');
    if (!device) throw new Error(`There is no device ${id}.`);
    return succeed(device);
  }

  /** Stops everything. */
  stop(): void {
    this.#stopLife();
    this.#effects.stop();
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
