import { Timer } from '../base/timer';
import type { UpdateRules, UpdatesEnvironment, UpdateWatch } from './update-watch';

/** Milliseconds after the start before the service worker is registered, so that it does not delay the first paint. */
const START_DELAY_MS = 2000;

/**
 * Whether the app is cached for offline use. `unknown`: not known yet. `kept`: cached. `absent`: the browser has no
 * service worker here. `refused`: the browser refused it, or could not fetch it.
 */
export type ShellState = 'unknown' | 'kept' | 'absent' | 'refused';

/**
 * The state of app updates. A newer version is offered, and installed without asking only if the preference allows it.
 */
export class Updates {
  readonly #environment: UpdatesEnvironment;
  readonly #rules: UpdateRules;
  readonly #later: Timer;
  #isOffered = $state.raw(false);
  #shell = $state.raw<ShellState>('unknown');
  #watch: UpdateWatch | null = null;
  #stopWatch: (() => void) | null = null;

  constructor(environment: UpdatesEnvironment, rules: UpdateRules) {
    this.#environment = environment;
    this.#rules = rules;
    this.#later = new Timer(environment.clock);
  }

  /** Whether a newer version is installed and waits. */
  get isOffered(): boolean {
    return this.#isOffered;
  }

  get shell(): ShellState {
    return this.#shell;
  }

  /** The proxy no longer understands this version: an update is offered at once, and fetched. */
  require(): void {
    this.#isOffered = true;
    void this.#watch?.require();
  }

  /** Switches to the newer version. The page reloads once no command is under way, or after 10 s. */
  takeOver(): void {
    this.#watch?.takeOver();
  }

  /**
   * Registers the service worker once the page has painted, and checks for newer versions from then on; returns a
   * function that stops it.
   */
  start(): () => void {
    const abort = new AbortController();
    this.#later.set(START_DELAY_MS, () => void this.#open(abort.signal));
    return () => {
      abort.abort();
      this.#later.stop();
      this.#stopWatch?.();
      this.#watch = null;
      this.#stopWatch = null;
    };
  }

  async #open(signal: AbortSignal): Promise<void> {
    try {
      const [{ UpdateWatch }, worker] = await Promise.all([
        import('./update-watch'),
        this.#environment.openWorker()
      ]);
      if (signal.aborted) return;
      const watch = new UpdateWatch(this.#environment, worker, this.#rules, () => {
        this.#isOffered = true;
      });
      this.#watch = watch;
      this.#stopWatch = watch.start();
      this.#shell = (await watch.register()) ? 'kept' : 'absent';
    } catch {
      // The app works without a service worker, and the next visit tries again.
      this.#shell = 'refused';
    }
  }
}
