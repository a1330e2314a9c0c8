/**
 * Prevents the browser's fling for touches of an element, while `isOurs` is true. Without it, Chromium starts a fling
 * after a quick release, even if `touch-action` allows no scrolling. For most of a second the next tap then only stops
 * that fling and causes no click.
 */
export function keepFromFlinging(element: HTMLElement, isOurs: () => boolean, signal: AbortSignal): void {
  const claim = (event: TouchEvent) => {
    if (event.cancelable && isOurs()) event.preventDefault();
  };
  element.addEventListener('touchmove', claim, { signal, passive: false });
}
