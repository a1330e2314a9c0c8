import type { Device } from '#shared/home';
import { isSame } from '#shared/changes';
import type { Clock } from '#shared/clock';
import type { LivingHome } from '../home/living-home';
import type { Past, Row } from './past';

/** How many values of a parameter are kept. */
const KEPT_ROWS = 1000;

/** What the parameters were, and since when: the day before the start, and everything since. */
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

  /** Writes down every change from now on. @returns what stops it. */
  start(): () => void {
    return this.#home.onChange(({ after, before }) => this.#write(after, before));
  }

  /** The newest values of a device's parameter, newest first; undefined where the device has no such parameter. */
  rows(id: number, param: string, limit: number): Row[] | undefined {
    const fixture = this.#home.fixture(id);
    if (fixture === undefined || !Object.hasOwn(fixture.device.params, param)) return undefined;
    const key = keyOf(id, param);
    const first = this.#first.has(key) ? this.#first.get(key) : fixture.device.params[param];
    const rows = [...this.#past.rows(fixture, param, first), ...(this.#since.get(key) ?? [])];
    return rows.slice(-limit).reverse();
  }

  #write(after: Device, before: Device): void {
    for (const [param, value] of Object.entries(after.params)) {
      const old = before.params[param];
      if (isSame(old, value)) continue;
      const key = keyOf(after.id, param);
      if (!this.#first.has(key)) this.#first.set(key, old);
      const rows = this.#since.get(key) ?? [];
      rows.push({ at: this.#clock.now(), value });
      if (rows.length > KEPT_ROWS) rows.shift();
      this.#since.set(key, rows);
    }
  }
}

const keyOf = (id: number, param: string) => `${id}/${param}`;
