import type { Attachment } from 'svelte/attachments';

/** How a dialog ends. Its owner then takes it away. */
export interface DialogOptions {
  /** By a tap beside it; by Escape and the system's back gesture too, where `onback` is not given. */
  readonly onclose: () => void;
  /** One step back within it. */
  readonly onback?: (() => void) | undefined;
}

/**
 * What has the focus when a dialog opens: its `first` control; or, `quiet`, that control only where the dialog was opened by keyboard, and
 * else the dialog itself: whoever came by touch, or by an address, sees no ring around a button that they did not choose.
 */
export type FirstFocus = 'first' | 'quiet';

/** How many dialogs lie over the page: only the last one gives the page its scroll back. */
let openDialogs = 0;

/** Takes the page's scroll away without letting it widen by the scrollbar. */
function holdPage(): void {
  const root = document.documentElement;
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
  root.setAttribute('data-modal', '');
}

/**
 * Gives an element the focus anew, so that the engine decides anew whether it is to be seen: it has just given it back as it was
 * taken, though meanwhile a finger may have given way to a keyboard.
 */
function refocus(element: HTMLElement): void {
  element.blur();
  element.focus({ preventScroll: true });
}

/** Whether an element was chosen by keyboard. Nobody chooses the page as a whole, or a dialog. */
function isChosenByKey(element: Element | null): boolean {
  return element?.matches(':focus-visible:not(body, dialog)') === true;
}

/**
 * Makes a `<dialog>` a modal one for as long as it is in the document. The focus goes in, stays in, and returns to where it was;
 * the page beneath neither scrolls nor answers. It never closes itself: its owner does, by taking it out of the document.
 */
export function modal(
  options: () => DialogOptions,
  firstFocus: FirstFocus = 'first'
): Attachment<HTMLDialogElement> {
  return (dialog) => {
    const attached = new AbortController();
    const { signal } = attached;
    const returnTo = document.activeElement;
    const isQuiet = firstFocus === 'quiet' && !isChosenByKey(returnTo);
    dialog.showModal();
    if (isQuiet) dialog.focus({ preventScroll: true });
    openDialogs += 1;
    if (openDialogs === 1) holdPage();

    dialog.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault();
        const { onback, onclose } = options();
        (onback ?? onclose)();
      },
      { signal }
    );
    // An engine may close it against our will (a second Escape): the owner must know.
    dialog.addEventListener('close', () => options().onclose(), { signal });
    dialog.addEventListener(
      'click',
      (event) => {
        if (event.target === dialog) options().onclose();
      },
      { signal }
    );
    return () => {
      attached.abort();
      dialog.close();
      openDialogs -= 1;
      if (openDialogs === 0) document.documentElement.removeAttribute('data-modal');
      if (returnTo instanceof HTMLElement && returnTo.isConnected) refocus(returnTo);
    };
  };
}
