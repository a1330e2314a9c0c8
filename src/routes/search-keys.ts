/** The parts of a keyboard event that decide whether it opens the search. */
type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented' | 'isComposing'
>;

/**
 * Whether a key opens the search: Ctrl+K (or ⌘K) anywhere, `/` only while no text is typed.
 * @param isTyping the focus is in a field
 */
export function opensSearch(event: Key, isTyping: boolean): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  const hasCommand = event.ctrlKey || event.metaKey;
  if (event.key.toLowerCase() === 'k') return hasCommand && !event.shiftKey;
  return event.key === '/' && !hasCommand && !isTyping;
}

/** Whether an element takes typed text. */
export const takesText = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName));
