import { wait, type Clock } from '#shared/clock';

/** The maximum time in ms that a post waits for its turn. Nobody expects its effect later. */
export const MAX_TURN_WAIT_MS = 3000;

/**
 * Lets posts that concern one device go one after another: each waits for the answers to the earlier ones. A browser
 * sends requests over several connections, so a later one may overtake an earlier one, and the earlier would win.
 */
export class PostTurns {
  readonly #clock: Clock;
  /** What the next post for a device waits for. */
  readonly #answers = new Map<number, Promise<unknown>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Calls `post` after the answers to earlier posts for these devices; at once if there are none.
   * @returns its result; null if its turn did not come within 3 s: then it is never called
   */
  async take<Result>(devices: readonly number[], post: () => Promise<Result>): Promise<Result | null> {
    const earlier = devices.flatMap((device) => this.#answers.get(device) ?? []);
    const result = earlier.length === 0 ? post() : this.#postAfter(earlier, post);
    const answers = Promise.allSettled([...earlier, result]);
    for (const device of devices) this.#answers.set(device, answers);
    void answers.then(() => {
      for (const device of devices) if (this.#answers.get(device) === answers) this.#answers.delete(device);
    });
    return result;
  }

  async #postAfter<Result>(
    earlier: readonly Promise<unknown>[],
    post: () => Promise<Result>
  ): Promise<Result | null> {
    const stopTimer = new AbortController();
    const isInTime = await Promise.race([
      Promise.all(earlier).then(() => true),
      wait(this.#clock, MAX_TURN_WAIT_MS, stopTimer.signal).then(() => false)
    ]);
    stopTimer.abort();
    return isInTime ? post() : null;
  }
}
