import { Alarm } from './alarm';
import type { UpdatesEnvironment, UpdateWatch } from './update-watch';

/** Milliseconds after the start in which nothing competes with the first paint. */
const AFTER_PAINT_MS = 2000;

/** A newer version of the app: offered, never forced. */
export class Updates {
  readonly #environment: UpdatesEnvironment;
  readonly #isBusy: () => boolean;
  readonly #later: Alarm;
  #isOffered = $state.raw(false);
  #watch: UpdateWatch | null = null;
  #stopWatch: (() => void) | null = null;

  /** @param isBusy whether a reload would tear a command away from its user */
  constructor(environment: UpdatesEnvironment, isBusy: () => boolean) {
    this.#environment = environment;
    this.#isBusy = isBusy;
    this.#later = new Alarm(environment.clock);
  }

  /** Whether a newer version is installed and waits. */
  get isOffered(): boolean {
    return this.#isOffered;
  }

  /** Changes over to it: the page reloads, once no command is under way or after 10 s. */
  take(): void {
    this.#watch?.take();
  }

  /** Registers the service worker once the page has painted, and looks for newer versions from then on; returns the stop. */
  start(): () => void {
    const abort = new AbortController();
    this.#later.set(AFTER_PAINT_MS, () => void this.#open(abort.signal));
    return () => {
      abort.abort();
      this.#later.stop();
      this.#stopWatch?.();
      this.#watch = this.#stopWatch = null;
    };
  }

  async #open(signal: AbortSignal): Promise<void> {
    try {
      const [{ UpdateWatch }, worker] = await Promise.all([
        import('./update-watch'),
        this.#environment.openWorker()
      ]);
      if (!worker || signal.aborted) return;
      this.#watch = new UpdateWatch(this.#environment, worker, {
        isBusy: this.#isBusy,
        offered: () => {
          this.#isOffered = true;
        }
      });
      this.#stopWatch = this.#watch.start();
      await this.#watch.register();
    } catch {
      // Refused by the browser's settings, or offline at the first visit: the app works all the same, and the next visit tries again.
    }
  }
}
