import * as v from 'valibot';
import type { Clock } from '../clock';
import type { StoredFile } from '../store/sealed-file';
import { readMac, UNTOLD, type Identity } from './identity';

/** A controller that can be signed in to. */
export interface KnownController {
  /** Its MAC in lower-case hex without colons, or `addr-<ip>` until a search shows that. */
  readonly id: string;
  readonly name: string;
  /** An IPv4. */
  readonly address: string;
  readonly port: number;
  readonly source: 'search' | 'known' | 'demo';
  /** When it was last heard, in ms since the epoch; 0 for never. */
  readonly lastSeen: number;
}

/** A controller's answer to a search (document 4.3) [D]. */
export interface DiscoveryReply {
  readonly name: string;
  readonly ip: string;
  /** Colon-separated hexadecimal pairs. */
  readonly mac: string;
}

const storedControllerSchema = v.object({
  id: v.string(),
  name: v.string(),
  address: v.string(),
  lastSeen: v.number(),
  /** What it told of itself when a user signed in. */
  identity: v.object({ mac: v.nullable(v.string()), id: v.nullable(v.string()) }),
  /** The address at which it proved to be itself: tokens go nowhere else. */
  verifiedAddress: v.nullable(v.string()),
  /** Another one answered a search from its address, and it has not been heard itself since. */
  isContested: v.optional(v.boolean(), false)
});

/** How the controllers lie on the disk. */
export const storedControllersSchema = v.array(storedControllerSchema);
export type StoredControllers = v.InferOutput<typeof storedControllersSchema>;

interface Held extends KnownController {
  readonly identity: Identity;
  readonly verifiedAddress: string | null;
  readonly isContested: boolean;
}

/** What a controller that has to prove who it is showed: itself, another one, or nothing, for nobody answered. */
export type Proof = 'itself' | 'another' | 'nobody';

/** Found controllers are kept in memory up to this many, so that a flood of replies stays small. */
const MOST_FOUND = 64;

/** What the known controllers stand on. */
export interface KnownControllersParts {
  readonly file: StoredFile<StoredControllers>;
  readonly clock: Clock;
  /** Where controllers listen for HTTP (80, but in tests). */
  readonly port: number;
  /** The virtual controller beside us, if there is one. */
  readonly demo?: Pick<KnownController, 'id' | 'name' | 'address' | 'port'>;
}

/** The controllers that we know: those that a user signed in to, for good; those that a search found, while we run. */
export class KnownControllers {
  readonly #parts: KnownControllersParts;
  readonly #byId = new Map<string, Held>();
  readonly #another = new Set<string>();
  readonly #renameListeners = new Set<(from: string, to: string) => void>();

  constructor(parts: KnownControllersParts) {
    this.#parts = parts;
  }

