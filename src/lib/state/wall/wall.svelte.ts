import { every, type Clock } from '#shared/clock';
import type { PageEvents } from '../base/page-events';
import { Timer } from '../base/timer';
import { Persisted } from '../preferences/persisted.svelte';
import { WALL_SETTING, type Settings } from '../preferences/settings';
import {
  nextStepAt,
  startIdle,
  stepIdle,
  type IdleEvent,
  type WakeReason,
  type WallPhase
} from './idle-machine';
import { decodeWallSettings, isNight, type WallSettings } from './wall-settings';

/** What wall mode depends on. */
export interface WallEnvironment {
  readonly clock: Clock;
  readonly page: PageEvents;
  readonly settings: Settings;
}

/** Milliseconds in which a tablet that is cleaned ignores input. */
const CLEANING_MS = 30_000;

/** Milliseconds between checks whether the night hours have begun or ended. */
const NIGHT_CHECK_INTERVAL_MS = 15_000;

/**
 * The wall mode of this tablet: its settings, what it shows while nobody uses it, and the night hours. Its code is
 * loaded only where wall mode was on before, and by the settings.
 */
export class Wall {
  readonly #environment: WallEnvironment;
  readonly #session: { readonly home: string | null };
  readonly #settings: Persisted<WallSettings>;
  readonly #shown = $derived.by(() => {
    const { value } = this.#settings;
    return value.home === null || value.home === this.#session.home ? value : { ...value, roomId: null };
  });
  readonly #step: Timer;
  readonly #ignoring: Timer;
  #holds: readonly (() => boolean)[] = [];
  #idle = $state.raw(startIdle('home', 0));
  #isIgnoringInput = $state.raw(false);
  #isCleaning = $state.raw(false);
  #night = $state.raw(false);
  #isRunning = false;
  #isSwitchedOnHere = false;

  /** @param session of the home that is shown: a wall belongs to one */
  constructor(environment: WallEnvironment, session: { readonly home: string | null }) {
    this.#environment = environment;
    this.#session = session;
    this.#step = new Timer(environment.clock);
    this.#ignoring = new Timer(environment.clock);
    this.#settings = new Persisted(environment.settings, WALL_SETTING, decodeWallSettings);
  }

  /** Another home has not the room that the tablet is in. */
  get settings(): WallSettings {
    return this.#shown;
  }

  get isOn(): boolean {
    return this.settings.isOn;
  }

  get phase(): WallPhase {
    return this.#idle.phase;
  }

  /** Whether it is in the night hours. */
  get night(): boolean {
    return this.#night;
  }

  /** Whether input is ignored, because a touch has just woken the tablet. */
  get isIgnoringInput(): boolean {
    return this.#isIgnoringInput;
  }

  /** Whether input is ignored so that somebody can clean the screen. */
  get isCleaning(): boolean {
    return this.#isCleaning;
  }

  /** Ignores input for 30 s, so that the screen can be cleaned. */
  clean(): void {
    this.#isCleaning = true;
    this.#isIgnoringInput = true;
    this.#ignoring.set(CLEANING_MS, () => {
      this.#isCleaning = false;
      this.#isIgnoringInput = false;
    });
  }

  /** Changes settings and stores them. */
  change(changed: Partial<WallSettings>): void {
    if (changed.isOn === true && !this.isOn) this.#isSwitchedOnHere = true;
    // The room is one of the home that is shown, and a wall is pinned where it is switched on.
    const home = changed.isOn || changed.roomId !== undefined ? this.#session.home : this.settings.home;
    this.#settings.change({ ...changed, home });
    this.#checkNight();
  }

  /**
   * Ends the screensaver, or postpones it if the tablet is not asleep. The first page is shown then. Input is ignored
   * for a moment after a touch.
   */
  wake(reason: WakeReason): void {
    this.#apply({ type: 'woken', reason });
  }

  /**
   * Adds a condition under which the tablet neither leaves its page nor sleeps, such as an open question. It is polled
   * once a second when a step is due. Returns a function that removes it.
   */
  addHold(isHeld: () => boolean): () => void {
    this.#holds = [...this.#holds, isHeld];
    return () => {
      this.#holds = this.#holds.filter((each) => each !== isHeld);
    };
  }

  /**
   * Starts to watch for touches and for the night hours, while wall mode is on; returns a function that stops it. It
   * begins with the first page, or asleep in the night hours: nobody has touched a tablet that restarts at night. If
   * wall mode was just switched on, it begins awake.
   */
  start(): () => void {
    const { clock, page } = this.#environment;
    this.#isRunning = true;
    const { home } = this.#session;
    if (this.settings.home === null && home !== null) this.#settings.change({ home });
    this.#checkNight();
    this.#idle = startIdle(this.#firstPhase(), clock.monotonic());
    this.#isSwitchedOnHere = false;
    this.#schedule();
    const stopPage = page.subscribe((event) => {
      if (event === 'touched') this.#touch();
      if (event === 'visible' || event === 'restored') this.#checkNight();
    });
    const stopNight = every(clock, NIGHT_CHECK_INTERVAL_MS, () => this.#checkNight());
    return () => {
      this.#isRunning = false;
      stopPage();
      stopNight();
      this.#step.stop();
      this.#ignoring.stop();
      this.#isIgnoringInput = false;
      this.#isCleaning = false;
    };
  }

  #firstPhase(): WallPhase {
    if (this.#isSwitchedOnHere) return 'awake';
    return this.#night ? 'asleep' : 'home';
  }

  #touch(): void {
    if (this.phase === 'asleep') this.wake('touch');
    else this.#apply({ type: 'touched' });
  }

  #apply(event: IdleEvent): void {
    if (!this.#isRunning || this.#isCleaning) return;
    const now = this.#environment.clock.monotonic();
    this.#idle = stepIdle(this.#idle, event, now);
    const ignoresFor = this.#idle.ignoresUntil - now;
    this.#isIgnoringInput = ignoresFor > 0;
    if (ignoresFor > 0) this.#ignoring.set(ignoresFor, () => (this.#isIgnoringInput = false));
    this.#schedule();
  }

  #schedule(): void {
    const at = nextStepAt(this.#idle);
    if (at === null) this.#step.stop();
    else {
      const ms = Math.max(0, at - this.#environment.clock.monotonic());
      this.#step.set(ms, () => this.#apply({ type: 'due', isHeld: this.#holds.some((isHeld) => isHeld()) }));
    }
  }

  #checkNight(): void {
    this.#night = isNight(this.settings, this.#environment.clock.now());
  }
}
