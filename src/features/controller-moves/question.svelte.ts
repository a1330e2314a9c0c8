import type { Clock } from '#shared/clock';
import type { ProxyClient } from '$lib/state/connection/proxy-client';
import { Timer } from '$lib/state/timer';
import { isSame } from '#shared/changes';
import type { MoveQuestion } from '#shared/household';
import { askMove } from './moves-client';

/** Milliseconds from one look for a question to the next. */
const POLL_INTERVAL_MS = 20_000;

/** What there is to ask people while a controller is lost: whether a box that answers elsewhere is it. */
export class Question {
  readonly #proxy: Pick<ProxyClient, 'send'>;
  readonly #pause: Timer;
  #current = $state.raw<MoveQuestion['question']>(null);

  constructor({ clock }: { clock: Clock }, proxy: Pick<ProxyClient, 'send'>) {
    this.#proxy = proxy;
    this.#pause = new Timer(clock);
  }

  /** The box that is asked about; null where there is nothing to ask. */
  get current(): MoveQuestion['question'] {
    return this.#current;
  }

  /** Looks now and again and again, until it is stopped. */
  start(controller: string): () => void {
    const stopped = new AbortController();
    void this.#poll(controller, stopped.signal);
    return () => {
      stopped.abort();
      this.#pause.stop();
    };
  }

  /** What cannot be asked at the moment leaves the question as it was. */
  async #poll(controller: string, signal: AbortSignal): Promise<void> {
    const result = await askMove(this.#proxy, controller, signal);
    if (signal.aborted) return;
    if (result.ok && !isSame(result.value.question, this.#current)) this.#current = result.value.question;
    this.#pause.set(POLL_INTERVAL_MS, () => void this.#poll(controller, signal));
  }
}
