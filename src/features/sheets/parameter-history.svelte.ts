import { decodeHistory, type HistoryValue } from '#shared/history';
import type { ClientFailure, ClientResult } from '$lib/state/proxy/failure';

/** The state of a parameter's history. `away`: it could not be requested yet. `absent`: the controller has no history. */
export type HistoryState =
  | { readonly phase: 'away' | 'asking' | 'absent' }
  | { readonly phase: 'known'; readonly rows: readonly HistoryValue[] }
  | { readonly phase: 'failed'; readonly failure: ClientFailure };

/** The number of values that are requested: a day of a sensor that reports every other minute. */
const MAX_ROWS = 1000;
/** The number of values that are requested from a controller that refuses so many. */
const FEW_ROWS = 100;

/** The number of values that one controller is known to accept: a service of its home. */
export class HistoryLimit {
  rows = MAX_ROWS;
}

const MALFORMED: ClientFailure = { code: 'controller-malformed', message: 'the response is not a history' };

/** A parameter's history, by `GET /devices/:id/parameter-history` [O], and its changes since. */
export class ParameterHistory {
  readonly #read: (query: string, signal: AbortSignal) => Promise<ClientResult<unknown>>;
  readonly #param: string;
  readonly #limit: HistoryLimit;
  readonly #closed = new AbortController();
  #known = $state.raw<HistoryState>({ phase: 'away' });
  #lastNote: HistoryValue | null = null;
  #requestId = 0;

  /**
   * @param read sends a query, such as `parameter-history?param=Value&limit=1000`
   * @param limit the number of values to request
   */
  constructor(
    param: string,
    read: (query: string, signal: AbortSignal) => Promise<ClientResult<unknown>>,
    limit: HistoryLimit
  ) {
    this.#param = param;
    this.#read = read;
    this.#limit = limit;
  }

  get known(): HistoryState {
    return this.#known;
  }

  /** Reads the history; the known values stay meanwhile. The last call wins. */
  async ask(): Promise<void> {
    const requestId = ++this.#requestId;
    this.#lastNote = null;
    if (this.#known.phase !== 'known') this.#known = { phase: 'asking' };
    const result = await this.#request();
    if (requestId !== this.#requestId || this.#closed.signal.aborted) return;
    this.#known = this.#merge(result);
  }

  /**
   * Adds a new value of the parameter.
   * @param at ms since the epoch
   */
  note(value: unknown, at: number): void {
    this.#lastNote = { at, value };
    if (this.#known.phase === 'known')
      this.#known = { phase: 'known', rows: [...this.#known.rows, this.#lastNote] };
  }

  /** Aborts the request. */
  stop(): void {
    this.#closed.abort();
  }

  /** Requests as many values as the controller accepts. */
  async #request(): Promise<ClientResult<unknown>> {
    const request = (rows: number) =>
      this.#read(`parameter-history?param=${this.#param}&limit=${rows}`, this.#closed.signal);
    const result = await request(this.#limit.rows);
    if (this.#limit.rows === FEW_ROWS || !isRefused(result) || this.#closed.signal.aborted) return result;
    const again = await request(FEW_ROWS);
    if (again.ok) this.#limit.rows = FEW_ROWS;
    return again;
  }

  /** Merges a response with a value that was added during the request, if that value is newer. */
  #merge(result: ClientResult<unknown>): HistoryState {
    if (!result.ok)
      return result.error.isAbsent ? { phase: 'absent' } : { phase: 'failed', failure: result.error };
    const rows = decodeHistory(result.value);
    if (!rows) return { phase: 'failed', failure: MALFORMED };
    const note = this.#lastNote;
    const isNewer = note !== null && rows.at(-1)?.value !== note.value;
    return { phase: 'known', rows: isNewer ? [...rows, note] : rows };
  }
}

/** Whether the controller rejected a request that it could answer in another form. */
const isRefused = (result: ClientResult<unknown>): boolean =>
  !result.ok && result.error.code === 'controller-refused' && result.error.isAbsent !== true;
