import type { Clock } from '#shared/clock';
import type { ClientResult } from '$lib/state/connection/failure';
import { decodeMethods } from '#shared/methods';
import type { MethodList, Availability } from '$features/device-controls/availability';

/** How long a sheet's controls wait for the controller's list, in ms: while the sheet opens, nobody touches it. */
export const METHOD_LIST_TIMEOUT_MS = 250;

/**
 * The methods that a device takes, by `GET /devices/:id/actions` [O]: asked once for each opening of its sheet. Where no list comes (it is
 * absent, malformed, late, or nobody can be asked), every method is offered, and the controller's refusal says the rest.
 */
export class OfferedMethods implements MethodList {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #read: (signal: AbortSignal) => Promise<ClientResult<unknown>>;
  readonly #closed = new AbortController();
  #methods = $state.raw<ReadonlySet<string> | null>(null);
  #isHeld = $state(false);
  #isLate = false;
  #isAsked = false;

  /** @param read asks for the list */
  constructor(clock: Pick<Clock, 'after'>, read: (signal: AbortSignal) => Promise<ClientResult<unknown>>) {
    this.#clock = clock;
    this.#read = read;
  }

  /** Whether controls wait for the list, at most for `METHOD_LIST_TIMEOUT_MS`. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  availabilityOf(method: string): Availability {
    if (this.#methods?.has(method) ?? true) return 'offered';
    return this.#isLate ? 'unavailable' : 'absent';
  }

  /** Asks, the first time it is called. @param when as the sheet opens, or later, when nothing is held back any more */
  async ask(when: 'opening' | 'later'): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#isHeld = when === 'opening';
    this.#isLate = when === 'later';
    const stopTimer = this.#clock.after(METHOD_LIST_TIMEOUT_MS, () => this.#release());
    const result = await this.#read(this.#closed.signal);
    stopTimer();
    if (this.#closed.signal.aborted) return;
    this.#methods = result.ok ? decodeMethods(result.value) : null;
    this.#isHeld = false;
  }

  /** Aborts the request: the sheet is closed. */
  stop(): void {
    this.#closed.abort();
  }

  #release(): void {
    this.#isHeld = false;
    this.#isLate = true;
  }
}
