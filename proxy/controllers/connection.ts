import type { Pool } from 'undici';
import type { Clock } from '#shared/clock';
import type { Answer } from './answer';
import { exchange, type ExchangeContext } from './exchange';
import { failCall, type CallResult } from './failure';
import type { KnownController, KnownControllers } from './known';
import type { NeighbourLink, LinkReader } from './link';
import { openPool } from './pool';
import type { Request } from './request';

const NOBODY = failCall('controller-unreachable', 'No controller of this id is known.');

/** What a connection depends on. */
interface ControllerConnectionDeps {
  /** The controller's id. */
  readonly id: string;
  readonly known: KnownControllers;
  readonly links: Pick<LinkReader, 'linkOf'>;
  readonly clock: Clock;
}

/**
 * The connection to one known controller at its verified address. The link of each new connection is compared with the learned ones before
 * a byte is sent on it.
 */
export class ControllerConnection {
  readonly #deps: ControllerConnectionDeps;
  #pool: Pool | undefined;
  #origin = '';
  /** The link of the newest connection. */
  #link: NeighbourLink | undefined;

  constructor(deps: ControllerConnectionDeps) {
    this.#deps = deps;
  }

  /** Sends one request to the controller; see `exchange`. */
  async exchange(
    request: Request,
    { authorization, onDate }: Omit<ExchangeContext, 'clock'> = {}
  ): Promise<CallResult<Answer>> {
    const { id, known, clock } = this.#deps;
    const controller = known.get(id);
    if (!controller) return NOBODY;
    const answer = await exchange(this.#open(controller), request, { clock, authorization, onDate });
    const isGood = answer.ok && authorization !== undefined && answer.value.status < 300;
    if (isGood && this.#link !== undefined) known.learn(id, controller.address, this.#link);
    return answer;
  }

  /** Closes all connections. Calls in flight fail. */
  async close() {
    const pool = this.#pool;
    this.#pool = undefined;
    this.#origin = '';
    await pool?.destroy();
  }

  #open({ address, port }: KnownController): Pool {
    const origin = `${address}:${port}`;
    if (this.#pool && this.#origin === origin) return this.#pool;
    void this.#pool?.destroy();
    this.#origin = origin;
    return (this.#pool = openPool({ address, port, admit: () => this.#admit(address) }));
  }

  #admit(address: string): boolean {
    const { id, known, links } = this.#deps;
    const learned = known.linksOf(id);
    this.#link = links.linkOf(address, learned);
    return learned === null || learned.includes(this.#link);
  }
}
