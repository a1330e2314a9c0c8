import { wait, type Clock } from '#shared/clock';
import type { Value } from './protocol';

/** How long updates are dropped after an unverified result, in ms: the driver's guess comes beside the result. */
const GUESS_MS = 300;

/** A value with commands under way. */
interface Hold {
  /** Number of commands without a result. */
  unanswered: number;
  /** Whether one of them was not verified. */
  isGuessed: boolean;
  /** The last update, if there was one. */
  update: { readonly value: Value } | undefined;
}

/**
 * Which updates of commanded values count. Without supervision the driver reports the wanted value as if the device had it; nothing marks
 * this guess. So all updates of a value are set aside from the sending of a command until its result, however late. A verified result lets
 * the last one count. After an unverified one they are dropped, for a moment longer, and the value is polled.
 */
export class Holds {
  readonly #holds = new Map<string, Hold>();
  /** Values that were commanded, and may be guesses until they are polled. */
  readonly #unverified = new Set<string>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether what the driver says of a value may be a guess. */
  isDoubtful(key: string): boolean {
    return this.#holds.has(key) || this.#unverified.has(key);
  }

  /** Whether a command for the value has no result yet. */
  isUnanswered(key: string): boolean {
    return (this.#holds.get(key)?.unanswered ?? 0) > 0;
  }

  /** The values that are to be polled: commands for them were lost with the connection. */
  get unverified(): readonly string[] {
    return [...this.#unverified];
  }

  /** A command for a value is sent now. */
  begin(key: string) {
    const hold = this.#holds.get(key) ?? { unanswered: 0, isGuessed: false, update: undefined };
    hold.unanswered += 1;
    this.#holds.set(key, hold);
    this.#unverified.add(key);
  }

  /** An update of a value. Returns whether it counts now. */
  receive(key: string, value: Value): boolean {
    const hold = this.#holds.get(key);
    if (hold) hold.update = { value };
    return !hold && !this.#unverified.has(key);
  }

  /**
   * A command has its result.
   * @returns what counts now: the last update if all was verified; `poll` if the value has to be polled; undefined while other commands
   * are under way, or if nothing was heard
   */
  async end(key: string, isVerified: boolean): Promise<{ readonly value: Value } | 'poll' | undefined> {
    const hold = this.#holds.get(key);
    if (!hold) return undefined;
    hold.isGuessed ||= !isVerified;
    hold.unanswered -= 1;
    if (hold.unanswered > 0) return undefined;
    if (hold.isGuessed) {
      await wait(this.#clock, GUESS_MS);
      if (this.#holds.get(key) !== hold || hold.unanswered > 0) return undefined;
    }
    this.#holds.delete(key);
    if (hold.isGuessed) return 'poll';
    this.#unverified.delete(key);
    return hold.update;
  }

  /** A poll has read the value from its device. */
  verified(key: string) {
    if (!this.#holds.has(key)) this.#unverified.delete(key);
  }

  /** The connection is lost: no result will come. What was commanded stays unverified. */
  lose() {
    this.#holds.clear();
  }
}
