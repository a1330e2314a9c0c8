import type { Clock } from '#shared/clock';
import type { ProxyClient } from '$lib/state/connection/proxy-client';
import { Timer } from '$lib/state/timer';
import { isSame } from '#shared/changes';
import type { MoveQuestion } from '#shared/household';

/** Milliseconds between two polls for a question. */
const POLL_INTERVAL_MS = 20_000;

/** The question for the user while a controller is lost: whether a found host is that controller. */
export class Question {
  readonly #proxy: Pick<ProxyClient, 'call'>;
  readonly #pause: Timer;
  #current = $state.raw<MoveQuestion['question']>(null);

  constructor({ clock }: { clock: Clock }, proxy: Pick<ProxyClient, 'call'>) {
    this.#proxy = proxy;
    this.#pause = new Timer(clock);
  }

  /** The host of the question; null if there is none. */
  get current(): MoveQuestion['question'] {
    return this.#current;
  }

  /** Polls for a question; returns a function that stops it. */
  start(controller: string): () => void {
    const stopped = new AbortController();
    void this.#poll(controller, stopped.signal);
    return () => {
      stopped.abort();
      this.#pause.stop();
    };
  }

  /** Polls once. If the request fails, the question stays. */
  async #poll(controller: string, signal: AbortSignal): Promise<void> {
    const result = await this.#proxy.call('GET /api/controllers/:id/move', { at: controller, signal });
    if (signal.aborted) return;
    if (result.ok && !isSame(result.value.question, this.#current)) this.#current = result.value.question;
    this.#pause.set(POLL_INTERVAL_MS, () => void this.#poll(controller, signal));
  }
}
