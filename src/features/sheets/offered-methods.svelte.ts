import type { Clock } from '#shared/clock';
import { decodeMethods } from '#shared/methods';
import type { MethodList, Availability } from '$features/device/controls/availability';
import type { ClientResult } from '$lib/state/proxy/failure';

/**
 * The maximum time in ms that a sheet's controls wait for the controller's list. Nobody touches a sheet while it opens.
 */
export const METHOD_LIST_TIMEOUT_MS = 250;

/**
 * The methods that a device takes, by `GET /devices/:id/actions` [O]. They are read when its sheet opens, and again if
 * the device becomes another kind. Without a list (absent, malformed, late or offline), every method is offered, and the controller can
 * reject the command.
 */
export class OfferedMethods implements MethodList {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #read: (signal: AbortSignal) => Promise<ClientResult<unknown>>;
  #request = new AbortController();
  #methods = $state.raw<ReadonlySet<string> | null>(null);
  #isHeld = $state(false);
  #isLate = false;
  #askedFor: string | null = null;

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
   * Reads the list, once for each kind of the device.
   * @param kind what the list depends on: another text means another list
   * @param when `opening`: controls wait for the list; `later`: they are already shown
   */
  async ask(kind: string, when: 'opening' | 'later'): Promise<void> {
    if (this.#askedFor === kind) return;
    this.#askedFor = kind;
    this.#request.abort();
    this.#methods = null;
    this.#request = new AbortController();
    const { signal } = this.#request;
    this.#isHeld = when === 'opening';
    this.#isLate = when === 'later';
    const stopTimer = this.#clock.after(METHOD_LIST_TIMEOUT_MS, () => {
      this.#isHeld = false;
      this.#isLate = true;
    });
    const result = await this.#read(signal);
    stopTimer();
    if (signal.aborted) return;
    this.#methods = result.ok ? decodeMethods(result.value) : null;
    this.#isHeld = false;
  }

  /** Aborts the request when the sheet is closed. */
  stop(): void {
    this.#request.abort();
  }
}
