import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#shared/clock';
import { fail, succeed, type Result } from '#shared/errors';
import type { PairingState } from '#shared/household';
import type { Rights } from '#shared/rights';
import type { Screen } from '../screens/screen';

/** How long the codes of a pairing can be used, in ms. */
export const PAIRING_TTL_MS = 10 * 60 * 1000;

/** How long codes can still be used after newer ones are shown in their place, in ms: somebody may be typing them. */
const RENEWED_TTL_MS = 60 * 1000;

/** How often the codes of a pairing can be renewed. Then it ends, although it is still shown. */
const MAX_RENEWALS = 10;

/** Maximum number of wrong digits. Then all waiting pairings end, since it is not known which one was meant. */
const MAX_WRONG_DIGITS = 5;

/** Maximum number of waiting pairings. A guess is tried on each of them, so they are few. The oldest of the home that has most gives way. */
const MAX_PENDING_PAIRINGS = 8;

const DIGITS = /^\d{6}$/;

/** The two codes of a pairing: one for a QR code, and digits to type. */
interface Codes {
  /** 22 base64url characters: 128 bits. */
  readonly code: string;
  readonly digits: string;
}

/** Codes as hashes, and when they end. */
interface KeptCodes {
  readonly code: Buffer;
  readonly digits: Buffer;
  readonly endsAt: number;
}

interface Offer {
  /** The screen that offered it. */
  readonly by: Screen;
  readonly rights: Rights;
  /** The newest first. */
  codes: readonly [KeptCodes, ...KeptCodes[]];
  renewals: number;
  /** Wrong digits since the offer was made, whichever codes were shown. */
  tries: number;
  used: { readonly id: string; readonly name: string } | null;
}

/**
 * Signs screens in without a password. A screen that is signed in offers two codes, and the next screen uses one of them in time. A screen
 * has one offer at a time. Offers are kept in memory only, and codes as hashes only.
 */
export class Pairings {
  readonly #clock: Clock;
  readonly #key = randomBytes(32);
  /** By id of the offering screen, the oldest first. */
  readonly #offers = new Map<string, Offer>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes an offer with these rights. It replaces the screen's earlier offer. */
  offer(by: Screen, rights: Rights): Codes {
    this.withdraw(by.id);
    this.#forgetOld();
    if (this.#offers.size >= MAX_PENDING_PAIRINGS) this.#makeRoom();
    const { codes, kept } = this.#newCodes();
    this.#offers.set(by.id, { by, rights, codes: [kept], renewals: 0, tries: 0, used: null });
    return codes;
  }

  /**
   * Makes new codes for a screen's offer, with the same rights and the same count of wrong digits. The codes before it
   * end soon.
   * @returns `not-found` if the screen has no offer that waits, or renewed it too often
   */
  renew(screen: string): Result<Codes, 'not-found'> {
    this.#forgetOld();
    const offer = this.#offers.get(screen);
    if (!offer || offer.used || offer.renewals >= MAX_RENEWALS)
      return fail('not-found', 'No pairing can be renewed.');
    const [last] = offer.codes;
    const endsAt = Math.min(last.endsAt, this.#clock.monotonic() + RENEWED_TTL_MS);
    const { codes, kept } = this.#newCodes();
    offer.codes = [kept, { ...last, endsAt }];
    offer.renewals += 1;
    return succeed(codes);
  }

  /** Withdraws the offer of a screen. */
  withdraw(screen: string) {
    this.#offers.delete(screen);
  }

  /** The state of a screen's offer. */
  stateOf(screen: string): PairingState {
    this.#forgetOld();
    const offer = this.#offers.get(screen);
    if (!offer) return { state: 'gone' };
    return offer.used ? { state: 'used', screen: offer.used } : { state: 'waiting' };
  }

  /**
   * Signs in the screen that has a code or digits, and uses up the offer in the same step.
   * @returns the result of `signIn`, whose failure uses nothing up; `wrong-code` if no offer has this code (any more)
   */
  take<T extends { readonly screen: Screen }>(
    text: string,
    signIn: (offer: Pick<Offer, 'by' | 'rights'>) => Result<T>
  ): Result<T> {
    this.#forgetOld();
    const offer = this.#find(text);
    if (!offer) {
      if (DIGITS.test(text))
        for (const each of this.#waiting()) if (++each.tries >= MAX_WRONG_DIGITS) this.withdraw(each.by.id);
      return fail('wrong-code', 'No pairing has this code.');
    }
    const signedIn = signIn(offer);
    if (signedIn.ok) offer.used = { id: signedIn.value.screen.id, name: signedIn.value.screen.name };
    return signedIn;
  }

  /** Compares all, so that the time reveals nothing. */
  #find(text: string): Offer | undefined {
    const brought = this.#hash(text);
    const areDigits = DIGITS.test(text);
    const now = this.#clock.monotonic();
    const fits = ({ codes }: Offer) =>
      codes.filter(
        ({ code, digits, endsAt }) => timingSafeEqual(brought, areDigits ? digits : code) && now < endsAt
      ).length > 0;
    return this.#waiting().filter(fits)[0];
  }

  #waiting() {
    return [...this.#offers.values()].filter(({ used }) => used === null);
  }

  #makeRoom() {
    const offers = [...this.#offers.values()];
    const countOf = ({ by }: Offer) => offers.filter((each) => each.by.controller === by.controller).length;
    const most = Math.max(...offers.map(countOf));
    const oldest = offers.find((each) => countOf(each) === most);
    if (oldest) this.withdraw(oldest.by.id);
  }

  #newCodes(): { readonly codes: Codes; readonly kept: KeptCodes } {
    const code = randomBytes(16).toString('base64url');
    const digits = this.#newDigits();
    const endsAt = this.#clock.monotonic() + PAIRING_TTL_MS;
    return { codes: { code, digits }, kept: { code: this.#hash(code), digits: this.#hash(digits), endsAt } };
  }

  #newDigits(): string {
    const digits = String(randomInt(1_000_000)).padStart(6, '0');
    return this.#find(digits) ? this.#newDigits() : digits;
  }

  #forgetOld() {
    const now = this.#clock.monotonic();
    for (const { by, codes } of [...this.#offers.values()]) if (now >= codes[0].endsAt) this.withdraw(by.id);
  }

  #hash(text: string) {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
