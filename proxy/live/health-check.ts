import type { Clock } from '#shared/clock';
import type { ControllerClient } from '../controllers/client';
import type { CallFailure } from '../controllers/failure';

/** Silence after which the controller is probed, in ms. */
const SILENCE_TIMEOUT_MS = 5_000;
/** Timeout of a probe, in ms. Silence and probe together stay below the 10 s within which a lost controller must be reported. */
const PROBE_DEADLINE_MS = 3_000;
/** Probe duration after which the controller is looked for at other addresses, in ms: the answer may never come. */
const SUSPICION_TIMEOUT_MS = 700;

/** What a health check depends on. */
interface HealthCheckDeps {
  readonly client: ControllerClient;
  readonly clock: Clock;
  /** A probe takes long. */
  readonly onSuspected?: (() => void) | undefined;
  /** The controller is unreachable, or it rejects our credentials. */
  readonly onLost: (failure: CallFailure) => void;
}

/**
 * Starts the health check of a controller while a long poll waits. It probes at once after any failed call, and after a silence, one probe
 * at a time. A controller that sends any answer is healthy.
 * @returns a function that stops it
 */
export function startHealthCheck({ client, clock, onSuspected, onLost }: HealthCheckDeps): () => void {
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
    const isSilent = silence >= SILENCE_TIMEOUT_MS;
    if (isSilent) void check();
    cancel = clock.after(isSilent ? SILENCE_TIMEOUT_MS : SILENCE_TIMEOUT_MS - silence, listen);
  };
  let cancel = clock.after(SILENCE_TIMEOUT_MS, listen);
  return () => {
    unsubscribe();
    cancel();
    stopped.abort();
  };
}

/** Sends a small request to a controller. Returns why it is unavailable, or null if it is available. */
export async function probe(client: ControllerClient, signal: AbortSignal): Promise<CallFailure | null> {
  const answer = await client.read('/info', { deadlineMs: PROBE_DEADLINE_MS, signal });
  if (answer.ok) return null;
  return answer.error.code === 'controller-unreachable' || answer.error.code === 'signed-out'
    ? answer.error
    : null;
}