  /** Reads those that users signed in to before. */
  async load() {
    const { file, port, demo } = this.#parts;
    if (demo)
      this.#put({
        ...demo,
        source: 'demo',
        lastSeen: 0,
        identity: UNTOLD,
        verifiedAddress: demo.address,
        isContested: false
      });
    for (const stored of await file.read()) this.#put({ ...stored, port, source: 'known' });
  }

  /** Those that are offered: the demo home only until a real controller is signed in to. */
  list(): KnownController[] {
    const all = [...this.#byId.values()];
    const isAtHome = all.some(({ source }) => source === 'known');
    return all.filter(({ source }) => !(isAtHome && source === 'demo')).map(shownOf);
  }

  /** The controller of an id, offered or not. */
  get(id: string): KnownController | undefined {
    const held = this.#byId.get(id);
    return held && shownOf(held);
  }

  /** The controller that was last heard at an address. The demo home has none: it is chosen by its id alone. */
  at(address: string): KnownController | undefined {
    const held = this.#at(address);
    return held && shownOf(held);
  }

  /**
   * Takes in an answer to a search; its `ip` is its sender's. A known MAC gets its new address, and a controller that was known
   * by its address alone gets its MAC as id (`onRenamed`). A reply whose `mac` is none names its controller by address.
   */
  found({ name, ip, mac }: DiscoveryReply): KnownController {
    const byAddress = this.#at(ip);
    const id = readMac(mac) ?? byAddress?.id ?? addressId(ip);
    const before = this.#byId.get(id) ?? this.#rename(byAddress, id);
    if (before?.source === 'demo') return shownOf(before);
    this.#doubtOthers(ip, id);
    const held: Held = {
      identity: UNTOLD,
      verifiedAddress: null,
      ...before,
      id,
      name: name === '' ? (before?.name ?? ip) : name,
      address: ip,
      port: this.#parts.port,
      source: before?.source === 'known' ? 'known' : 'search',
      lastSeen: this.#parts.clock.now(),
      isContested: false
    };
    this.#put(held);
    if (held.source === 'known') this.#save();
    else this.#forgetFound();
    return shownOf(held);
  }

  /** A user signed in: this controller is known from now on, and at this address it is itself. */
  signedIn(controller: Omit<KnownController, 'source' | 'lastSeen'>, identity: Identity): KnownController {
    this.#rename(this.#byId.get(addressId(controller.address)), controller.id);
    const source = this.#byId.get(controller.id)?.source === 'demo' ? 'demo' : 'known';
    const lastSeen = this.#parts.clock.now();
    const held: Held = {
      ...controller,
      source,
      lastSeen,
      identity,
      verifiedAddress: controller.address,
      isContested: false
    };
    this.#another.delete(controller.id);
    this.#put(held);
    if (source === 'known') this.#save();
    return shownOf(held);
  }

  /** Who a controller has to prove to be before it is sent a token at its address; null where it has done so. */
  unproven(id: string): Identity | null {
    const held = this.#byId.get(id);
    if (held?.source !== 'known' || held.address === held.verifiedAddress) return null;
    return { ...held.identity, mac: readMac(held.id) ?? held.identity.mac };
  }

  /** Whether another one was heard at its address since it was: who is silent about itself there is not taken for it. */
  isContested(id: string): boolean {
    return this.#byId.get(id)?.isContested === true;
  }

  /** Whether another one answers where a controller was, so that somebody has to say whether that is theirs. */
  isAnother(id: string): boolean {
    return this.#another.has(id) && this.unproven(id) !== null;
  }

  /** What a controller showed at its address. Where it was not itself, its last good address counts again. */
  proved(id: string, address: string, proof: Proof) {
    const held = this.#byId.get(id);
    if (held?.address !== address) return;
    if (proof === 'another') this.#another.add(id);
    else this.#another.delete(id);
    const isItself = proof === 'itself';
    const proven = isItself ? address : held.verifiedAddress;
    const isContested = held.isContested && !isItself;
    this.#put({ ...held, address: proven ?? address, verifiedAddress: proven, isContested });
    this.#save();
  }

  /** Hears of each `addr-<ip>` that turned out to be a MAC: what is kept by the old id has to move. */
  onRenamed(listener: (from: string, to: string) => void): () => void {
    this.#renameListeners.add(listener);
    return () => void this.#renameListeners.delete(listener);
  }

  #rename(held: Held | undefined, to: string): Held | undefined {
    if (!held?.id.startsWith('addr-') || held.id === to) return undefined;
    this.#byId.delete(held.id);
    const renamed = { ...held, id: to };
    this.#put(renamed);
    for (const listener of this.#renameListeners) listener(held.id, to);
    return renamed;
  }

  /** Another one answers where these were: they have to prove themselves anew before they are sent a token. */
  #doubtOthers(address: string, id: string) {
    const others = [...this.#byId.values()].filter(
      (held) => held.source === 'known' && held.address === address && held.id !== id
    );
    for (const held of others) this.#byId.set(held.id, { ...held, verifiedAddress: null, isContested: true });
    if (others.length > 0) this.#save();
  }

  #at(address: string) {
    const there = [...this.#byId.values()].filter(
      (held) => held.address === address && held.source !== 'demo'
    );
    return there.find(({ isContested }) => !isContested) ?? there[0];
  }

  #put(held: Held) {
    this.#byId.delete(held.id);
    this.#byId.set(held.id, held);
  }

  #forgetFound() {
    const found = [...this.#byId.values()].filter(({ source }) => source === 'search');
    for (const { id } of found.slice(0, -MOST_FOUND)) this.#byId.delete(id);
  }

  #save() {
    const known = [...this.#byId.values()].filter(({ source }) => source === 'known');
    this.#parts.file.write(
      known.map(({ id, name, address, lastSeen, identity, verifiedAddress, isContested }) => ({
        id,
        name,
        address,
        lastSeen,
        identity,
        verifiedAddress,
        isContested
      }))
    );
  }
}

/** The id of a controller of which nothing but the address is known. */
export const addressId = (address: string) => `addr-${address}`;

const shownOf = ({ id, name, address, port, source, lastSeen }: Held): KnownController => ({
  id,
  name,
  address,
  port,
  source,
  lastSeen
});
