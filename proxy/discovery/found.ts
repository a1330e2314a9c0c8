import { randomBytes } from 'node:crypto';
import type { Clock } from '#shared/clock';
import { readMac } from '../controllers/identity';
import type { Reply } from './reply';

/** A box that answered a search. All that it says of itself is a claim: it helps to find and show it, and changes nothing that is known. */
export interface FoundController {
  /** For this run of the program alone: a sign-in gives it an id of its own. */
  readonly id: string;
  readonly name: string;
  /** The IPv4 from which it answered. */
  readonly address: string;
  /** The MAC that it claims: 12 hex digits. */
  readonly mac: string | null;
  /** When it answered, in ms since the epoch. */
  readonly lastSeen: number;
  /** The same on the monotonic clock. */
  readonly heardAt: number;
}

/** No more are kept, so that a flood of replies stays small. */
const MAX_FOUND = 64;

/** What searches have found while we run: by address, and by the MAC that is claimed there. */
export class FoundControllers {
  readonly #clock: Clock;
  readonly #byClaim = new Map<string, FoundController>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes in an answer to a search. */
  heard({ name, ip, mac }: Reply) {
    const claim = `${ip} ${mac}`;
    const before = this.#byClaim.get(claim);
    this.#byClaim.delete(claim);
    this.#byClaim.set(claim, {
      id: before?.id ?? randomBytes(6).toString('hex'),
      name: name === '' ? ip : name,
      address: ip,
      mac: readMac(mac),
      lastSeen: this.#clock.now(),
      heardAt: this.#clock.monotonic()
    });
    const [oldest] = this.#byClaim.keys();
    if (oldest !== undefined && this.#byClaim.size > MAX_FOUND) this.#byClaim.delete(oldest);
  }

  /** All, the newest last. */
  list(): FoundController[] {
    return [...this.#byClaim.values()];
  }

  /** The one of a passing id. */
  get(id: string): FoundController | undefined {
    return this.list().find((found) => found.id === id);
  }
}
