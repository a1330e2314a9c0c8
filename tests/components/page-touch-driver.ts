import { cdp } from 'vitest/browser';
import { TouchDriver, type Point, type TouchPoint, type TouchType } from '../support/touch-driver';

/** The part of the DevTools protocol that these tests use. */
interface TouchProtocol {
  send(
    method: 'Input.dispatchTouchEvent',
    params: { type: TouchType; touchPoints: TouchPoint[] }
  ): Promise<unknown>;
  send(method: 'Input.setIgnoreInputEvents', params: { ignore: boolean }): Promise<unknown>;
}

const isTouchProtocol = (session: object): session is TouchProtocol => 'send' in session;

function protocol(): TouchProtocol {
  const session = cdp();
  if (!isTouchProtocol(session)) throw new Error('no DevTools protocol');
  return session;
}

/** A touch driver for the test's own page. */
export class PageTouchDriver extends TouchDriver {
  constructor() {
    super({
      async touch(type, points) {
        const { x, y, scale } = frameOfTests();
        const touchPoints = points.map((at) => ({ id: at.id, x: x + at.x * scale, y: y + at.y * scale }));
        await protocol().send('Input.dispatchTouchEvent', { type, touchPoints });
      },
      frame: () => new Promise((resolve) => requestAnimationFrame(() => resolve()))
    });
  }

  /** Opens the protocol, which until then may swap two touches that are sent at once. */
  async connect(): Promise<void> {
    await protocol().send('Input.setIgnoreInputEvents', { ignore: false });
  }

  /** Taps, and resolves with the click that the browser makes of it. */
  async click(place: Point): Promise<Event> {
    const clicked = new Promise<Event>((resolve) =>
      window.addEventListener('click', resolve, { capture: true, once: true })
    );
    await this.tap(place);
    return clicked;
  }
}

/** Tests run in a frame of the runner's page. Returns its position and scale. */
function frameOfTests(): Point & { readonly scale: number } {
  const frame = window.frameElement;
  if (!frame) return { x: 0, y: 0, scale: 1 };
  const { x, y, width } = frame.getBoundingClientRect();
  return { x, y, scale: width / window.innerWidth };
}

/** A point in an element, as shares of its width and height; the middle by default. */
export function placeIn(element: Element, across = 0.5, down = 0.5): Point {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}
