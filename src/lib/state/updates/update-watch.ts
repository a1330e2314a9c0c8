import type { Clock } from '#shared/clock';
import type { PageEvents } from '../base/page-events';
import { Timer } from '../base/timer';
import type { Settings } from '../preferences/settings';
import type { AppWorker } from './app-worker';

/** What the update check depends on. */
export interface UpdatesEnvironment {
  readonly clock: Clock;
  readonly page: PageEvents;
  readonly settings: Settings;
  /** Resolves to null if there is no service worker. */
  readonly openWorker: () => Promise<AppWorker | null>;
  readonly reload: () => void;
}

/** The app's conditions for an update. */
export interface UpdateRules {
  /** Whether a command is under way, which a reload would hide from the user. */
  isBusy(): boolean;
  /** Whether updates are installed without asking, while the screen is idle. */
  isAutomatic(): boolean;
  /** Whether the page may be reloaded without asking, as far as the app knows: false while a wall tablet is in use. */
  isIdle(): boolean;
  /** Whether the proxy answers. Without it a reload could fail. */
  isReachable(): Promise<boolean>;
}

/** Milliseconds between checks for a newer version. */
const CHECK_INTERVAL_MS = 3_600_000;
/** Minimum milliseconds between two checks, however often the page becomes visible. */
const MIN_CHECK_GAP_MS = 60_000;
/** Milliseconds between checks whether a command is still under way, and the maximum wait. */
const BUSY_POLL_INTERVAL_MS = 200;
const BUSY_TIMEOUT_MS = 10_000;
/** Milliseconds until a worker that has not taken over is asked again: a message to it can be lost. */
const ASK_AGAIN_MS = 5_000;
/**
 * The attempt with which the page is also reloaded. Chromium forgets that a worker is to take over if a page asks the old one for
 * something while it is being stopped, and looks again at the next navigation, or half a minute after the last request.
 */
const RELOADING_ATTEMPT = 3;
/** Milliseconds without a touch after which the screen counts as idle. */
const IDLE_AFTER_MS = 60_000;
/** Minimum milliseconds between two reloads because something is missing or stuck. */
const MIN_RECOVERY_GAP_MS = 600_000;
/** Milliseconds in which a navigation to another document begins to show it, or fails. */
const UNLOAD_TIMEOUT_MS = 30_000;
/** The setting with the time of the last such reload, in ms since the epoch. */
const RECOVERED_AT = 'mended';

/** Checks for newer versions and switches to them. Loaded once the page has painted. */
export class UpdateWatch {
  readonly #environment: UpdatesEnvironment;
  readonly #worker: AppWorker | null;
  readonly #rules: UpdateRules;
  readonly #offer: () => void;
  readonly #checkTimer: Timer;
  readonly #busy: Timer;
  readonly #idle: Timer;
  readonly #askAgain: Timer;
  #checkedAt = 0;
  #unloadingAt = -Infinity;
  #isStarted = false;
  #isWaiting = false;
  #isRequired = false;

  /** @param offer called when a newer version is installed and waits */
  constructor(
    environment: UpdatesEnvironment,
    worker: AppWorker | null,
    rules: UpdateRules,
    offer: () => void
  ) {
    this.#environment = environment;
    this.#worker = worker;
    this.#rules = rules;
    this.#offer = offer;
    this.#checkTimer = new Timer(environment.clock);
    this.#busy = new Timer(environment.clock);
    this.#idle = new Timer(environment.clock);
    this.#askAgain = new Timer(environment.clock);
  }

