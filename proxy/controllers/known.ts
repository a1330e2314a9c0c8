import * as v from 'valibot';
import { randomBytes } from 'node:crypto';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { readMac, type Mac } from '#shared/mac';
import type { StoredFile } from '../store/sealed-file';
import type { NeighbourLink } from './link';

/** A controller that can be signed in to. */
export interface KnownController {
  /** Random and ours: 12 hex digits. (Ids made by older versions are MACs, or `addr-<ip>`, and stay as they are.) */
  readonly id: string;
  readonly name: string;
  /** The IPv4 at which a password was accepted: its verified address. */
  readonly address: string;
  readonly port: number;
  readonly source: 'known' | 'demo';
  /** When it was last signed in to, or moved, in ms since the epoch; 0 for never. */
  readonly lastSeen: number;
  /** The MAC that it claims, for people to tell boxes apart. It proves nothing. */
  readonly mac: Mac | null;
}

const storedControllerSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  address: v.string(),
  lastSeen: v.number(),
  /** What it told of itself when a user signed in. */
  identity: v.looseObject({ mac: v.nullable(v.string()), id: v.nullable(v.string()) }),
  /** Of older versions, which kept an unverified address beside this one; null where the address is none that a password was accepted at. */
  verifiedAddress: v.optional(v.nullable(v.string())),
  /** By what it was reached when a password was accepted; null where an older version did not learn it. */
  links: v.optional(v.nullable(v.array(v.string())), null)
});

/** How the controllers lie on the disk. Keys of newer versions stay in them. */
export const storedControllersSchema = v.array(storedControllerSchema);
export type StoredControllers = v.InferOutput<typeof storedControllersSchema>;

interface Held extends KnownController {
  readonly links: readonly NeighbourLink[] | null;
  /** What a newer version stored: it is written back as it was. */
  readonly unknown: { readonly controller: object; readonly identity: object };
}

const NOTHING_UNKNOWN: Held['unknown'] = { controller: {}, identity: {} };

/** A controller is known by no more links than this: the oldest makes room. */
const MAX_LINKS = 4;

/** A controller that a user signed in to for the first time. */
export interface NewController {
  readonly name: string;
  readonly address: string;
  readonly mac: Mac | null;
  readonly link: NeighbourLink;
}

/** What the known controllers stand on. */
export interface KnownControllersParts {
  readonly file: StoredFile<StoredControllers>;
  readonly clock: Clock;
  /** Where controllers listen for HTTP (80, but in tests). */
  readonly port: number;
  /** The virtual controller beside us, if there is one. */
  readonly demo?: Pick<KnownController, 'id' | 'name' | 'address' | 'port'>;
}

/**
 * The controllers that users signed in to, each with what was learned of the way there when a password was accepted. Nothing that a box
 * says of itself changes them: only a sign-in, the rules by which one is followed to a new address, and a person's word do.
 */
export class KnownControllers {
  readonly #parts: KnownControllersParts;
  readonly #byId = new Map<string, Held>();
  readonly #added = new Emitter<void>();
  readonly #moved = new Emitter<string>();

  constructor(parts: KnownControllersParts) {
    this.#parts = parts;
  }

