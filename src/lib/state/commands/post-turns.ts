import { wait, type Clock } from '#shared/clock';

/** The maximum time in ms that a post waits for its turn. Nobody expects its effect later. */
export const MAX_TURN_WAIT_MS = 3000;

/** A post that takes its turn. */
export interface TurnOptions {
  /** The id of its batch. */
  readonly batch: string;
  /** The devices that it concerns. */
  readonly devices: readonly number[];
  /** Whether it stops a movement. It is sent late rather than never. */
  readonly isUrgent: boolean;
}

/** A post that the proxy has not answered. */
interface Turn {
  readonly batch: string;
  readonly isOver: Promise<void>;
  /** Resolves `isOver`. */
  readonly end: () => void;
}

/**
 * Lets posts that concern one device go one after another: each waits until the proxy has answered the earlier ones. A
 * browser sends requests over several connections, so a later one may overtake an earlier one, and the earlier would win.
 */
export class PostTurns {
  readonly #clock: Clock;
  /** The posts that are not answered, by batch. */
  readonly #open = new Map<string, Turn>();
  /** The last of them for each device. */
  readonly #last = new Map<number, Turn>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Calls `post` after the answers to earlier posts for these devices; at once if there are none.
   * @returns its result; null if its turn did not come within 3 s: then it is never called, unless it is urgent
   */
  async take<Result>(
    { batch, devices, isUrgent }: TurnOptions,
    post: () => Promise<Result>
  ): Promise<Result | null> {
    const earlier = devices.flatMap((device) => this.#last.get(device)?.isOver ?? []);
    const result = earlier.length === 0 ? post() : this.#postAfter(earlier, isUrgent, post);
    let end = () => {};
    const turn: Turn = { batch, isOver: new Promise<void>((resolve) => (end = resolve)), end: () => end() };
    this.#open.set(batch, turn);
    for (const device of devices) this.#last.set(device, turn);
    void Promise.allSettled([...earlier, result]).then(() => this.#end(turn));
    return result;
  }

  /** The proxy has reported a command of this batch. Its answer may come later, or never. */
  taken(batch: string): void {
    const turn = this.#open.get(batch);
    if (turn) this.#end(turn);
  }

  #end(turn: Turn): void {
    this.#open.delete(turn.batch);
    for (const [device, last] of this.#last) if (last === turn) this.#last.delete(device);
    turn.end();
  }

  async #postAfter<Result>(
    earlier: readonly Promise<unknown>[],
    isUrgent: boolean,
    post: () => Promise<Result>
  ): Promise<Result | null> {
    const stopTimer = new AbortController();
    const isInTime = await Promise.race([
      Promise.all(earlier).then(() => true),
      wait(this.#clock, MAX_TURN_WAIT_MS, stopTimer.signal).then(() => false)
    ]);
    stopTimer.abort();
    return isInTime || isUrgent ? post() : null;
  }
}