  /** Checks hourly, and when the page becomes visible; returns a function that stops it. */
  start(): () => void {
    this.#isStarted = true;
    this.#scheduleCheck();
    const stopPage = this.#environment.page.subscribe((event) => {
      if (event === 'visible') void this.#update();
      if (event === 'unloading') this.#unloadingAt = this.#environment.clock.monotonic();
      if (event === 'incomplete') void this.#recover();
      if (event === 'touched' && this.#isWaiting) this.#scheduleTakeOver();
    });
    return () => {
      this.#isStarted = false;
      stopPage();
      for (const timer of [this.#checkTimer, this.#busy, this.#idle, this.#askAgain]) timer.stop();
    };
  }

  /**
   * Registers the service worker; resolves to whether there is one. Rejects if the browser refuses it, or it cannot be
   * fetched.
   */
  async register(): Promise<boolean> {
    await this.#worker?.register({
      waiting: () => {
        this.#isWaiting = true;
        this.#offer();
        this.#scheduleTakeOver();
      },
      replaced: () => {
        this.#askAgain.stop();
        this.#whenDone(this.#environment.reload);
      },
      differs: () => {
        this.#isRequired = true;
        this.#offer();
        this.#scheduleTakeOver();
      }
    });
    return this.#worker !== null;
  }

  /** Switches to the waiting version once no command is under way, or after 10 s. The page reloads then. */
  takeOver(): void {
    this.#whenDone(() => {
      if (this.#isRequired && !this.#isWaiting) this.#environment.reload();
      else this.#ask();
    });
  }

  #ask(attempt = 1): void {
    if (!this.#isStarted) return;
    this.#worker?.takeOver();
    if (attempt === RELOADING_ATTEMPT) void this.#recover();
    this.#askAgain.set(ASK_AGAIN_MS, () => this.#ask(attempt + 1));
  }

  /** The page has to be updated: fetches a newer version now. Without one, `takeOver` reloads the page. */
  async require(): Promise<void> {
    this.#isRequired = true;
    await this.#fetch();
  }

  async #fetch(): Promise<void> {
    this.#scheduleCheck();
    try {
      await this.#worker?.update();
    } catch {
      // Offline: the next check tries again.
    }
  }

  #scheduleCheck(): void {
    this.#checkedAt = this.#environment.clock.monotonic();
    this.#checkTimer.set(CHECK_INTERVAL_MS, () => void this.#update());
  }

  async #update(): Promise<void> {
    if (this.#environment.clock.monotonic() - this.#checkedAt < MIN_CHECK_GAP_MS) return;
    await this.#fetch();
  }

  /** Switches without asking, if the preference allows it, once the screen is idle and the proxy answers. */
  #scheduleTakeOver(): void {
    this.#idle.set(IDLE_AFTER_MS, () => void this.#takeOverIfReachable());
  }

  async #takeOverIfReachable(): Promise<void> {
    const rules = this.#rules;
    const isTime = rules.isAutomatic() && rules.isIdle() && (await rules.isReachable()) && rules.isIdle();
    // A touch while the proxy was asked has started the wait again.
    if (!this.#isStarted || this.#idle.isSet) return;
    if (isTime) this.takeOver();
    else this.#scheduleTakeOver();
  }

  /**
   * Reloads the page if a file of its version is missing (the proxy was updated, and no service worker had cached the
   * old files) or if a newer version does not take over. Firefox also cancels what a page still loads when the user leaves it:
   * a reload would then keep the user on the page.
   */
  async #recover(): Promise<void> {
    const { clock, settings, reload } = this.#environment;
    const isDue = () => {
      const since = clock.now() - Number(settings.read(RECOVERED_AT) ?? 0);
      const isUnloading = clock.monotonic() - this.#unloadingAt < UNLOAD_TIMEOUT_MS;
      return this.#isStarted && !isUnloading && !(since >= 0 && since < MIN_RECOVERY_GAP_MS);
    };
    if (!isDue() || !(await this.#rules.isReachable()) || !isDue()) return;
    settings.write(RECOVERED_AT, String(clock.now()));
    this.#whenDone(reload);
  }

  /**
   * Runs once no command is under way, but after 10 s at the latest: a command for a sleeping device can take an hour.
   */
  #whenDone(run: () => void): void {
    const { clock } = this.#environment;
    const end = clock.monotonic() + BUSY_TIMEOUT_MS;
    const check = () => {
      if (this.#rules.isBusy() && clock.monotonic() < end) this.#busy.set(BUSY_POLL_INTERVAL_MS, check);
      else run();
    };
    check();
  }
}
