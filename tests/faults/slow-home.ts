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
import type { HandDeps } from '../../tools/soak/hand';

/** Milliseconds from the acceptance of a command until a crowded radio has carried it to its device. */
const RADIO_MS = [200, 3_000] as const;
/** Milliseconds from a screen to the controller, or back. */
const ROAD_MS = [10, 800] as const;
/** Levels are told in steps of this. */
const ROUNDS_TO = 5;

/**
 * The virtual house behind a slow road and a slow, rounding radio, as one screen sees it; no sockets, all on one clock. What the
 * controller tells arrives late and in order; what a device is told arrives later still.
 */
export class SlowHome implements HandDeps {
  readonly clock: Clock;
  /** The house as it is. */
  readonly home: LivingHome;
  readonly #effects: Effects;
  readonly #shown = new Map<number, Device>();
  readonly #radio: Lane;
  readonly #road: Lane;
  readonly #stopLife: () => void;

  /** @param onShown hears of each device that the screen shows otherwise than before */
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

  /** Ends all of it. */
  stop(): void {
    this.#stopLife();
    this.#effects.stop();
  }
}

/** A way that takes time, on which nothing overtakes what goes to the same place. */
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
