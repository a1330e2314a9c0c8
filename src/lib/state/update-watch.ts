import { Alarm } from './alarm';
import type { AppWorker } from './app-worker';
import type { Clock } from './clock';
import type { PageEvents } from './page-events';

/** What watching for updates needs of the world. */
export interface UpdatesEnvironment {
  readonly clock: Clock;
  readonly page: PageEvents;
  /** Null where there is no service worker. */
  readonly openWorker: () => Promise<AppWorker | null>;
  readonly reload: () => void;
}

/** What the watch asks of the app, and tells it. */
export interface UpdateListener {
  /** Whether a reload would tear a command away from its user. */
  isBusy(): boolean;
  /** A newer version is installed and waits. */
  offered(): void;
}

/** Milliseconds between looks for a newer version. */
const LOOK_MS = 3_600_000;
/** Milliseconds that must lie between two looks, however often the page is looked at. */
const REST_MS = 60_000;
/** Milliseconds between looks whether a command is still under way, and the longest wait for it. */
const BUSY_LOOK_MS = 200;
const LONGEST_BUSY_MS = 10_000;

/** Watches for newer versions and changes over to them. Loaded once the page has painted. */
export class UpdateWatch {
  readonly #environment: UpdatesEnvironment;
  readonly #worker: AppWorker;
  readonly #listener: UpdateListener;
  readonly #look: Alarm;
  readonly #idle: Alarm;
  #lookedAt = 0;

  constructor(environment: UpdatesEnvironment, worker: AppWorker, listener: UpdateListener) {
    this.#environment = environment;
    this.#worker = worker;
    this.#listener = listener;
    this.#look = new Alarm(environment.clock);
    this.#idle = new Alarm(environment.clock);
  }

  /** Looks hourly, and when the page is looked at; returns the stop. */
  start(): () => void {
    this.#planLook();
    const stopPage = this.#environment.page.watch((event) => {
      if (event === 'visible') void this.#update();
    });
    return () => {
      stopPage();
      this.#look.stop();
      this.#idle.stop();
    };
  }

  /** Registers the service worker. Rejects where the browser refuses it, or it cannot be fetched. */
  register(): Promise<void> {
    return this.#worker.register({
      waiting: () => this.#listener.offered(),
      replaced: () => this.#whenIdle(this.#environment.reload)
    });
  }

  /** Changes over to the version that waits, once no command is under way or after 10 s; the reload follows. */
  take(): void {
    this.#whenIdle(() => this.#worker.takeOver());
  }

  #planLook(): void {
    this.#lookedAt = this.#environment.clock.monotonic();
    this.#look.set(LOOK_MS, () => void this.#update());
  }

  async #update(): Promise<void> {
    if (this.#environment.clock.monotonic() - this.#lookedAt < REST_MS) return;
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
      if (this.#listener.isBusy() && clock.monotonic() < end) this.#idle.set(BUSY_LOOK_MS, look);
      else run();
    };
    look();
  }
}
