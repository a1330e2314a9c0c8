/** A place on a page, in CSS px from the upper left corner of what is in view. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The kinds of a touch in the DevTools protocol. */
export type TouchType = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';

/** A finger that is down. */
export interface TouchPoint extends Place {
  readonly id: number;
}

/** What takes a hand's touches: a browser's page, by way of the DevTools protocol's `Input.dispatchTouchEvent`. */
export interface TouchScreen {
  /** All fingers that are down after this touch. */
  touch(type: TouchType, points: readonly TouchPoint[]): Promise<void>;
  /** Resolves with the page's next frame: the browser delivers moves with its frames. */
  frame(): Promise<void>;
}

/** The fingers on a screen: the browser's own touches, which scroll, cancel and become clicks as a hand's do. */
export class Hand {
  readonly #screen: TouchScreen;
  readonly #down = new Map<number, Place>();

  constructor(screen: TouchScreen) {
    this.#screen = screen;
  }

  async down({ x, y }: Place, id = 0): Promise<void> {
    this.#down.set(id, { x, y });
    await this.#dispatch('touchStart');
  }

  /** Touches and lifts without waiting in between: a busy machine would make a hold of it. For screens that keep the order of touches. */
  async tap(place: Place): Promise<void> {
    await Promise.all([this.down(place), this.up()]);
  }

  /** Touches, moves and lifts without waiting in between, as `tap`. */
  async swipe(from: Place, to: Place): Promise<void> {
    const halfWay = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    await Promise.all([this.down(from), this.rush([halfWay, to]), this.up()]);
    await this.#screen.frame();
  }

  /** Moves in as many steps as a finger would at 60 a second. */
  async move(to: Place, id = 0, steps = 8): Promise<void> {
    const from = this.#down.get(id);
    if (!from) throw new Error(`finger ${id} is not down`);
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      this.#down.set(id, { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
      await this.#dispatch('touchMove');
    }
    await this.#screen.frame();
  }

  /** Moves from place to place, as fast as the screen takes it: what comes while it is busy, it takes together. */
  async rush(path: readonly Place[], id = 0): Promise<void> {
    await Promise.all(
      path.map(({ x, y }) => {
        this.#down.set(id, { x, y });
        return this.#dispatch('touchMove');
      })
    );
  }

  /** Lifts all fingers. The protocol knows no lifting of one among several. */
  async up(): Promise<void> {
    this.#down.clear();
    await this.#dispatch('touchEnd');
  }

  /** The system takes the fingers away: a notification, a palm, a gesture of its own. */
  async cancel(): Promise<void> {
    this.#down.clear();
    await this.#dispatch('touchCancel');
  }

  #dispatch(type: TouchType): Promise<void> {
    return this.#screen.touch(
      type,
      [...this.#down].map(([id, place]) => ({ id, ...place }))
    );
  }
}
