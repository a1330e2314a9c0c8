/** Elements in which people type or choose. */
const FIELDS = 'input, textarea, select, [contenteditable]';

const isInField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(FIELDS) !== null;

/**
 * Makes the page behave like a fixture of the house: no context menu, no selection, no zoom by two fingers or by the
 * wheel. Text fields keep their menus. The style sheet of wall mode does the rest. Returns a function that ends it.
 */
export function behaveAsFixture(page: Document): () => void {
  const attached = new AbortController();
  const options = { capture: true, passive: false, signal: attached.signal };
  const prevent = (event: Event) => {
    if (!isInField(event)) event.preventDefault();
  };
  for (const type of ['contextmenu', 'selectstart', 'dragstart'])
    page.addEventListener(type, prevent, options);
  // Safari's own zoom gesture, which `touch-action` does not always prevent.
  page.addEventListener('gesturestart', (event) => event.preventDefault(), options);
  page.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey) event.preventDefault();
    },
    options
  );
  return () => attached.abort();
}

/** Fields in which nobody types: their value is no text. */
const CHOICES = '[type="radio"], [type="checkbox"], [type="range"]';

/** Whether a text field has the focus and a text: somebody is typing. */
export function isTyping(page: Document): boolean {
  const field = page.activeElement;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText && field.value !== '' && !field.matches(CHOICES);
}

/** Whether a question is open, which only a person can answer. */
export const isQuestionOpen = (page: Document): boolean =>
  page.querySelector('dialog[role="alertdialog"][open]') !== null;

/** Whether a browser window can be made full screen by a touch, and is not yet. */
const canFill = (page: Document): boolean =>
  page.fullscreenEnabled &&
  page.fullscreenElement === null &&
  matchMedia('(any-pointer: coarse)').matches &&
  !matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches;

/**
 * Requests full screen with each touch, until the page has it: browsers allow it only then. An installed app has no
 * browser around it. Returns a function that ends it.
 */
export function fillScreenOnTouch(page: Document): () => void {
  const attached = new AbortController();
  const request = () => {
    if (canFill(page)) void page.documentElement.requestFullscreen().catch(() => undefined);
  };
  page.addEventListener('pointerup', request, { capture: true, signal: attached.signal });
  return () => {
    attached.abort();
    if (page.fullscreenElement !== null) void page.exitFullscreen().catch(() => undefined);
  };
}
