/** How the elements of each role are found. */
export const SELECTORS = {
  button: 'button:not([role]), [role=button], summary',
  dialog: 'dialog[open]',
  group: '[role=group], fieldset',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  radio: 'input[type=radio], [role=radio]',
  searchbox: 'input[type=search]',
  slider: '[role=slider], input[type=range]',
  status: '[role=status]',
  switch: '[role=switch]',
  textbox: 'input:not([type]), input[type=text], input[type=password]'
} as const;

/** An element to look for by what a screen reader says about it. Without a name the first one of its role counts. */
export interface Wanted {
  readonly role: keyof typeof SELECTORS;
  /** Its whole accessible name. */
  readonly name?: string;
  /** The first words of its accessible name. */
  readonly starts?: string;
  /** An element that contains it. */
  readonly within?: Wanted;
}

/** A visible element. Lengths are CSS px of the viewport. */
export interface Seen {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Its text, with single spaces. */
  readonly text: string;
  /** Of a field its text, of a slider its number, else empty. */
  readonly value: string;
  readonly isChecked: boolean;
  readonly isDisabled: boolean;
  readonly isFocused: boolean;
  /** Whether a click at its centre reaches it. */
  readonly isOnTop: boolean;
  /** Whether an animation still moves it. */
  readonly isMoving: boolean;
}

/**
 * Finds an element and describes it; null if it is not visible. It runs in the page, so it uses nothing outside of itself
 * and no syntax that is newer than the oldest browser of the README.
 * @param selectors `SELECTORS`
 * @param options `isScrolled` scrolls the element into view, `isFocused` focuses it
 */
export function look(
  wanted: Wanted,
  selectors: typeof SELECTORS,
  options: { readonly isScrolled?: boolean; readonly isFocused?: boolean }
): Seen | null {
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();

  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby');
    if (ids !== null)
      return words(
        ids
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent)
          .join(' ')
      );
    const label = element.getAttribute('aria-label');
    if (label !== null) return words(label);
    if (element instanceof HTMLInputElement)
      return words(element.labels?.[0]?.innerText ?? element.placeholder);
    return element instanceof HTMLElement ? words(element.innerText) : '';
  };

  /** What is drawn of it, and can be clicked: of a radio button its label. */
  const boxOf = (element: Element): Element => {
    const isRadio = element instanceof HTMLInputElement && element.type === 'radio';
    return (isRadio ? element.labels?.[0] : null) ?? element;
  };

  const isVisible = (element: Element): boolean => {
    const { width, height } = boxOf(element).getBoundingClientRect();
    const isDrawn = width > 0 && height > 0 && getComputedStyle(boxOf(element)).visibility === 'visible';
    return isDrawn && element.closest('[inert], [aria-hidden=true]') === null;
  };

  const find = (what: Wanted): Element | null => {
    const scope = what.within ? find(what.within) : document;
    for (const element of scope?.querySelectorAll(selectors[what.role]) ?? []) {
      if (!isVisible(element)) continue;
      const name = nameOf(element);
      const isNamed = what.name === undefined || name === what.name;
      if (isNamed && name.startsWith(what.starts ?? '')) return element;
    }
    return null;
  };

  const element = find(wanted);
  if (element === null) return null;
  const box = boxOf(element);
  if (options.isScrolled) box.scrollIntoView({ block: 'center' });
  if (options.isFocused && element instanceof HTMLElement) element.focus();
  const { left, top, width, height } = box.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const isField = element instanceof HTMLInputElement;
  return {
    left,
    top,
    width,
    height,
    text: words(element instanceof HTMLElement ? element.innerText : ''),
    value: isField ? element.value : (element.getAttribute('aria-valuenow') ?? ''),
    isChecked: isField ? element.checked : element.getAttribute('aria-checked') === 'true',
    isDisabled: element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true',
    isFocused: document.activeElement === element,
    isOnTop: hit !== null && box.contains(hit),
    isMoving: document.getAnimations().some(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return playState === 'running' && target !== null && target.contains(box);
    })
  };
}
