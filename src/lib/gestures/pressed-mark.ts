import { pointOf, SLOP } from './point';

/**
 * Marks what a pointer presses with `data-pressed`, for the document's `pointerdown`: from the very event on, until the pointer is
 * lifted, taken away, or has wandered. `:active` will not do: a touch gets it a tenth of a second late, where a page can scroll.
 */
export function markPressed(event: PointerEvent): void {
  const pressed = event.target instanceof Element ? event.target.closest('a, button, label') : null;
  if (!pressed || event.button !== 0) return;
  const from = pointOf(event);
  const press = new AbortController();
  const follow = (later: PointerEvent) => {
    const { id, x, y } = pointOf(later);
    if (id !== from.id) return;
    if (later.type === 'pointermove' && Math.hypot(x - from.x, y - from.y) <= SLOP) return;
    pressed.removeAttribute('data-pressed');
    press.abort();
  };
  pressed.setAttribute('data-pressed', '');
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const)
    window.addEventListener(type, follow, { signal: press.signal });
}
