import type { Clock } from '#shared/clock';
import type { ClientResult } from '$lib/state/connection/failure';
import { decodeMethods } from '#shared/methods';
import type { MethodList, Availability } from '$features/device-controls/availability';

/**
 * The maximum time in ms that a sheet's controls wait for the controller's list. Nobody touches a sheet while it opens.
 */
export const METHOD_LIST_TIMEOUT_MS = 250;

/**
 * The methods that a device takes, by `GET /devices/:id/actions` [O]. They are read once when its sheet opens. Without
 * a list (absent, malformed, late or offline), every method is offered, and the controller can reject the command.
 */
export class OfferedMethods implements MethodList {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #read: (signal: AbortSignal) => Promise<ClientResult<unknown>>;
  readonly #closed = new AbortController();
  #methods = $state.raw<ReadonlySet<string> | null>(null);
  #isHeld = $state(false);
  #isLate = false;
  #isAsked = false;

  /** @param read reads the list */
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

  /**
   * Reads the list, on the first call only.
   * @param when `opening`: controls wait for the list; `later`: they are already shown
   */
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

  /** Aborts the request when the sheet is closed. */
  stop(): void {
    this.#closed.abort();
  }

  #release(): void {
    this.#isHeld = false;
    this.#isLate = true;
  }
}
