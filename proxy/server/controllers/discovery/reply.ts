import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import { isMac, readMac, type Mac } from '#shared/mac';
import { type DestinationRule, readAddress } from '../../base/net/addresses';

/** Reply of a controller to a search (document 4.3) [D]. Everything in it is a claim: it is shown to people and decides nothing. */
export interface DiscoveryReply {
  /** Empty if it gives none. */
  readonly name: string;
  /** The IPv4 that sent it. */
  readonly address: string;
  /** null for a placeholder. */
  readonly mac: Mac | null;
}

/** Maximum size of a reply, in bytes. */
const MAX_REPLY_BYTES = 1024;

/** Maximum length of a name, in code points. */
const MAX_NAME_LENGTH = 64;

const replySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ name: v.string(), ip: v.string(), mac: v.pipe(v.string(), v.check(isMac)) })
);

/** Control characters, lone surrogates, and marks that change the text direction. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200b\u2060\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** User text on one line, without characters that could make it look like another text. */
export const cleanName = (name: string) =>
  Array.from(name.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim())
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .trim();

/** Reads a datagram; undefined if a controller at the sender's address would not send it. Its `ip` has to be its sender's. */
export function readReply(
  datagram: Buffer,
  sender: string,
  rule: DestinationRule
): DiscoveryReply | undefined {
  if (datagram.length > MAX_REPLY_BYTES || !isUtf8(datagram)) return undefined;
  // It may start with a byte order mark.
  const read = v.safeParse(replySchema, datagram.toString().replace(/^\ufeff/, ''));
  if (!read.success) return undefined;
  const { name, ip, mac } = read.output;
  if (ip !== sender || !readAddress(ip, rule).ok) return undefined;
  return { name: cleanName(name), address: ip, mac: readMac(mac) };
}

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
