/**
 * Catches a focus that went with what had it, as when one part of a sheet gives way to another: the element itself where it has a
 * `tabindex`, else the first button in it. A sheet that is only about to open gives the focus itself. An attachment.
 */
export function catchFocus(element: HTMLElement): void {
  if (document.activeElement !== document.body || !element.closest('dialog[open]')) return;
  const target = element.hasAttribute('tabindex') ? element : element.querySelector('button');
  target?.focus({ preventScroll: true });
}
