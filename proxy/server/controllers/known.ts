import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { fail } from '#shared/errors';
import type { Mac } from '#shared/mac';
import type { StoredFile } from '../base/store/sealed-file';
import { NONE, type NetworkCard } from './card';
import { networkAddress, type SourceController, type Sources } from './sources';

/** A controller that can be signed in to. */
export interface KnownController {
  /** Random, 12 hex digits. */
  readonly id: string;
  readonly name: string;
  /** The IPv4 at which a password was accepted: its verified address. That of a source is `source:<name>`. */
  readonly address: string;
  readonly port: number;
  readonly source: 'known' | 'demo';
  /** Time of the last sign-in or move, in ms since the epoch; 0 for never. */
  readonly lastSeen: number;
  /** The MAC that it claims, for people to tell boxes apart. It proves nothing. */
  readonly mac: Mac | null;
  /** Time of the first sign-in, in ms since the epoch; 0 if it is not known. */
  readonly addedAt: number;
}

const storedControllerSchema = v.object({
  id: v.string(),
  name: v.string(),
  address: v.string(),
  lastSeen: v.number(),
  addedAt: v.number(),
  /** What it claimed when somebody signed in. */
  identity: v.object({ mac: v.nullable(v.string()) }),
  /** The cards that it had when a password was accepted; null if none was learned yet. */
  links: v.nullable(v.array(v.string()))
});

/** The stored format of controllers. */
export const storedControllersSchema = v.array(storedControllerSchema);
export type StoredControllers = v.InferOutput<typeof storedControllersSchema>;

interface StoredController extends KnownController {
  readonly cards: readonly NetworkCard[] | null;
}

/** Error for an id that no known controller has. */
export const UNKNOWN_CONTROLLER = fail('not-found', 'No controller of this id is known.');

/** Maximum number of cards of a controller. A further one replaces the oldest. */
const MAX_CARDS = 4;

/** A controller that somebody signed in to for the first time. */
export interface NewController extends Pick<KnownController, 'name' | 'address' | 'mac'> {
  readonly card: NetworkCard;
}

/** What the known controllers depend on. */
export interface KnownControllersDeps {
  readonly file: StoredFile<StoredControllers>;
  readonly clock: Clock;
  /** The HTTP port of controllers (80, another one in tests). */
  readonly port: number;
  /** Those that are set up are known too, and store that themselves. */
  readonly sources?: Sources;
}

/**
 * The controllers that people signed in to, with the cards that they had when a password was accepted. Claims of a box change
 * nothing: only a sign-in, the relocation rules and a person's confirmation do.
 */
export class KnownControllers {
  readonly #deps: KnownControllersDeps;
  readonly #byId = new Map<string, StoredController>();
  readonly #added = new Emitter<void>();
  /** Calls back for each controller that was added. */
  readonly onAdded = this.#added.subscribe;
  /** Resolves when the source that was added last has kept its set-up. */
  #kept: Promise<unknown> | undefined;
  readonly #moved = new Emitter<string>();
  /** Calls back with the id of each controller whose address or card changed, or was removed, and of a source that is there again. */
  readonly onMoved = this.#moved.subscribe;

  constructor(deps: KnownControllersDeps) {
    this.#deps = deps;
  }

