import type { Clock } from '../clock';
import type { ControllerClient } from '../controllers/client';
import type { CallFailure } from '../controllers/failure';

/** So long may nothing be heard before we ask whether anyone is there, in ms. */
const SILENCE_MS = 5_000;
/** So long may the answer to that take, in ms: both together stay below the 10 s in which a silence is told. */
const PROBE_DEADLINE_MS = 3_000;
/** An answer that takes longer than this, in ms, may never come: looking for the controller elsewhere begins. */
const SUSPICION_MS = 700;

/** What a pulse stands on. */
export interface PulseParts {
  readonly client: ControllerClient;
  readonly clock: Clock;
  /** The answer to a question whether anybody is there takes long. */
  readonly onSuspected?: (() => void) | undefined;
  /** Nobody is there, or nobody who lets us in. */
  readonly onLost: (failure: CallFailure) => void;
}

/**
 * Feels whether the controller is there while a poll waits: after each failed call of anyone at once, and after a silence. A
 * controller that answers anything at all is there.
 */
export class Pulse {
  readonly #parts: PulseParts;
  #isProbing = false;

  constructor(parts: PulseParts) {
    this.#parts = parts;
  }

  /** Feels from now on; what it returns stops that. */
  start(): () => void {
    const { client, clock } = this.#parts;
    const stopped = new AbortController();
    const startedAt = clock.monotonic();
    const unsubscribe = client.onFailure(({ code }) => {
      if (code !== 'controller-refused' && code !== 'controller-busy') void this.#feel(stopped.signal);
    });
    const listen = () => {
      const silence = clock.monotonic() - Math.max(client.lastHeard, startedAt);
      if (silence >= SILENCE_MS) void this.#feel(stopped.signal);
      cancel = clock.after(silence >= SILENCE_MS ? SILENCE_MS : SILENCE_MS - silence, listen);
    };
    let cancel = clock.after(SILENCE_MS, listen);
    return () => {
      unsubscribe();
      cancel();
      stopped.abort();
    };
  }

  /** Asks once; one question at a time. */
  async #feel(signal: AbortSignal) {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const { client, clock, onSuspected = () => undefined } = this.#parts;
    const cancelSuspicion = clock.after(SUSPICION_MS, onSuspected);
    const failure = await probe(client, signal);
    cancelSuspicion();
    this.#isProbing = false;
    if (failure && !signal.aborted) this.#parts.onLost(failure);
  }
}

/** Asks a controller for anything: why it cannot be had, or null where it is there. */
export async function probe(client: ControllerClient, signal: AbortSignal): Promise<CallFailure | null> {
  const answer = await client.read('/info', { deadlineMs: PROBE_DEADLINE_MS, signal });
  if (answer.ok) return null;
  return answer.error.code === 'controller-unreachable' || answer.error.code === 'signed-out'
    ? answer.error
    : null;
}
