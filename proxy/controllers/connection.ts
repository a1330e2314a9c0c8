import type { Pool } from 'undici';
import type { Clock } from '../clock';
import type { Answer } from './answer';
import { exchange } from './exchange';
import { failCall, type CallResult } from './failure';
import type { KnownControllers } from './known';
import { openPool } from './pool';
import { prove } from './prove';
import type { Request } from './request';

const ANOTHER = failCall('controller-unreachable', 'Another controller answers where this one was.', {
  isAnother: true
});
const NOBODY = failCall('controller-unreachable', 'There is no controller that has shown to be this one.');

/** The way to one known controller, wherever it moves. At a new address it has to prove who it is before it is sent anything. */
export class Connection {
  readonly #id: string;
  readonly #known: KnownControllers;
  readonly #clock: Clock;
  #pool: Pool | undefined;
  #place = '';
  #proving: Promise<void> | undefined;

  constructor({ id, known, clock }: { id: string; known: KnownControllers; clock: Clock }) {
    this.#id = id;
    this.#known = known;
    this.#clock = clock;
  }

  /** Sends one request to where the controller is now; see `exchange`. */
  async exchange(request: Request, authorization?: string): Promise<CallResult<Answer>> {
    if (this.#known.unproven(this.#id)) await this.#prove();
    const pool = this.#open();
    if (pool) return exchange(pool, request, { clock: this.#clock, authorization });
    return this.#known.isAnother(this.#id) ? ANOTHER : NOBODY;
  }

  /** Cuts every connection; what is under way fails. */
  async close() {
    const pool = this.#pool;
    this.#pool = undefined;
    this.#place = '';
    await pool?.destroy();
  }

  #open(): Pool | undefined {
    const controller = this.#known.get(this.#id);
    if (!controller || this.#known.unproven(this.#id)) return undefined;
    const place = `${controller.address}:${controller.port}`;
    if (this.#pool && this.#place === place) return this.#pool;
    void this.#pool?.destroy();
    this.#place = place;
    return (this.#pool = openPool(controller));
  }

  /** Once for all who wait for it. */
  #prove(): Promise<void> {
    this.#proving ??= prove(this.#known, this.#id, this.#clock).finally(() => (this.#proving = undefined));
    return this.#proving;
  }
}