  /** Reads the stored controllers. */
  async load() {
    const { file, port, sources = [], clock } = this.#deps;
    for (const [address, each] of sources) {
      const { id, name, isSetUp, isDemo } = each;
      if (isSetUp)
        this.#byId.set(id, {
          id,
          name,
          address,
          port: 0,
          mac: null,
          cards: [NONE],
          source: isDemo ? 'demo' : 'known',
          lastSeen: clock.now(),
          addedAt: 0
        });
      each.onBack?.(() => this.#moved.emit(each.id));
    }
    for (const { identity, links: cards, ...stored } of await file.read())
      this.#byId.set(stored.id, { ...stored, cards, port, mac: identity.mac, source: 'known' });
  }

  /** All, the demo included, in the order in which they were added. */
  list(): KnownController[] {
    return [...this.#byId.values()];
  }

  /** The controllers of the household: all but the demo. */
  get real(): KnownController[] {
    return this.list().filter(({ source }) => source === 'known');
  }

  /** The controller of an id. */
  get(id: string): KnownController | undefined {
    return this.#byId.get(id);
  }

  /** The controllers with this verified address. */
  at(address: string): KnownController[] {
    return this.list().filter((each) => each.address === address);
  }

  /** The source of an address; undefined for an address of the network. */
  sourceAt(address: string): SourceController | undefined {
    return this.#deps.sources?.get(address);
  }

  /**
   * The cards that a controller may have; null if none was learned yet, so that any card is accepted. A controller that is not known, such as
   * one that was forgotten while a call was under way, may have none.
   */
  cardsOf(id: string): readonly NetworkCard[] | null {
    const controller = this.#byId.get(id);
    return controller ? controller.cards : [];
  }

  /** Adds a controller after its first sign-in, with a new id. */
  add({ name, address, mac, card }: NewController): KnownController {
    const { port, clock } = this.#deps;
    const source = this.sourceAt(address);
    const id = source?.id ?? this.#newId();
    this.#kept = source?.keep?.();
    const addedAt = clock.now();
    const added = this.#put({
      id,
      name,
      address,
      port,
      mac,
      cards: [card],
      source: 'known',
      lastSeen: addedAt,
      addedAt
    });
    this.#added.emit();
    return added;
  }

  /** Notes that a password was accepted at a known controller. */
  signedIn(id: string, card: NetworkCard) {
    const controller = this.#byId.get(id);
    if (controller?.source === 'known') this.#put({ ...controller, cards: controller.cards ?? [card] });
  }

  /** Learns the card of a good answer, if none was learned before. */
  learn(id: string, address: string, card: NetworkCard) {
    const stored = this.#byId.get(id);
    if (stored?.address === address && stored.cards === null) this.#put({ ...stored, cards: [card] });
  }

  /** Moves a controller to a new address or card, by the relocation rules or by a person's confirmation. */
  move(id: string, address: string, card: NetworkCard) {
    const stored = this.#byId.get(id);
    if (!stored) return;
    const others = (stored.cards ?? []).filter((learned) => learned !== card);
    this.#reach({ ...stored, address, cards: [...others, card].slice(-MAX_CARDS) });
  }

  /** Removes the cards of a controller, after a person confirmed that another home is at its address. */
  displace(id: string) {
    const stored = this.#byId.get(id);
    if (stored) this.#reach({ ...stored, cards: [] });
  }

  /** Removes a controller whose home was forgotten. A source has to be set up again. */
  remove(id: string) {
    const removed = this.#byId.get(id);
    if (!removed) return;
    this.#byId.delete(id);
    this.sourceAt(removed.address)?.forget?.();
    this.#write();
  }

  /** Removes the demo. */
  dropDemo() {
    for (const { id, source } of this.list()) if (source === 'demo') this.#byId.delete(id);
  }

  /** Resolves when everything was written. */
  async saved() {
    await Promise.all([this.#deps.file.flush(), this.#kept]);
  }

  #reach(controller: StoredController) {
    this.#put(controller);
    this.#moved.emit(controller.id);
  }

  #newId(): string {
    const id = randomBytes(6).toString('hex');
    return this.#byId.has(id) ? this.#newId() : id;
  }

  #put(controller: StoredController): StoredController {
    const put = { ...controller, lastSeen: this.#deps.clock.now() };
    this.#byId.set(put.id, put);
    this.#write();
    return put;
  }

  #write() {
    const stored = [...this.#byId.values()].filter(({ address }) => networkAddress(address) !== '');
    this.#deps.file.write(
      stored.map(({ id, name, address, lastSeen, addedAt, mac, cards }) => ({
        id,
        name,
        address,
        lastSeen,
        addedAt,
        identity: { mac },
        links: cards && [...cards]
      }))
    );
  }
}
