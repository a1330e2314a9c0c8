import type { Clock } from '#shared/clock';
import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import { hasControl } from '#shared/kinds';
import { meaningOf } from '$lib/kinds/meaning';
import { readingsOf } from '$lib/kinds/room-summary';
import type { App } from '$lib/state/app.svelte';
import type { DeviceStep } from '$lib/state/home/home-index';
import { onePerApp } from '$lib/state/one-per';
import { Timer } from '$lib/state/timer';
import type { Wall } from '$lib/state/wall/wall.svelte';
import { wallOf } from '$lib/state/wall/wall-of';
import { DelayMeter } from './delay-meter';
import { dimAt } from './dimming';
import { nextStepAt, NOBODY, stepPresence, type Presence, type PresenceEvent } from './presence';

/** What the senses depend on. */
export type RoomSensesDeps = Pick<App, 'home'> & {
  readonly environment: { readonly clock: Clock };
  readonly wall: Wall;
};

/** The sensors of the room that this tablet is in: motion wakes it, and darkness dims it. */
export class RoomSenses {
  readonly #deps: RoomSensesDeps;
  readonly #clock: Clock;
  readonly #step: Timer;
  readonly #meter = new DelayMeter();
  #presence: Presence = NOBODY;
  #delayMs = $state.raw<number | undefined>(undefined);
  readonly #devices = $derived.by(() => {
    const { roomId } = this.#deps.wall.settings;
    return roomId === null ? [] : this.#deps.home.roomDevices(roomId);
  });
  readonly #lux = $derived.by(() => this.#readLux());

  constructor(deps: RoomSensesDeps) {
    this.#deps = deps;
    this.#clock = deps.environment.clock;
    this.#step = new Timer(this.#clock);
  }

  /** Whether the room has a motion sensor. */
  get hasMotion(): boolean {
    return this.#sensors().length > 0;
  }

  /** Whether the room has a light sensor with a reading. */
  get hasLight(): boolean {
    return this.#lux !== undefined;
  }

  /** How late motion is reported here, in ms, as measured since the page was opened; undefined if it is not late. */
  get delayMs(): number | undefined {
    return this.#delayMs;
  }

  /**
   * How much of the screen's light is taken away, 0–1. Nothing while somebody uses the tablet, and in the night hours,
   * which have colours of their own.
   */
  get dim(): number {
    const { wall } = this.#deps;
    return wall.settings.dimsByLight && wall.phase !== 'awake' && !wall.night ? dimAt(this.#lux) : 0;
  }

  /** Starts to follow the sensors; returns a function that stops it. */
  start(): () => void {
    const stop = this.#deps.home.subscribe((steps) => this.#follow(steps));
    return () => {
      stop();
      this.#step.stop();
      this.#presence = NOBODY;
    };
  }

  /** The motion sensors of the room. Hidden ones sense too. */
  #sensors(): readonly Device[] {
    const { roomId } = this.#deps.wall.settings;
    const devices = this.#deps.home.home?.devices ?? [];
    return devices.filter((device) => device.room_id === roomId && sensesMotion(device));
  }

  #readLux(): number | undefined {
    const { home, wall } = this.#deps;
    const { roomId } = wall.settings;
    const room = roomId === null ? undefined : home.room(roomId);
    return room && readingsOf(room, this.#devices, (id) => home.device(id)).light?.value;
  }

  #follow(steps: readonly DeviceStep[]): void {
    const { roomId } = this.#deps.wall.settings;
    if (roomId === null) return;
    for (const { before, after } of steps) {
      if (after?.room_id !== roomId || !sensesMotion(after)) continue;
      const { isTripped, lastTrip } = readSensorBinary(after.params);
      const old = before && readSensorBinary(before.params);
      // The first reading of a home is no event.
      if (!old) continue;
      if (isTripped === true && (old.isTripped !== true || old.lastTrip !== lastTrip)) this.#move(lastTrip);
      else if (isTripped === false && old.isTripped === true && !this.#isAnyTripped()) this.#apply('still');
    }
  }

  #move(lastTrip: number | undefined): void {
    if (lastTrip !== undefined) {
      this.#meter.add(this.#clock.now(), lastTrip);
      this.#delayMs = this.#meter.delayMs;
    }
    this.#apply('moved');
  }

  #isAnyTripped(): boolean {
    return this.#sensors().some(({ params }) => readSensorBinary(params).isTripped === true);
  }

  #apply(event: PresenceEvent): void {
    const { wall } = this.#deps;
    const at = this.#clock.monotonic();
    const step = stepPresence(this.#presence, event, at, { rules: wall.settings, isNight: wall.night });
    this.#presence = step.presence;
    if (step.isNoticed) wall.wake('motion');
    const next = nextStepAt(step.presence, at);
    if (next === null) this.#step.stop();
    else this.#step.set(next - at, () => this.#apply('due'));
  }
}

/** Whether a device detects motion. */
const sensesMotion = (device: Device): boolean =>
  hasControl(device, 'contact') && meaningOf(device).nature === 'motion';

/** Returns the senses of this tablet. */
export const roomSensesOf = onePerApp(
  (app) => new RoomSenses({ home: app.home, environment: app.environment, wall: wallOf(app) })
);
