import type { AppWorker } from './app-worker';
import type { Clock } from '#shared/clock';
import type { PageEvents } from '../page-events';
import type { Settings } from '../preferences/settings';
import { Timer } from '../timer';

/** What watching for updates needs of the world. */
export interface UpdatesEnvironment {
  readonly clock: Clock;
  readonly page: PageEvents;
  readonly settings: Settings;
  /** Null where there is no service worker. */
  readonly openWorker: () => Promise<AppWorker | null>;
  readonly reload: () => void;
}

/** What the app says of a change of versions. */
export interface UpdateRules {
  /** Whether a reload would tear a command away from its user. */
  isBusy(): boolean;
  /** Whether newer versions are taken unasked, while nobody touches the screen. */
  isUnasked(): boolean;
  /** Whether the proxy answers: without it, a reload could find nothing. */
  isReachable(): Promise<boolean>;
}

/** Milliseconds between looks for a newer version. */
const CHECK_INTERVAL_MS = 3_600_000;
/** Milliseconds that must lie between two looks, however often the page is looked at. */
const MIN_CHECK_GAP_MS = 60_000;
/** Milliseconds between looks whether a command is still under way, and the longest wait for it. */
const BUSY_POLL_INTERVAL_MS = 200;
const BUSY_TIMEOUT_MS = 10_000;
/** Milliseconds without a touch after which nobody is there. */
const IDLE_AFTER_MS = 60_000;
/** Milliseconds that must lie between two reloads of a page that misses its own files. */
const MIN_RECOVERY_GAP_MS = 600_000;
/** The setting that holds when a page was last reloaded for that, in ms since the epoch. */
const RECOVERED_AT = 'mended';

/** Watches for newer versions and changes over to them. Loaded once the page has painted. */
export class UpdateWatch {
  readonly #environment: UpdatesEnvironment;
  readonly #worker: AppWorker | null;
  readonly #rules: UpdateRules;
  readonly #offer: () => void;
  readonly #checkTimer: Timer;
  readonly #busy: Timer;
  readonly #idle: Timer;
  #checkedAt = 0;
  #isStarted = false;
  #isWaiting = false;

  /** @param offer is told that a newer version is installed and waits */
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
  }

  /** Looks hourly, and when the page is looked at; returns the stop. */
  start(): () => void {
    this.#isStarted = true;
    this.#scheduleCheck();
    const stopPage = this.#environment.page.subscribe((event) => {
      if (event === 'visible') void this.#update();
      if (event === 'incomplete') void this.#recover();
      if (event === 'touched' && this.#isWaiting) this.#scheduleTakeOver();
    });
    return () => {
      this.#isStarted = false;
      stopPage();
      for (const timer of [this.#checkTimer, this.#busy, this.#idle]) timer.stop();
    };
  }

  /**
   * Registers the service worker, and says whether there is one. Rejects where the browser refuses it, or it cannot be fetched.
   */
  async register(): Promise<boolean> {
    await this.#worker?.register({
      waiting: () => {
        this.#isWaiting = true;
        this.#offer();
        this.#scheduleTakeOver();
      },
      replaced: () => this.#whenDone(this.#environment.reload)
    });
    return this.#worker !== null;
  }

  /** Changes over to the version that waits, once no command is under way or after 10 s; the reload follows. */
  take(): void {
    this.#whenDone(() => this.#worker?.takeOver());
  }

  #scheduleCheck(): void {
    this.#checkedAt = this.#environment.clock.monotonic();
    this.#checkTimer.set(CHECK_INTERVAL_MS, () => void this.#update());
  }

  async #update(): Promise<void> {
    if (this.#environment.clock.monotonic() - this.#checkedAt < MIN_CHECK_GAP_MS) return;
    this.#scheduleCheck();
    try {
      await this.#worker?.update();
    } catch {
      // Offline: the next look will do.
    }
  }

  /** A screen on the wall changes over by itself, once nobody has touched it for a while and the proxy is there. */
  #scheduleTakeOver(): void {
    this.#idle.set(IDLE_AFTER_MS, () => void this.#takeUnasked());
  }

  async #takeUnasked(): Promise<void> {
    const isTime = this.#rules.isUnasked() && (await this.#rules.isReachable());
    if (!this.#isStarted) return;
    if (isTime) this.take();
    else this.#scheduleTakeOver();
  }

  /** The proxy has a newer version, and no service worker kept this one whole: only a reload brings what is missing. */
  async #recover(): Promise<void> {
    const { clock, settings, reload } = this.#environment;
    const isDue = () => {
      const since = clock.now() - Number(settings.read(RECOVERED_AT) ?? 0);
      return this.#isStarted && !(since >= 0 && since < MIN_RECOVERY_GAP_MS);
    };
    if (!isDue() || !(await this.#rules.isReachable()) || !isDue()) return;
    settings.write(RECOVERED_AT, String(clock.now()));
    this.#whenDone(reload);
  }

  /** A command for a sleeping device may be under way for an hour: nobody who asked for the new version waits for that. */
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
