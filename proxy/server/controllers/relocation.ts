import { connect } from 'node:net';
import { wait, type Clock } from '#shared/clock';
import { codeOf } from '../base/store/errors';
import { NONE, type NetworkCard, type CardReader } from './card';
import type { DiscoveryReply } from './discovery/reply';
import type { KnownController, KnownControllers } from './known';

/** Maximum number of addresses that are tried at the same time. */
const MAX_DIALS = 8;

type Cards = Pick<CardReader, 'cardOf' | 'addressesOf'>;

/** An address that answers, and its card. */
interface Sighting {
  readonly address: string;
  readonly card: NetworkCard;
}

/**
 * Finds out which addresses answer, and with which card.
 * @param learned the cards that the controller may have
 */
function sightingsOf(
  cards: Cards,
  learned: readonly NetworkCard[],
  dial: (address: string) => Promise<boolean>
) {
  const isLearned = (card: NetworkCard) => card !== NONE && learned.includes(card);
  /** The current card of an address; null if nothing answers there. */
  const at = async (address: string): Promise<NetworkCard | null> =>
    (await dial(address)) ? cards.cardOf(address, learned) : null;
  /** The addresses that answer. */
  const among = async (addresses: readonly string[]): Promise<Sighting[]> => {
    const sightings: Sighting[] = [];
    const rest = [...addresses];
    const worker = async () => {
      for (let address = rest.shift(); address !== undefined; address = rest.shift()) {
        const card = await at(address);
        if (card !== null) sightings.push({ address, card });
      }
    };
    await Promise.all(Array.from({ length: MAX_DIALS }, worker));
    return sightings;
  };
  return {
    at,
    /**
     * The addresses among these that answer with a learned card. Those that the table shows are tried first, since devices that replied to
     * a search are in it. All are tried only if there are none.
     */
    async learnedAmong(addresses: readonly string[]): Promise<Sighting[]> {
      const seen = await among(addresses.filter((address) => isLearned(cards.cardOf(address, learned))));
      const sightings = seen.length > 0 ? seen : await among(addresses);
      return sightings.filter(({ card }) => isLearned(card));
    },
    /** Whether another address than these answers with the same card: then the card does not identify a device. */
    async isShared(card: NetworkCard, but: readonly string[]): Promise<boolean> {
      const others = cards.addressesOf(card).filter((address) => !but.includes(address));
      return (await among(others)).some((other) => other.card === card);
    }
  };
}

/**
 * Interval of searches for a lost controller, in ms: with the search itself it stays below the 12 s in which the controller has to be
 * found.
 */
const SEARCH_INTERVAL_MS = 6_000;

/** A controller that is lost for longer than this, in ms, is searched for once per `LONG_LOST_INTERVAL_MS`. */
const LONG_LOST_MS = 600_000;
const LONG_LOST_INTERVAL_MS = 60_000;

/** How long an address may take to accept or to refuse a connection, in ms: a handshake within the home takes a few. */
const DIAL_TIMEOUT_MS = 1_500;

/** Time without a report after which a controller no longer counts as lost, in ms. */
const LOST_TIMEOUT_MS = 30_000;

/** A lost controller. All times are monotonic, in ms. */
interface LostController {
  readonly lostAt: number;
  /** When it was last reported as lost. */
  readonly reportedAt: number;
  /** When it was last searched for; -Infinity for never. */
  readonly searchedAt: number;
}

/** What relocation depends on. */
interface RelocationDeps {
  readonly known: KnownControllers;
  readonly cards: Cards;
  readonly clock: Clock;
  /** Searches, and resolves with the replies. */
  readonly search: () => Promise<readonly DiscoveryReply[]>;
  /** Whether an address accepts or refuses connections; replaced in tests. */
  readonly dial?: (address: string, port: number) => Promise<boolean>;
}

/**
 * Follows a lost controller to a new address, if the neighbour table proves it: a learned card does not answer at the old address, and
 * answers at exactly one other. In all other cases a person gives the address.
 */
export class Relocation {
  readonly name = 'relocation';
  readonly #deps: Required<RelocationDeps>;
  /** By id. */
  readonly #lost = new Map<string, LostController>();
  #isSearching = false;
  readonly #stopped = new AbortController();

  constructor(deps: RelocationDeps) {
    this.#deps = { dial, ...deps };
  }

  /** Receives the events of all homes. */
  receive({ type, controller }: { readonly type: string; readonly controller: string }) {
    if (type === 'lost') this.lost(controller);
  }

  /** Reports that a controller does not answer at its address, or that another box does. It has to be called again while that lasts. */
  lost(id: string) {
    const { known, clock } = this.#deps;
    const isRecognizable = known.cardsOf(id)?.some((card) => card !== NONE);
    if (!isRecognizable) return;
    const reportedAt = clock.monotonic();
    const { lostAt, searchedAt } = this.#lost.get(id) ?? { lostAt: reportedAt, searchedAt: -Infinity };
    this.#lost.set(id, { lostAt, reportedAt, searchedAt });
    if (!this.#isSearching) void this.#searchWhileLost();
  }

  /** Stops searching. */
  stop() {
    this.#lost.clear();
    this.#stopped.abort();
  }

  async #searchWhileLost() {
    const { clock } = this.#deps;
    this.#isSearching = true;
    while (this.#lost.size > 0) {
      const startedAt = clock.monotonic();
      await this.#search(startedAt);
      const elapsed = clock.monotonic() - startedAt;
      if (this.#lost.size > 0) await wait(clock, SEARCH_INTERVAL_MS - elapsed, this.#stopped.signal);
    }
    this.#isSearching = false;
  }

  /** Searches for the controllers whose interval has passed. */
  async #search(now: number) {
    const { known, search } = this.#deps;
    const controllers: KnownController[] = [];
    for (const [id, lost] of this.#lost) {
      const controller = known.get(id);
      const intervalMs = now - lost.lostAt < LONG_LOST_MS ? SEARCH_INTERVAL_MS : LONG_LOST_INTERVAL_MS;
      if (!controller || now - lost.reportedAt > LOST_TIMEOUT_MS) this.#lost.delete(id);
      else if (now - lost.searchedAt >= intervalMs) {
        this.#lost.set(id, { ...lost, searchedAt: now });
        controllers.push(controller);
      }
    }
    if (controllers.length === 0) return;
    const searching = search();
    await Promise.all(controllers.map((controller) => this.#verify(controller, searching)));
  }

  async #verify({ id, address, port }: KnownController, searching: Promise<readonly DiscoveryReply[]>) {
    const { known, cards } = this.#deps;
    const learned = known.cardsOf(id) ?? [];
    const sightings = sightingsOf(cards, learned, (at) => this.#deps.dial(at, port));
    const [there, answered] = await Promise.all([sightings.at(address), searching]);
    if (!this.#lost.has(id) || known.get(id)?.address !== address) return;
    if (there !== null && learned.includes(there)) return;
    const addresses = new Set(answered.map((candidate) => candidate.address));
    const [found, ...others] = await sightings.learnedAmong([...addresses]);
    if (!found) return;
    const isAmbiguous =
      others.length > 0 ||
      known.at(found.address).length > 0 ||
      (await sightings.isShared(found.card, [address, found.address]));
    if (isAmbiguous || known.get(id)?.address !== address) return;
    this.#lost.delete(id);
    known.move(id, found.address, found.card);
  }
}

/** Whether an address accepts or refuses a connection. The connection is closed at once: no byte is sent on it. */
function dial(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(DIAL_TIMEOUT_MS, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', (error) => end(['ECONNREFUSED', 'ECONNRESET'].includes(String(codeOf(error)))));
  });
}
