import type { Attachment } from 'svelte/attachments';

/** How a dialog ends: by Escape, the system's back gesture, or a tap beside it. Its owner then takes it away. */
export interface DialogOptions {
  readonly onclose: () => void;
}

/** How many dialogs lie over the page: only the last one gives the page its scroll back. */
let openDialogs = 0;

/** Takes the page's scroll away without letting it widen by the scrollbar. */
function holdPage(): void {
  const root = document.documentElement;
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
  root.setAttribute('data-modal', '');
}

/**
 * Makes a `<dialog>` a modal one for as long as it is in the document. The focus goes in, stays in, and returns to where it was;
 * the page beneath neither scrolls nor answers. It never closes itself: its owner does, by taking it out of the document.
 */
export function modal(options: () => DialogOptions): Attachment<HTMLDialogElement> {
  return (dialog) => {
    const attached = new AbortController();
    const { signal } = attached;
    const returnTo = document.activeElement;
    dialog.showModal();
    openDialogs += 1;
    if (openDialogs === 1) holdPage();

    dialog.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault();
        options().onclose();
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
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus({ preventScroll: true });
    };
  };
}
