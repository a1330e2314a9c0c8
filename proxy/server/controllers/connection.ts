import { buildConnector, Pool } from 'undici';
import type { Clock } from '#shared/clock';
import type { NetworkCard, CardReader } from './card';
import { CardChangedError } from './exchange';
import type { KnownController, KnownControllers } from './known';
import type { SourceController } from './sources';

/** Maximum number of connections of one pool. */
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
type ControllerPlace = Pick<KnownController, 'address' | 'port'>;

/**
 * A pool of connections to one place. All connections to controllers are made here. Only connecting has a timeout here: `exchange` has those
 * of requests.
 * @param source the controller of this program at that address, if there is one
 * @param admit whether a connection may be used. Called after its TCP handshake and before its first byte.
 */
export function openPool(
  { address, port }: ControllerPlace,
  source: Pick<SourceController, 'connect' | 'isAnother'> | undefined,
  admit: () => boolean
): Pool {
  const connect = source ? sourceConnector(source) : buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return new Pool(source ? 'http://source' : `http://${address}:${port}`, {
    connections: MAX_POOL_CONNECTIONS,
    pipelining: 1,
    connect: admittingConnector(connect, admit),
    headersTimeout: 0,
    bodyTimeout: 0,
    // Many small servers close idle connections early and without notice. A command must not be lost because of that.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 4_000
  });
}

type Connector = buildConnector.connector;

/** Connects to what the check admits. */
function admittingConnector(connect: Connector, admit: () => boolean): Connector {
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

/** Connects to a controller that this program runs. */
function sourceConnector(source: Pick<SourceController, 'connect' | 'isAnother'>): Connector {
  return (_options, callback) =>
    void Promise.resolve(source.isAnother ? null : source.connect()).then((socket) => {
      if (socket) callback(null, socket);
      else if (source.isAnother) callback(new CardChangedError(), null);
      else callback(new Error('The controller is not running.'), null);
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
    this.target = target;
    this.#controller = target.moved;
    this.pool = openPool(target, network.known.sourceAt(target.address), () => this.#admit(network));
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
