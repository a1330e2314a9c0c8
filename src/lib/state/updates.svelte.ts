import { Alarm } from './alarm';
import type { AppWorker } from './app-worker';
import type { Clock } from './clock';
import type { PageEvents } from './page-events';

/** What updates need of the world. */
export interface UpdatesEnvironment {
  readonly clock: Clock;
  readonly page: PageEvents;
  /** Null where there is no service worker. */
  readonly openWorker: () => Promise<AppWorker | null>;
  readonly reload: () => void;
}

/** Milliseconds after the start in which nothing competes with the first paint. */
const AFTER_PAINT_MS = 2000;
/** Milliseconds between looks for a newer version. */
const LOOK_MS = 3_600_000;
/** Milliseconds that must lie between two looks, however often the page is looked at. */
const REST_MS = 60_000;
/** Milliseconds between looks whether a command is still under way, and the longest wait for it. */
const BUSY_LOOK_MS = 200;
const LONGEST_BUSY_MS = 10_000;

/** A newer version of the app: offered, never forced. */
export class Updates {
  readonly #environment: UpdatesEnvironment;
  readonly #isBusy: () => boolean;
  readonly #look: Alarm;
  readonly #idle: Alarm;
  #isOffered = $state.raw(false);
  #worker: AppWorker | null = null;
  #lookedAt = 0;
  #isRunning = false;

  /** @param isBusy whether a reload would tear a command away from its user */
  constructor(environment: UpdatesEnvironment, isBusy: () => boolean) {
    this.#environment = environment;
    this.#isBusy = isBusy;
    this.#look = new Alarm(environment.clock);
    this.#idle = new Alarm(environment.clock);
  }

  /** Whether a newer version is installed and waits. */
  get isOffered(): boolean {
    return this.#isOffered;
  }

  /** Changes over to it: the page reloads, once no command is under way or after 10 s. */
  take(): void {
    this.#whenIdle(() => this.#worker?.takeOver());
  }

  /** Registers the service worker once the page has painted, and looks for newer versions from then on; returns the stop. */
  start(): () => void {
    this.#isRunning = true;
    this.#look.set(AFTER_PAINT_MS, () => void this.#open());
    const stopPage = this.#environment.page.watch((event) => {
      if (event === 'visible') void this.#update();
    });
    return () => {
      this.#isRunning = false;
      stopPage();
      this.#look.stop();
      this.#idle.stop();
      this.#worker = null;
    };
  }

  async #open(): Promise<void> {
    try {
      const worker = await this.#environment.openWorker();
      await worker?.register({
        waiting: () => {
          this.#isOffered = true;
        },
        replaced: () => this.#whenIdle(this.#environment.reload)
      });
      if (!this.#isRunning) return;
      this.#worker = worker;
      this.#planLook();
    } catch {
      // Refused by the browser's settings, or offline at the first visit: the app works all the same, and the next visit tries again.
    }
  }

  #planLook(): void {
    this.#lookedAt = this.#environment.clock.monotonic();
    this.#look.set(LOOK_MS, () => void this.#update());
  }

  async #update(): Promise<void> {
    if (!this.#worker || this.#environment.clock.monotonic() - this.#lookedAt < REST_MS) return;
    this.#planLook();
    try {
      await this.#worker.update();
    } catch {
      // Offline: the next look will do.
    }
  }

  /** A command for a sleeping device may be under way for an hour: nobody who asked for the new version waits for that. */
  #whenIdle(run: () => void): void {
    const { clock } = this.#environment;
    const end = clock.monotonic() + LONGEST_BUSY_MS;
    const look = () => {
      if (this.#isBusy() && clock.monotonic() < end) this.#idle.set(BUSY_LOOK_MS, look);
      else run();
    };
    look();
  }
}
