import type { MouseStep } from './browser';

/** Time of one mouse movement in ms. A gesture needs some: an app may ignore a movement without duration. */
const MOVE_MS = 40;

/** Code points of keys without a character: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Readonly<Record<string, string>> = {
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Enter: '\uE007',
  Escape: '\uE00C',
  PageDown: '\uE00F',
  PageUp: '\uE00E',
  Shift: '\uE008',
  Tab: '\uE004'
};

/** Mouse input as the actions of W3C WebDriver, which WebDriver BiDi shares. */
export function mouseActions(steps: readonly MouseStep[]) {
  const actions = steps.map((step) => {
    if (step === 'down') return { type: 'pointerDown', button: 0 };
    if (step === 'up') return { type: 'pointerUp', button: 0 };
    const x = Math.round(step.to.x);
    const y = Math.round(step.to.y);
    return { type: 'pointerMove', x, y, origin: 'viewport', duration: MOVE_MS };
  });
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

/** Keys that are held together, as the actions of W3C WebDriver. Throws if a name is unknown. */
export function keyActions(keys: readonly string[]) {
  const values = keys.map((key) => {
    const value = key.length === 1 ? key : KEYS[key];
    if (value === undefined) throw new Error(`The key ${key} has no code point here.`);
    return value;
  });
  const down = values.map((value) => ({ type: 'keyDown', value }));
  const up = values.toReversed().map((value) => ({ type: 'keyUp', value }));
  return [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }];
}
