import type { Attachment } from 'svelte/attachments';
import { systemClock } from '#shared/clock';
import type { Clock } from '#shared/clock';
import { pointOf, wayOf } from './point';
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
 *
 * A page has a thousand tiles: until it is touched, an element costs its four listeners, and those on the window live as long as
 * one press.
 */
export function press(actions: () => PressActions, clock: Clock = systemClock): Attachment<HTMLElement> {
  return (element) => {
    let recognizer: Press | undefined;
    let ongoing: AbortController | undefined;
    let isTouch = false;

    const start = (event: PointerEvent) => {
      if (event.button !== 0) return;
      isTouch = event.pointerType !== 'mouse';
      recognizer ??= recognizerOf(element, actions, clock);
      recognizer.down(pointOf(event));
      ongoing?.abort();
      ongoing = follow(recognizer, event.pointerId);
    };
    const click = () => actions().tap?.();
    const pressKey = (event: KeyboardEvent) => {
      answerKey(event, actions().hold);
    };
    // A long touch would bring the system's own menu over the sheet; a mouse's right button keeps its menu.
    const keepMenuAway = (event: Event) => {
      if (isTouch) event.preventDefault();
    };

    element.addEventListener('pointerdown', start);
    element.addEventListener('click', click);
    element.addEventListener('keydown', pressKey);
    element.addEventListener('contextmenu', keepMenuAway);
    return () => {
      element.removeEventListener('pointerdown', start);
      element.removeEventListener('click', click);
      element.removeEventListener('keydown', pressKey);
      element.removeEventListener('contextmenu', keepMenuAway);
      ongoing?.abort();
      recognizer?.cancel();
    };
  };
}

/** A press of this element, with its effects on it and on the window. */
function recognizerOf(element: HTMLElement, actions: () => PressActions, clock: Clock): Press {
  let trap: AbortController | undefined;
  const recognizer = new Press(
    {
      pressed: (isPressed) => element.toggleAttribute('data-pressed', isPressed),
      hold() {
        const { hold } = actions();
        hold?.();
        return hold !== undefined;
      },
      swallow(isSwallowing) {
        trap?.abort();
        trap = isSwallowing ? swallowClicks(() => recognizer.clicked()) : undefined;
      }
    },
    clock
  );
  return recognizer;
}

/** Follows one pointer wherever it goes, until it is lifted or taken away. */
function follow(recognizer: Press, pointerId: number): AbortController {
  const ongoing = new AbortController();
  const { signal } = ongoing;
  const end = (event: PointerEvent) => {
    if (event.type === 'pointercancel') recognizer.cancel();
    recognizer.up(pointOf(event));
    if (event.pointerId === pointerId) ongoing.abort();
  };
  const move = (event: PointerEvent) => {
    for (const point of wayOf(event)) recognizer.move(point);
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
  return ongoing;
}

/** Catches the next click at the window, before anyone sees it: the sheet that a hold opens lies under the finger. */
function swallowClicks(done: () => void): AbortController {
  const trap = new AbortController();
  const { signal } = trap;
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    done();
  };
  window.addEventListener('click', swallow, { capture: true, signal });
  window.addEventListener('pointerdown', done, { capture: true, signal });
  return trap;
}

function answerKey(event: KeyboardEvent, hold: (() => void) | undefined): void {
  if (event.key !== 'Enter') return;
  const isHold = event.shiftKey && hold !== undefined;
  if (isHold || event.repeat) event.preventDefault();
  if (isHold && !event.repeat) hold();
}
