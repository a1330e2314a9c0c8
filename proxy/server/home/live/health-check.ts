import type { Clock } from '#shared/clock';
import type { ControllerClient } from '../../controllers/client';
import type { CallFailure } from '../../controllers/failure';

/** Interval of the checks for silence, in ms. */
const CHECK_INTERVAL_MS = 5_000;
/**
 * Timeout of a probe, in ms. While somebody looks, silence and probe together stay below the 10 s within which a lost controller must be
 * reported.
 */
const PROBE_TIMEOUT_MS = 3_000;
/** Probe duration after which the controller is looked for at other addresses, in ms: the answer may never come. */
const SUSPICION_TIMEOUT_MS = 700;

/** What a health check depends on. */
interface HealthCheckDeps {
  readonly client: ControllerClient;
  readonly clock: Clock;
  /** Silence after which the controller is probed, in ms. */
  readonly silenceMs: () => number;
  /** A probe takes long. */
  readonly onSuspected?: (() => void) | undefined;
  /** The controller is unreachable, or it rejects our credentials. */
  readonly onLost: (failure: CallFailure) => void;
}

/**
 * Starts the health check of a controller while a long poll waits. It probes at once after any failed call, and after a silence, one probe
 * at a time. A controller that sends any answer is healthy. `check` probes now, and `stop` ends it.
 */
export function startHealthCheck({ client, clock, silenceMs, onSuspected, onLost }: HealthCheckDeps) {
  const stopped = new AbortController();
  const startedAt = clock.monotonic();
  let isProbing = false;
  const check = async () => {
    if (isProbing) return;
    isProbing = true;
    const cancelSuspicion = clock.after(SUSPICION_TIMEOUT_MS, () => onSuspected?.());
    const failure = await probe(client, stopped.signal);
    cancelSuspicion();
    isProbing = false;
    if (failure && !stopped.signal.aborted) onLost(failure);
  };
  const unsubscribe = client.onFailure(({ code }) => {
    if (code !== 'controller-refused' && code !== 'controller-busy') void check();
  });
  const listen = () => {
    const silence = clock.monotonic() - Math.max(client.lastHeard, startedAt);
    if (silence >= silenceMs()) void check();
    const restMs = silence < CHECK_INTERVAL_MS ? CHECK_INTERVAL_MS - silence : CHECK_INTERVAL_MS;
    cancel = clock.after(restMs, listen);
  };
  let cancel = clock.after(CHECK_INTERVAL_MS, listen);
  return {
    check: () => void check(),
    stop() {
      unsubscribe();
      cancel();
      stopped.abort();
    }
  };
}

/** Sends a small request to a controller. Returns why it is unavailable, or null if it is available. */
export async function probe(client: ControllerClient, signal: AbortSignal): Promise<CallFailure | null> {
  const answer = await client.read('/info', { timeoutMs: PROBE_TIMEOUT_MS, signal });
  if (answer.ok) return null;
  return answer.error.code === 'controller-unreachable' || answer.error.code === 'signed-out'
    ? answer.error
    : null;
}
