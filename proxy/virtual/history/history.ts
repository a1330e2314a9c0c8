import type { Device } from '#shared/home';
import { isSame } from '#shared/changes';
import type { Clock } from '#shared/clock';
import type { LivingHome } from '../home/living-home';
import type { Past, Row } from './past';

/** Maximum number of recorded values per parameter. */
const MAX_ROWS = 1000;

/** The history of all parameters: a simulated day before the start, and all changes after it. */
export class History {
  readonly #home: LivingHome;
  readonly #clock: Clock;
  readonly #past: Past;
  readonly #since = new Map<string, Row[]>();
  readonly #first = new Map<string, unknown>();

  constructor(home: LivingHome, clock: Clock, past: Past) {
    this.#home = home;
    this.#clock = clock;
    this.#past = past;
  }

  /** Starts to record changes. Returns a function that stops it. */
  start(): () => void {
    return this.#home.onChange(({ after, before }) => this.#record(after, before));
  }

  /** The last values of a parameter, newest first; undefined if the device has no such parameter. */
  rows(id: number, param: string, limit: number): Row[] | undefined {
    const fixture = this.#home.fixture(id);
    if (fixture === undefined || !Object.hasOwn(fixture.device.params, param)) return undefined;
    const key = keyOf(id, param);
    const first = this.#first.has(key) ? this.#first.get(key) : fixture.device.params[param];
    const rows = [...this.#past(fixture, param, first), ...(this.#since.get(key) ?? [])];
    return rows.slice(-limit).reverse();
  }

  #record(after: Device, before: Device): void {
    for (const [param, value] of Object.entries(after.params)) {
      const old = before.params[param];
      if (isSame(old, value)) continue;
      const key = keyOf(after.id, param);
      if (!this.#first.has(key)) this.#first.set(key, old);
      const rows = this.#since.get(key) ?? [];
      rows.push({ at: this.#clock.now(), value });
      if (rows.length > MAX_ROWS) rows.shift();
      this.#since.set(key, rows);
    }
  }
}

const keyOf = (id: number, param: string) => `${id}/${param}`;
