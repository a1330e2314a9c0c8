import { randomBytes } from 'node:crypto';
import type { Clock } from '#shared/clock';
import type { DiscoveryReply } from './reply';

/** A box that replied to a search. */
export interface FoundController extends DiscoveryReply {
  /** Valid until the program ends: a sign-in gives the controller another id. */
  readonly id: string;
  /** When it answered, in ms since the epoch. */
  readonly lastSeen: number;
  /** The same on the monotonic clock. */
  readonly receivedAt: number;
}

/** Maximum number of controllers: a flood of replies must not fill the memory. */
const MAX_FOUND = 64;

/** Maximum number of controllers at one address: a device that claims many MACs must not hide the others. */
const MAX_FOUND_PER_ADDRESS = 2;

/** The controllers that searches have found since the start, by address and claimed MAC. */
export class FoundControllers {
  readonly #clock: Clock;
  readonly #isKnown: (address: string) => boolean;
  readonly #byClaim = new Map<string, FoundController>();

  /** @param isKnown whether a controller of the household has an address: a flood does not displace it */
  constructor(clock: Clock, isKnown: (address: string) => boolean = () => false) {
    this.#clock = clock;
    this.#isKnown = isKnown;
  }

  /** Adds a reply. A controller without a name is named by its address. */
  add({ name, address, mac }: DiscoveryReply) {
    const claim = `${address} ${mac ?? ''}`;
    const before = this.#byClaim.get(claim);
    this.#byClaim.delete(claim);
    this.#byClaim.set(claim, {
      id: before?.id ?? randomBytes(6).toString('hex'),
      address,
      mac,
      name: name === '' ? address : name,
      lastSeen: this.#clock.now(),
      receivedAt: this.#clock.monotonic()
    });
    const [sameAddress, ...more] = [...this.#byClaim].filter(([, found]) => found.address === address);
    if (sameAddress && more.length >= MAX_FOUND_PER_ADDRESS) this.#byClaim.delete(sameAddress[0]);
    if (this.#byClaim.size <= MAX_FOUND) return;
    const rows = [...this.#byClaim];
    const [oldest] = rows.find(([, found]) => !this.#isKnown(found.address)) ?? rows[0] ?? [];
    if (oldest !== undefined) this.#byClaim.delete(oldest);
  }

  /** All of them, the newest last. */
  list(): FoundController[] {
    return [...this.#byClaim.values()];
  }

  /** The controller of an id. */
  get(id: string): FoundController | undefined {
    return this.list().find((found) => found.id === id);
  }
}
