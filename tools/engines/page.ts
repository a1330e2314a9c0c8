import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Point } from './browsers/browser';
import { look, SELECTORS, type Seen, type Wanted } from './look';

/** The page may take up to twelve seconds to notice a lost connection, and then waits for its next attempt. */
const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 100;
/** Whether an animation runs that ends. */
const IS_ANIMATED = `document.getAnimations().some(({ effect, playState }) =>
  playState === 'running' && effect !== null && effect.getComputedTiming().endTime !== Infinity)`;
/** The positions of a drag between its ends. */
const DRAG_STEPS = 6;

/** The page of an engine, used like a person does: by names that are visible or spoken, with the mouse and keys. */
export class Page {
  readonly #browser: Browser;
  readonly #origin: string;

  /** @param origin of the program */
  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /**
   * Loads a path, from the top: a page that is loaded again scrolls to where it was, while it grows.
   * @param origin of another program
   */
  async open(path: string, origin = this.#origin): Promise<void> {
    await this.evaluate('scrollTo(0, 0)');
    await this.#browser.open(origin + path);
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#browser.evaluate(expression);
  }

  async resize(width: number, height?: number): Promise<void> {
    await this.#browser.resize(width, height);
  }

  async press(...keys: readonly string[]): Promise<void> {
    await this.#browser.press(keys);
  }

  async type(text: string): Promise<void> {
    for (const letter of text) await this.#browser.press([letter]);
  }

  /** Resolves once a matching element is visible. Rejects with what it saw instead. */
  async sees(
    wanted: Wanted,
    fits: (seen: Seen) => boolean = () => true,
    { what = '', ...options }: Parameters<typeof look>[2] & { what?: string } = {}
  ): Promise<Seen> {
    const last: { seen: Seen | null } = { seen: null };
    return this.until(
      async () => {
        last.seen = await this.#look(wanted, options);
        return last.seen !== null && fits(last.seen) ? last.seen : null;
      },
      () => `${describe(wanted)} ${what}: ${JSON.stringify(last.seen)}`
    );
  }

  /** Whether there is such a visible element now. */
  async has(wanted: Wanted, fits: (seen: Seen) => boolean = () => true): Promise<boolean> {
    const seen = await this.#look(wanted);
    return seen !== null && fits(seen);
  }

  /** Resolves once there is no such visible element. */
  async misses(wanted: Wanted): Promise<void> {
    await this.until(
      async () => !(await this.has(wanted)) || null,
      () => `${describe(wanted)} is still there`
    );
  }

  /** Resolves once the page is at this path. */
  async isAt(path: string): Promise<void> {
    await this.holds(`location.pathname === ${JSON.stringify(path)}`, `the address is not ${path}`);
  }

  /** Resolves once an expression is true in the page. */
  async holds(expression: string, otherwise: string): Promise<void> {
    await this.until(
      async () => (await this.evaluate(expression)) === true || null,
      () => otherwise
    );
  }

  /** Clicks the middle of an element, once it is enabled, at rest, and not covered. */
  async click(wanted: Wanted): Promise<void> {
    const seen = await this.#atRest(wanted);
    const to = { x: seen.left + seen.width / 2, y: seen.top + seen.height / 2 };
    await this.#browser.mouse([{ to }, 'down', 'up']);
  }

  /** Drags along the middle of an element, between two shares (0 to 1) of its width. */
  async drag(wanted: Wanted, from: number, to: number): Promise<void> {
    const { left, top, width, height } = await this.#atRest(wanted);
    const at = (share: number): { to: Point } => ({
      to: { x: left + width * share, y: top + height / 2 }
    });
    const between = Array.from({ length: DRAG_STEPS }, (_, step) =>
      at(from + ((to - from) * (step + 1)) / DRAG_STEPS)
    );
    await this.#browser.mouse([at(from), 'down', ...between, 'up']);
  }

  /** Focuses an element, as Tab does after many steps. */
  async focus(wanted: Wanted): Promise<void> {
    await this.#atRest(wanted);
    await this.#look(wanted, { isFocused: true });
  }

  /** Resolves with a picture of the viewport as PNG, once no animation moves it that ends. */
  async picture(): Promise<Buffer> {
    await this.holds(`!${IS_ANIMATED}`, 'an animation does not end');
    return this.#browser.picture();
  }

  /** Polls until there is a value other than null, and resolves with it. Rejects with a description of the page. */
  async until<Value>(find: () => Promise<Value | null>, failure: () => string): Promise<Value> {
    const end = performance.now() + TIMEOUT_MS;
    for (;;) {
      const found = await find();
      if (found !== null) return found;
      if (performance.now() > end) throw new Error(`${failure()}\n${await this.#content()}`);
      await wait(INTERVAL_MS);
    }
  }

  async #atRest(wanted: Wanted): Promise<Seen> {
    let before: Seen | null = null;
    return this.sees(
      wanted,
      (seen) => {
        const isStill = before?.left === seen.left && before.top === seen.top;
        before = seen;
        return isStill && !seen.isMoving && seen.isOnTop && !seen.isDisabled;
      },
      { what: 'cannot be clicked', isScrolled: true }
    );
  }

  async #look(wanted: Wanted, options: Parameters<typeof look>[2] = {}): Promise<Seen | null> {
    // The transpiler names inner functions with a function of its own, which the page does not have.
    const args = [wanted, SELECTORS, options].map((each) => JSON.stringify(each)).join();
    const script = `((__name) => (${look.toString()})(${args}))((f) => f)`;
    return (await this.evaluate(script)) as Seen | null;
  }

  async #content(): Promise<string> {
    const text = await this.evaluate('location.href + "\\n" + document.body.innerText').catch(String);
    return String(text).replaceAll(/\n+/g, '\n').slice(0, 1_500);
  }
}

const describe = ({ role, name, starts, within }: Wanted): string =>
  `${role} "${name ?? starts ?? ''}"${within ? ` in ${describe(within)}` : ''}`;
