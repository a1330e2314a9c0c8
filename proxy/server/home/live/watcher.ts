import { wait, type Clock } from '#shared/clock';
import { sharedAbort } from '../../base/platform/abort';
import { combineStops } from '../../base/platform/combine-stops';
import type { ControllerClient } from '../../controllers/client';
import type { CallFailure } from '../../controllers/failure';
import type { HomeTripTimes } from '../trips/home-trip-times';
import { syncHome } from './follow';
import { probe, startHealthCheck } from './health-check';
import { ReadBack } from './read-back';
import { WatchedHome, type HomeEvent } from './watched-home';

/** Interval of comparing if there is no poll, and the silence after which the controller is probed, in ms: while somebody looks, and else. */
const ATTENDED_INTERVAL_MS = 5_000;
const UNATTENDED_INTERVAL_MS = 60_000;

/** Bounds of the time from one attempt to the next, in ms: of the first retry, and of all. */
const FIRST_BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 10_000;

/** What a watcher depends on. */
interface WatcherDeps {
  readonly client: ControllerClient;
  readonly clock: Clock;
  /** The controller is not where it was, or does not seem to be: it may have a new address. */
  readonly onLost?: (() => void) | undefined;
  /** Called with each event of the home, after all subscribers. */
  readonly onEvent?: ((event: HomeEvent) => void) | undefined;
  /** Something was left out of the home for the first time, because it is beyond the limits. */
  readonly onCut?: (() => void) | undefined;
  /** When the sensors of the controller changed. */
  readonly trips?: HomeTripTimes | undefined;
  /** From 0 up to 1. */
  readonly random?: (() => number) | undefined;
}

/** A controller that asks for a longer pause than this, in ms, counts as unreachable. */
const MAX_QUIET_MS = 5_000;
/** Retry interval while signed out, in ms: a new sign-in wakes the watcher. */
const SIGNED_OUT_RETRY_MS = 24 * 60 * 60_000;

/** Controller state after a lasting failure. */
function stateAfter({ code, isAnother }: CallFailure): 'signed-out' | 'changed' | 'unreachable' {
  if (code === 'signed-out') return code;
  return isAnother === true ? 'changed' : 'unreachable';
}

/** A call, so that the compiler does not narrow `aborted` across an await. */
const hasEnded = (signal: AbortSignal) => signal.aborted;

