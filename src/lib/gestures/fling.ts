/**
 * Says of an element's touch, once `isOurs`, that its moves are ours. Else Chromium makes a fling of a quick release, though
 * `touch-action` lets nothing move, and for most of a second takes a tap anywhere for the hand that stops the fling: no click.
 */
export function keepFromFlinging(element: HTMLElement, isOurs: () => boolean, signal: AbortSignal): void {
  const claim = (event: TouchEvent) => {
    if (event.cancelable && isOurs()) event.preventDefault();
  };
  element.addEventListener('touchmove', claim, { signal, passive: false });
}
