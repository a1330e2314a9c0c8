import { cdp } from 'vitest/browser';

interface Place {
  readonly x: number;
  readonly y: number;
}

type TouchType = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';

/** What of the DevTools protocol these tests use: the browser's own touches, which scroll, cancel and become clicks as a hand's do. */
interface TouchProtocol {
  send(
    method: 'Input.dispatchTouchEvent',
    params: { type: TouchType; touchPoints: (Place & { id: number })[] }
  ): Promise<unknown>;
}

const isTouchProtocol = (session: object): session is TouchProtocol => 'send' in session;

/** The fingers on the screen: real touches at places of this page, px. */
export class Hand {
  readonly #down = new Map<number, Place>();

  async down(place: Place, id = 0): Promise<void> {
    this.#down.set(id, place);
    await this.#dispatch('touchStart');
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
    // The browser delivers moves with its frames.
    await new Promise(requestAnimationFrame);
  }

  async up(id = 0): Promise<void> {
    this.#down.delete(id);
    // The protocol calls it the end when no finger is left; before, the one that is missing was lifted.
    await this.#dispatch(this.#down.size === 0 ? 'touchEnd' : 'touchMove');
  }

  /** The system takes the fingers away: a notification, a palm, a gesture of its own. */
  async cancel(): Promise<void> {
    this.#down.clear();
    await this.#dispatch('touchCancel');
  }

  async #dispatch(type: TouchType): Promise<void> {
    const session = cdp();
    if (!isTouchProtocol(session)) throw new Error('no DevTools protocol');
    const { x, y, scale } = frameOfTests();
    const touchPoints = [...this.#down].map(([id, place]) => ({
      id,
      x: x + place.x * scale,
      y: y + place.y * scale
    }));
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

/** Tests run in a frame of the runner's own page: where it lies there, and how much it is shrunk. */
function frameOfTests(): Place & { readonly scale: number } {
  const frame = window.frameElement;
  if (!frame) return { x: 0, y: 0, scale: 1 };
  const { x, y, width } = frame.getBoundingClientRect();
  return { x, y, scale: width / window.innerWidth };
}

/** A place within an element, as shares of its width and height; the middle by default. */
export function placeIn(element: Element, across = 0.5, down = 0.5): Place {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}
