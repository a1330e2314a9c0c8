import * as v from 'valibot';
import { randomBytes } from 'node:crypto';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { Mac } from '#shared/mac';
import type { StoredFile } from '../base/store/sealed-file';
import { OWN, type NetworkCard } from './card';
import type { Dial, InProcessController } from './served-controller';

/** A controller that can be signed in to. */
export interface KnownController {
  /** Random, 12 hex digits. */
  readonly id: string;
  readonly name: string;
  /** The IPv4 at which a password was accepted: its verified address. Empty for one that this process serves. */
  readonly address: string;
  readonly port: number;
  /** Connects to a controller that this process serves; undefined for one in the network. */
  readonly dial?: Dial | undefined;
  readonly source: 'known' | 'demo';
  /** Time of the last sign-in or move, in ms since the epoch; 0 for never. */
  readonly lastSeen: number;
  /** The MAC that it claims, for people to tell boxes apart. It proves nothing. */
  readonly mac: Mac | null;
}

const storedControllerSchema = v.object({
  id: v.string(),
  name: v.string(),
  address: v.string(),
  lastSeen: v.number(),
  /** What it claimed when a user signed in. */
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

/** Maximum number of cards of a controller. A further one replaces the oldest. */
const MAX_CARDS = 4;

/** A controller that a user signed in to for the first time. */
export interface NewController {
  readonly name: string;
  readonly address: string;
  readonly mac: Mac | null;
  readonly card: NetworkCard;
}

/** What the known controllers depend on. */
export interface KnownControllersDeps {
  readonly file: StoredFile<StoredControllers>;
  readonly clock: Clock;
  /** The HTTP port of controllers (80, another one in tests). */
  readonly port: number;
  /** The virtual controller of the demo, if there is one. */
  readonly demo?: InProcessController;
  /** A real controller that this process serves, if one is set up. It is stored elsewhere. */
  readonly served?: InProcessController | null;
}

/**
 * The controllers that users signed in to, with the cards that they had when a password was accepted. Claims of a box change
 * nothing: only a sign-in, the relocation rules and a person's confirmation do.
 */
export class KnownControllers {
  readonly #deps: KnownControllersDeps;
  readonly #byId = new Map<string, StoredController>();
  readonly #added = new Emitter<void>();
  /** Calls back for each controller that was added. */
  readonly onAdded = this.#added.subscribe;
  readonly #moved = new Emitter<string>();
  /** Calls back with the id of each controller whose address or card changed, or was removed. */
  readonly onMoved = this.#moved.subscribe;

  constructor(deps: KnownControllersDeps) {
    this.#deps = deps;
  }

  /** Reads the stored controllers. */
  async load() {
    const { file, port, demo, served } = this.#deps;
    if (demo) this.#addInProcess(demo, 'demo', 0);
    if (served) this.#addInProcess(served);
    for (const { identity, links: cards, ...stored } of await file.read())
      this.#byId.set(stored.id, { ...stored, cards, port, mac: identity.mac, source: 'known' });
  }

  /** All, the demo included, in the order in which they were added. */
  list(): KnownController[] {
    return [...this.#byId.values()];
  }

  /** The controller of an id. */
  get(id: string): KnownController | undefined {
    return this.#byId.get(id);
  }

  /** The controllers with this verified address, without the demo. */
  at(address: string): KnownController[] {
    return this.#stored.filter((each) => each.address === address);
  }

  /** The cards that a controller may have; null if none was learned yet, so that any card is accepted. */
  cardsOf(id: string): readonly NetworkCard[] | null {
    return this.#byId.get(id)?.cards ?? null;
  }

  /** Adds a controller after its first sign-in, with a new id. */
  add({ name, address, mac, card }: NewController): KnownController {
    const { port } = this.#deps;
    const id = this.#newId();
    const added = this.#put({ id, name, address, port, mac, cards: [card], source: 'known', lastSeen: 0 });
    this.#added.emit();
    return added;
  }

  /** Adds a controller that this process serves, after its set-up. */
  addServed(controller: InProcessController): KnownController {
    const added = this.#addInProcess(controller);
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
    const stored = this.#find(id);
    if (stored?.address === address && stored.cards === null) this.#put({ ...stored, cards: [card] });
  }

  /** Moves a controller to a new address or card, by the relocation rules or by a person's confirmation. */
  move(id: string, address: string, card: NetworkCard) {
    const stored = this.#find(id);
    if (!stored) return;
    const others = (stored.cards ?? []).filter((learned) => learned !== card);
    this.#reach({ ...stored, address, cards: [...others, card].slice(-MAX_CARDS) });
  }

  /** Removes the cards of a controller, after a person confirmed that another home is at its address. */
  displace(id: string) {
    const stored = this.#find(id);
    if (stored) this.#reach({ ...stored, cards: [] });
  }

  /** Removes a controller without users. One that this process serves stays. */
  remove(id: string) {
    if (!this.#find(id)) return;
    this.#byId.delete(id);
    this.#write();
  }

  /** Removes the demo. */
  dropDemo() {
    for (const { id, source } of [...this.#byId.values()]) if (source === 'demo') this.#byId.delete(id);
  }

  /** Resolves when everything was written. */
  async saved() {
    await this.#deps.file.flush();
  }

  /** Those at an address of the network, which are stored here. */
  get #stored(): StoredController[] {
    return [...this.#byId.values()].filter(({ dial }) => !dial);
  }

  #find(id: string): StoredController | undefined {
    return this.#stored.find((each) => each.id === id);
  }

  #addInProcess(
    controller: InProcessController,
    source: StoredController['source'] = 'known',
    lastSeen = this.#deps.clock.now()
  ): StoredController {
    const added = { ...controller, source, lastSeen, address: '', port: 0, mac: null, cards: [OWN] };
    this.#byId.set(added.id, added);
    return added;
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
    this.#deps.file.write(
      this.#stored.map(({ id, name, address, lastSeen, mac, cards }) => ({
        ...{ id, name, address, lastSeen, identity: { mac } },
        links: cards && [...cards]
      }))
    );
  }
}