  /** Reads those that users signed in to before. */
  async load() {
    const { file, port, demo } = this.#parts;
    if (demo)
      this.#byId.set(demo.id, {
        ...demo,
        ...{ source: 'demo', lastSeen: 0, mac: null, links: null, unknown: NOTHING_UNKNOWN }
      });
    for (const stored of await file.read()) {
      const { id, name, address, lastSeen, identity, verifiedAddress, links, ...controller } = stored;
      const { mac, id: _, ...unknownOfIdentity } = identity;
      this.#byId.set(id, {
        ...{ id, name, lastSeen, port },
        // What an older version left in doubt, a datagram may have written: nothing is sent there until a person says where it is.
        links: verifiedAddress === null ? (links ?? []) : links,
        address: verifiedAddress ?? address,
        source: 'known',
        mac: readMac(mac) ?? readMac(id),
        unknown: { controller, identity: unknownOfIdentity }
      });
    }
  }

  /** Whether anybody ever signed in to one beside the demo. */
  get isEmpty(): boolean {
    return this.#real.length === 0;
  }

  /** All, the demo included, in the order in which they were added. */
  list(): KnownController[] {
    return [...this.#byId.values()].map(shownOf);
  }

  /** The controller of an id. */
  get(id: string): KnownController | undefined {
    const held = this.#byId.get(id);
    return held && shownOf(held);
  }

  /** Those whose verified address this is; never the demo. */
  at(address: string): KnownController[] {
    return this.#real.filter((held) => held.address === address).map(shownOf);
  }

  /** By what a controller may be reached; null where nothing has been learned yet, and anything goes. */
  linksOf(id: string): readonly NeighbourLink[] | null {
    return this.#byId.get(id)?.links ?? null;
  }

  /** A user signed in to a controller that was not known: it gets an id. */
  add({ name, address, mac, link }: NewController): KnownController {
    const { port } = this.#parts;
    const id = this.#newId();
    const made = { id, name, address, port, mac, links: [link], source: 'known', lastSeen: 0 } as const;
    const held = { ...made, unknown: NOTHING_UNKNOWN };
    this.#put(held);
    this.#added.emit();
    return shownOf(held);
  }

  /** A password was accepted at a known controller. */
  signedIn(id: string, link: NeighbourLink) {
    const held = this.#byId.get(id);
    if (held?.source === 'known') this.#put({ ...held, links: held.links ?? [link] });
  }

  /** A good answer came by a link, where nothing had been learned before. */
  learn(id: string, address: string, link: NeighbourLink) {
    const held = this.#byId.get(id);
    if (held?.source === 'known' && held.address === address && held.links === null)
      this.#put({ ...held, links: [link] });
  }

  /** A controller has a new address, or another network card: by the rules, or by a person's word. */
  move(id: string, address: string, link: NeighbourLink) {
    const held = this.#byId.get(id);
    if (held?.source !== 'known') return;
    const others = (held.links ?? []).filter((learned) => learned !== link);
    this.#reach({ ...held, address, links: [...others, link].slice(-MAX_LINKS) });
  }

  /** A person said that another home stands where this controller was: it is not looked for there any more. */
  displace(id: string) {
    const held = this.#byId.get(id);
    if (held?.source === 'known') this.#reach({ ...held, links: [] });
  }

  /** Forgets a controller that nobody uses any more, to make room for another. */
  remove(id: string) {
    if (this.#byId.get(id)?.source !== 'known') return;
    this.#byId.delete(id);
    this.#write();
  }

  /** The demo home is offered no more. */
  dropDemo() {
    for (const { id, source } of [...this.#byId.values()]) if (source === 'demo') this.#byId.delete(id);
  }

  /** Calls back for each controller that was added. Returns a function that unsubscribes. */
  onAdded(listener: () => void): () => void {
    return this.#added.subscribe(listener);
  }

  /** Calls back with the id of each controller whose address or link changed, or was removed. Returns a function that unsubscribes. */
  onMoved(listener: (id: string) => void): () => void {
    return this.#moved.subscribe(listener);
  }

  /** Resolves once everything lies on the disk. */
  async saved() {
    await this.#parts.file.flush();
  }

  get #real(): Held[] {
    return [...this.#byId.values()].filter(({ source }) => source === 'known');
  }

  #reach(held: Held) {
    this.#put(held);
    this.#moved.emit(held.id);
  }

  #newId(): string {
    const id = randomBytes(6).toString('hex');
    return this.#byId.has(id) ? this.#newId() : id;
  }

  #put(held: Held) {
    this.#byId.set(held.id, { ...held, lastSeen: this.#parts.clock.now() });
    this.#write();
  }

  #write() {
    // The keys that older versions ask for are written too: whoever goes back to one keeps the household.
    this.#parts.file.write(
      this.#real.map(({ id, name, address, lastSeen, mac, links, unknown }) => ({
        ...unknown.controller,
        id,
        name,
        address,
        lastSeen,
        identity: { ...unknown.identity, mac, id: null },
        verifiedAddress: address,
        links: links && [...links]
      }))
    );
  }
}

const shownOf = ({ links: _links, unknown: _unknown, ...shown }: Held): KnownController => shown;