/** Watches one home as its account sees it, and retries after every failure. It serves all screens of the home. */
export class Watcher {
  readonly home: WatchedHome;
  readonly #deps: WatcherDeps;
  /** Number of failed attempts since the last success. */
  #failures = 0;
  #failure: CallFailure | null = null;
  #lost: CallFailure | null = null;
  #readBack: ReadBack | null = null;
  #mode: 'polling' | 'comparing' = 'polling';
  #isAttended = true;
  #checkHealth = () => {};
  #waiting = new AbortController();
  /** Ends the longer pause while nobody looks. */
  #resting = new AbortController();
  #syncing = sharedAbort();

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
    this.home = new WatchedHome(deps.clock, deps.onEvent, deps.onCut, deps.trips);
    this.home.setClockOffset(deps.client.clockOffset.ms);
  }

  /** Whether changes come by long poll, without comparing. */
  get isPolling() {
    return this.home.status?.state === 'online' && this.#mode === 'polling';
  }

  /** Why the last attempt ended; null before any has. */
  get failure() {
    return this.#failure;
  }

  /** Starts watching. Returns a function that stops it and aborts everything in flight. */
  start(): () => void {
    const stopped = new AbortController();
    const { client, trips } = this.#deps;
    const { onChange } = client.clockOffset;
    const unsubscribe = combineStops(
      client.onSignedIn(() => this.wake()),
      trips?.onClockSet(() => this.home.renewTimes()) ?? (() => undefined),
      onChange(() => this.home.setClockOffset(client.clockOffset.ms))
    );
    void this.#run(stopped.signal);
    return () => {
      unsubscribe();
      this.home.stop();
      for (const each of [stopped, this.#waiting, this.#resting, this.#syncing]) each.abort();
    };
  }

  /** Notes whether somebody looks at the home. While nobody does, its controller is left alone for longer, and checked when somebody comes. */
  attend(isAttended: boolean) {
    if (isAttended === this.#isAttended) return;
    this.#isAttended = isAttended;
    const { client, clock } = this.#deps;
    if (isAttended) this.#resting.abort();
    if (isAttended && clock.monotonic() - client.lastHeard > ATTENDED_INTERVAL_MS) this.#checkHealth();
  }

  /** Retries at once if it waits for the next attempt. */
  wake() {
    this.#waiting.abort();
  }

  /** Begins again at once, with a whole reading: the account of the home was replaced. */
  readAgain() {
    this.#syncing.abort();
    this.#resting.abort();
    this.wake();
  }

  /** What reads commanded devices; null between two attempts. */
  get readBack(): ReadBack | null {
    return this.#readBack;
  }

  get #intervalMs(): number {
    return this.#isAttended ? ATTENDED_INTERVAL_MS : UNATTENDED_INTERVAL_MS;
  }

  /** Resolves when the next comparison is due: while nobody looks not before a minute, or when somebody does. */
  async #untilCompared(signal: AbortSignal) {
    const { clock } = this.#deps;
    await wait(clock, ATTENDED_INTERVAL_MS, signal);
    if (this.#isAttended || signal.aborted) return;
    this.#resting = new AbortController();
    await wait(clock, UNATTENDED_INTERVAL_MS - ATTENDED_INTERVAL_MS, this.#resting.signal);
  }

  async #run(signal: AbortSignal) {
    const { clock } = this.#deps;
    while (!signal.aborted) {
      const startedAt = clock.monotonic();
      this.#waiting = new AbortController();
      this.#syncing = sharedAbort();
      this.#lost = null;
      const { signal: ended } = this.#syncing;
      const failure = await this.#sync(ended);
      if (hasEnded(ended)) continue;
      this.#failure = failure;
      const nextAt = await this.#handleFailure(this.#failure, startedAt, signal);
      await wait(clock, Math.max(0, nextAt - clock.monotonic()), this.#waiting.signal);
    }
  }

  /** Syncs the home until something fails. If the controller was unreachable, it is probed first, which fails faster. */
  async #sync(signal: AbortSignal): Promise<CallFailure> {
    const { client, clock } = this.#deps;
    const state = this.home.status?.state;
    const isGone = state === 'unreachable' || state === 'changed';
    const gone = isGone ? await probe(client, signal) : null;
    if (gone) return gone;

    const isPolling = () => this.#mode === 'polling';
    const deps = { home: this.home, client, clock };
    this.#readBack = new ReadBack({ ...deps, isPolling });
    const stopReadBack = this.#readBack.start();
    const polling = new AbortController();
    signal.addEventListener('abort', () => polling.abort());
    const healthCheck = startHealthCheck({
      ...deps,
      silenceMs: () => this.#intervalMs,
      onSuspected: this.#deps.onLost,
      onLost: (failure) => {
        this.#lost = failure;
        this.home.markLost(stateAfter(failure));
        polling.abort();
      }
    });
    this.#checkHealth = healthCheck.check;
    const failure = await syncHome({
      ...deps,
      signal,
      pollSignal: polling.signal,
      untilCompared: () => this.#untilCompared(signal),
      onMode: (mode) => (this.#mode = mode),
      onCycle: () => {
        this.#lost = null;
        this.#failures = 0;
      }
    });
    polling.abort();
    this.#checkHealth = () => {};
    healthCheck.stop();
    stopReadBack();
    this.#readBack = null;
    return this.#lost ?? failure;
  }

  /**
   * Updates the controller state after a failure. A single failure is ignored if a probe succeeds.
   * @returns when to try again, in monotonic ms
   */
  async #handleFailure(failure: CallFailure, startedAt: number, signal: AbortSignal): Promise<number> {
    if (signal.aborted) return 0;
    const { client, clock, onLost } = this.#deps;
    const quiet = failure.retryAfterMs ?? 0;
    const isAccident =
      this.home.status?.state === 'online' &&
      this.#failures === 0 &&
      failure.code !== 'signed-out' &&
      quiet <= MAX_QUIET_MS;
    const lost = isAccident ? await probe(client, signal) : failure;
    if (lost && !hasEnded(signal)) {
      this.home.markLost(stateAfter(lost));
      if (lost.code === 'controller-unreachable') onLost?.();
    }
    const now = clock.monotonic();
    return lost?.code === 'signed-out'
      ? now + SIGNED_OUT_RETRY_MS
      : Math.max(startedAt + this.#backOff(), now + quiet);
  }

  /**
   * Counts a failure. Returns the ms from the start of that attempt to the start of the next: exponential back-off with full jitter. Each wait
   * is random from 0 to a bound that doubles from 1 s to 10 s, so that many clients do not retry at once.
   */
  #backOff(): number {
    const { random = Math.random } = this.#deps;
    return random() * Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** this.#failures++);
  }
}
