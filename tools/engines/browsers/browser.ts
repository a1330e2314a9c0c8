/** A step of a mouse, in CSS px of the viewport. `down` and `up` are its left button. */
export type MouseStep = { readonly to: Point } | 'down' | 'up';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * An engine with one page. It has only what three protocols have in common, because no single one reaches all engines:
 * WebKit speaks W3C WebDriver over HTTP, Firefox without its separate driver speaks WebDriver BiDi, and old Chromium
 * speaks the DevTools protocol. Playwright's locators call functions that Chromium 103 does not have, so elements
 * are found by a script in the page (`look`), in all engines by the same one.
 */
export interface Browser {
  /** Name and version, as the engine reports them. */
  readonly version: string;
  /** Loads an address. Resolves when the document is complete. */
  open(url: string): Promise<void>;
  /** Resolves with the value of an expression, which must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Moves and presses the mouse, as real input. */
  mouse(steps: readonly MouseStep[]): Promise<void>;
  /** Presses keys together: the first one first, and releases them in reverse. Names are those of `KeyboardEvent.key`. */
  press(keys: readonly string[]): Promise<void>;
  /** Asks for a viewport of this size in CSS px. Some engines keep another one. */
  resize(width: number, height?: number): Promise<void>;
  /** A picture of the viewport, as PNG. */
  picture(): Promise<Buffer>;
  /** Ends the engine and all its processes. */
  close(): Promise<void>;
}

/** Height of the viewport in CSS px, where the engine has a choice. */
export const HEIGHT = 844;
/** Width of the viewport in CSS px, where the engine has a choice. */
export const WIDTH = 390;
