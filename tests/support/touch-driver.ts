import type { Page } from '@playwright/test';

/** A point on a page, in CSS px from the upper left corner of the viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Touch events of the DevTools protocol. */
export type TouchType = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';

/** A finger that is down. */
export interface TouchPoint extends Point {
  readonly id: number;
}

/** Receives touches: a browser's page, by the DevTools protocol's `Input.dispatchTouchEvent`. */
export interface TouchScreen {
  /** All fingers that are down after this event. */
  touch(type: TouchType, points: readonly TouchPoint[]): Promise<void>;
  /** Resolves with the page's next frame, because browsers deliver moves once a frame. */
  frame(): Promise<void>;
}

/** Drives the browser's own touches, which scroll, get cancelled and become clicks like a user's. */
export class TouchDriver {
  readonly #screen: TouchScreen;
  readonly #down = new Map<number, Point>();

  constructor(screen: TouchScreen) {
    this.#screen = screen;
  }

  async down({ x, y }: Point, id = 0): Promise<void> {
    this.#down.set(id, { x, y });
    await this.#dispatch('touchStart');
  }

  /**
   * Touches and lifts without waiting between them, because on a busy machine that would be a hold. For
   * targets that keep the order of touches.
   */
  async tap(place: Point): Promise<void> {
    await Promise.all([this.down(place), this.up()]);
  }

  /** Touches, moves and lifts without waiting between them, like `tap`. */
  async swipe(from: Point, to: Point): Promise<void> {
    const halfWay = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    await Promise.all([this.down(from), this.rush([halfWay, to]), this.up()]);
    await this.#screen.frame();
  }

  /** Moves in as many steps as a finger at 60 events per second. */
  async move(to: Point, id = 0, steps = 8): Promise<void> {
    const from = this.#down.get(id);
    if (!from) throw new Error(`finger ${id} is not down`);
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      this.#down.set(id, { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
      await this.#dispatch('touchMove');
    }
    await this.#screen.frame();
  }

  /**
   * Moves from point to point as fast as the page accepts it. A busy page receives several moves together.
   */
  async rush(path: readonly Point[], id = 0): Promise<void> {
    await Promise.all(
      path.map(({ x, y }) => {
        this.#down.set(id, { x, y });
        return this.#dispatch('touchMove');
      })
    );
  }

  /** Lifts all fingers. The protocol cannot lift one of several. */
  async up(): Promise<void> {
    this.#down.clear();
    await this.#dispatch('touchEnd');
  }

  /** Cancels the touch, like a notification, a palm or a system gesture. */
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

/**
 * Creates a touch driver for a page. The browser receives its touches as from a touch screen, even if there
 * is a mouse.
 */
export async function touchDriverOf(page: Page): Promise<TouchDriver> {
  const session = await page.context().newCDPSession(page);
  return new TouchDriver({
    async touch(type, points) {
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
    },
    frame: () => page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  });
}
