import { Pool } from 'undici';
import type { Clock } from '../clock';
import type { Answer } from './answer';
import { exchange } from './exchange';
import { failCall, type CallResult } from './failure';
import { isSameIdentity, readIdentity } from './identity';
import { parseJson } from './json';
import type { KnownControllers } from './known';
import type { Request } from './request';

/** How many connections one user's calls may hold to one controller. */
const MOST_CONNECTIONS = 16;

/** How long a controller at a new address may take to say who it is, in ms. */
const IDENTITY_DEADLINE_MS = 3_000;

/** A pool of connections to one place. Deadlines are the exchange's own: the pool has none but that of connecting. */
export const openPool = ({ address, port }: { address: string; port: number }) =>
  new Pool(`http://${address}:${port}`, {
    connections: MOST_CONNECTIONS,
    pipelining: 1,
    connect: { timeout: 5_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
    // Many small servers close an idle connection early and without a word; a command must not be lost in that.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 4_000
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
  async exchange(request: Request): Promise<CallResult<Answer>> {
    if (this.#known.unproven(this.#id)) await (this.#proving ??= this.#prove());
    const pool = this.#open();
    return pool ? exchange(pool, request, this.#clock) : NOBODY;
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

  /**
   * Asks the one at the new address who it is, without a token. What `GET /info` [O] tells must not differ from before; where it
   * tells nothing to strangers, the MAC by which a search found it there has to do.
   */
  async #prove() {
    const controller = this.#known.get(this.#id);
    const wanted = this.#known.unproven(this.#id);
    if (controller && wanted) {
      const pool = openPool(controller);
      const request = { method: 'GET', path: '/info', deadlineMs: IDENTITY_DEADLINE_MS } as const;
      const answer = await exchange(pool, request, this.#clock);
      void pool.destroy();
      const body = answer.ok && answer.value.status === 200 ? answer.value.body : null;
      const told = readIdentity(body ? parseJson(body) : undefined);
      this.#known.proved(this.#id, controller.address, answer.ok && isSameIdentity(wanted, told));
    }
    this.#proving = undefined;
  }
}
