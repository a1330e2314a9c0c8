import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** The callbacks of a dialog. Its owner removes it. */
export interface DialogOptions {
  /** Called by a tap outside; by Escape and the system's back gesture too, if `onback` is not set. */
  readonly onclose: () => void;
  /** Goes one step back within the dialog. */
  readonly onback?: (() => void) | undefined;
}

/**
 * The initial focus. `first`: the first control, or the one in an element with `data-first-focus`. `quiet`: that
 * control only if the dialog was opened by keyboard, otherwise the dialog itself, so that there is no focus ring around
 * a button that the user did not choose. `itself`: always the dialog, so that a key that is held presses no button.
 */
export type FirstFocus = 'first' | 'quiet' | 'itself';

/** The dialog that stands over all others, those that open later too. */
let topmost: HTMLDialogElement | null = null;

/** Shows a dialog above all that are open, and focuses it. */
function raise(dialog: HTMLDialogElement): void {
  dialog.close();
  dialog.showModal();
  dialog.focus({ preventScroll: true });
}

/** The number of open dialogs. The page can scroll again when the last one closes. */
let openDialogs = 0;

/** Prevents the page from scrolling, and reserves the scrollbar's width so that the layout does not move. */
function holdPage(): void {
  const root = document.documentElement;
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
  root.setAttribute('data-modal', '');
}

/**
 * Focuses an element again, so that the browser decides again whether to show the focus ring. It has restored the old
 * decision, but the user may have changed from touch to keyboard meanwhile.
 */
function refocus(element: HTMLElement): void {
  element.blur();
  element.focus({ preventScroll: true });
}

/** Whether the user focused an element by keyboard. The page and a dialog do not count. */
function isChosenByKey(element: Element | null): boolean {
  return element?.matches(':focus-visible:not(body, dialog)') === true;
}

/**
 * Makes a `<dialog>` modal while it is in the document. The focus moves into it, stays there, and returns when it
 * closes. The page below cannot be scrolled or used. The dialog never closes itself: its owner removes it.
 * @param isTopmost it stays above every dialog that opens later, a tap beside its controls does nothing, and where a browser closes it all
 * the same it opens again, unless its owner removes it
 */
export function modal(
  options: () => DialogOptions,
  firstFocus: FirstFocus = 'first',
  isTopmost = false
): Attachment<HTMLDialogElement> {
  return (dialog) => {
    const attached = new AbortController();
    const { signal } = attached;
    const returnTo = document.activeElement;
    const isQuiet = firstFocus === 'itself' || (firstFocus === 'quiet' && !isChosenByKey(returnTo));
    dialog.showModal();
    if (isTopmost) topmost = dialog;
    const first = dialog.querySelector<HTMLElement>('[data-first-focus] button');
    (isQuiet ? dialog : first)?.focus({ preventScroll: true });
    openDialogs += 1;
    if (openDialogs === 1) holdPage();
    if (topmost && topmost !== dialog) raise(topmost);

    dialog.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault();
        const { onback, onclose } = options();
        (onback ?? onclose)();
      },
      { signal }
    );
    // The browser can close the dialog without a `cancel` event (second Escape). The owner has to know.
    const closed = async () => {
      if (dialog.open) return;
      options().onclose();
      if (!isTopmost) return;
      await tick();
      if (!signal.aborted) raise(dialog);
    };
    dialog.addEventListener('close', () => void closed(), { signal });
    dialog.addEventListener(
      'click',
      (event) => {
        if (event.target === dialog && !isTopmost) options().onclose();
      },
      { signal }
    );
    return () => {
      attached.abort();
      if (topmost === dialog) topmost = null;
      dialog.close();
      openDialogs -= 1;
      if (openDialogs === 0) document.documentElement.removeAttribute('data-modal');
      if (returnTo instanceof HTMLElement && returnTo.isConnected) refocus(returnTo);
    };
  };
}
