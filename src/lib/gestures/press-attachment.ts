import type { Attachment } from 'svelte/attachments';
import { browserClock } from './clock';
import type { Clock } from './clock';
import { pointOf } from './point';
import { Press } from './press';

/** What a pressed element does; either may be absent. */
export interface PressActions {
  readonly tap?: (() => void) | undefined;
  readonly hold?: (() => void) | undefined;
}

/**
 * Makes an element answer to tap and hold: `<button {@attach press(() => ({ tap, hold }))}>`.
 *
 * Tap is the element's click, so Enter and Space work as on any button; a repeating key counts once. Hold is 500 ms at rest, or
 * Shift+Enter; the click that follows goes nowhere, wherever it would land. `data-pressed` stands on the element while it is
 * pressed, from the very event on. The actions are read when they are needed, so they may change without a new attachment.
 * Only the element's own listeners last; those on the window live as long as one press, since a page has a thousand tiles.
 */
export function press(actions: () => PressActions, clock: Clock = browserClock): Attachment<HTMLElement> {
  return (element) => {
    const attached = new AbortController();
    let ongoing = new AbortController();
    let trap = new AbortController();
    let isTouch = false;

    const recognizer = new Press(
      {
        pressed: (isPressed) => element.toggleAttribute('data-pressed', isPressed),
        hold() {
          const { hold } = actions();
          hold?.();
          return hold !== undefined;
        },
        // The sheet that a hold opens lies under the finger: its click is caught at the window, before anyone sees it.
        swallow(isSwallowing) {
          trap.abort();
          if (!isSwallowing) return;
          trap = new AbortController();
          const swallowClick = (event: Event) => {
            event.preventDefault();
            event.stopPropagation();
            recognizer.clicked();
          };
          window.addEventListener('click', swallowClick, { capture: true, signal: trap.signal });
          window.addEventListener('pointerdown', () => recognizer.clicked(), {
            capture: true,
            signal: trap.signal
          });
        }
      },
      clock
    );

    function follow(event: PointerEvent): void {
      if (event.button !== 0) return;
      isTouch = event.pointerType !== 'mouse';
      recognizer.down(pointOf(event));
      ongoing.abort();
      ongoing = new AbortController();
      const { signal } = ongoing;
      window.addEventListener('pointermove', (moved) => recognizer.move(pointOf(moved)), { signal });
      const end = (ended: PointerEvent) => {
        if (ended.type === 'pointercancel') recognizer.cancel();
        recognizer.up(pointOf(ended));
        if (ended.pointerId === event.pointerId) ongoing.abort();
      };
      window.addEventListener('pointerup', end, { signal });
      window.addEventListener('pointercancel', end, { signal });
    }

    function answerKey(event: KeyboardEvent): void {
      if (event.key !== 'Enter') return;
      const { hold } = actions();
      const isHold = event.shiftKey && hold !== undefined;
      if (isHold || event.repeat) event.preventDefault();
      if (isHold && !event.repeat) hold();
    }

    const { signal } = attached;
    element.addEventListener('pointerdown', follow, { signal });
    element.addEventListener('keydown', answerKey, { signal });
    element.addEventListener('click', () => actions().tap?.(), { signal });
    // A long touch would bring the system's own menu over the sheet; a mouse's right button keeps its menu.
    element.addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), { signal });
    return () => {
      attached.abort();
      ongoing.abort();
      recognizer.cancel();
    };
  };
}
