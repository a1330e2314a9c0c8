import { buildConnector, Pool } from 'undici';
import type { KnownController, KnownControllers } from './known';
import type { Dial } from './served-controller';
import { OWN, type NetworkCard, type CardReader } from './card';
import type { Clock } from '#shared/clock';
import { CardChangedError } from './exchange';

/** Maximum number of connections of one user to one controller. */
const MAX_POOL_CONNECTIONS = 16;

/** Timeout for opening a connection, in ms. */
const CONNECT_TIMEOUT_MS = 5_000;

/** How controllers are reached: the known ones, and the cards of this machine's tables. */
export interface ControllerNetwork {
  readonly clock: Clock;
  readonly known: KnownControllers;
  readonly cards: Pick<CardReader, 'cardOf'>;
}

/** Where a controller is. */
interface ControllerPlace {
  /** An IPv4. */
  readonly address: string;
  readonly port: number;
  /** Connects to a controller that this process serves, which has no address. */
  readonly dial?: Dial | undefined;
}

/**
 * A pool of connections to one place. All connections to controllers are made here. Only connecting has a timeout here: `exchange` has those
 * of requests.
 * @param admit whether a connection may be used. Called after its TCP handshake and before its first byte.
 */
export function openPool({ address, port, dial }: ControllerPlace, admit: () => boolean): Pool {
  return new Pool(dial ? 'http://in-process' : `http://${address}:${port}`, {
    connections: MAX_POOL_CONNECTIONS,
    pipelining: 1,
    connect: dial ? inProcessConnector(dial) : admittingConnector(admit),
    headersTimeout: 0,
    bodyTimeout: 0,
    // Many small servers close idle connections early and without notice. A command must not be lost because of that.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 4_000
  });
}

/** Connects over the network, to the machine that the check admits. */
function admittingConnector(admit: () => boolean): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error) callback(error, null);
      else if (admit()) callback(null, socket);
      else {
        socket.destroy();
        callback(new CardChangedError(), null);
      }
    });
}

/** Connects to a controller that this process serves: nothing else can be there. */
function inProcessConnector(dial: Dial): buildConnector.connector {
  return (_options, callback) =>
    // undici misses a connection that is there before this returns.
    queueMicrotask(() => {
      const dialed = dial();
      if (dialed === 'changed') callback(new CardChangedError(), null);
      else if (dialed === null) callback(new Error('The controller is not running.'), null);
      else callback(null, dialed);
    });
}

/** A box to sign in to. */
export interface SignInTarget extends ControllerPlace {
  /** The known controllers that it can be. Its card decides. */
  readonly candidates: readonly KnownController[];
  /** Whether it can be a new controller. */
  readonly mayBeNew: boolean;
  /** The known controller that it is, with any card, because a person said so. */
  readonly moved?: KnownController;
}

/**
 * Connection pool of one sign-in or move, pinned to one machine: the first connection decides by its card which known controller it is,
 * if any, and every later connection must use the same card.
 */
export class PinnedPool {
  readonly target: SignInTarget;
  readonly pool: Pool;
  #controller: KnownController | undefined;
  #card: NetworkCard | undefined;

  constructor(target: SignInTarget, network: Pick<ControllerNetwork, 'known' | 'cards'>) {
    const { dial, candidates, moved } = target;
    this.target = target;
    this.#controller = moved ?? (dial && candidates[0]);
    if (dial) this.#card = OWN;
    this.pool = openPool(target, () => this.#admit(network));
  }

  /** The known controller that answers there; undefined for a new one. */
  get controller(): KnownController | undefined {
    return this.#controller;
  }

  /** The card of the controller that was reached. */
  get card(): NetworkCard {
    if (this.#card === undefined) throw new Error('Nothing was connected to yet.');
    return this.#card;
  }

  #admit({ known, cards }: Pick<ControllerNetwork, 'known' | 'cards'>): boolean {
    const { address, candidates, mayBeNew } = this.target;
    const seen = cards.cardOf(address, null);
    if (this.#card !== undefined) return seen === this.#card;
    const match = candidates.find(({ id }) => {
      const learned = known.cardsOf(id);
      return learned === null || learned.includes(cards.cardOf(address, learned));
    });
    if (!match && !mayBeNew) return false;
    this.#card = seen;
    this.#controller ??= match;
    return true;
  }
}
