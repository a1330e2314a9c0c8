import { pointOf, SLOP } from './point';

/**
 * Sets `data-pressed` on the pressed link, button or label until the pointer is released, cancelled or moved away. It
 * handles the document's `pointerdown`. `:active` is not enough: on a scrollable page a touch sets it 100 ms late.
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
