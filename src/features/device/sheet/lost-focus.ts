/**
 * Restores a focus that was lost when its element was removed, for example when another part of a sheet is shown. It
 * focuses the element itself if it has a `tabindex`, otherwise the first button in it. A sheet that is just opening
 * sets the focus itself. This is an attachment.
 */
export function catchFocus(element: HTMLElement): void {
  if (document.activeElement !== document.body || !element.closest('dialog[open]')) return;
  const target = element.hasAttribute('tabindex') ? element : element.querySelector('button');
  target?.focus({ preventScroll: true });
}
