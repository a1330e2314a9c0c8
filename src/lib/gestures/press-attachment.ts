import type { Attachment } from 'svelte/attachments';
import { systemClock, type Clock } from '#shared/clock';
import { pointOf, wayOf } from './point';
import { HOLD, Press, WALL_HOLD } from './press';

/** The actions of a pressed element. Both are optional. */
export interface PressActions {
  readonly tap?: (() => void) | undefined;
  readonly hold?: (() => void) | undefined;
  /** Milliseconds of a hold; 500 by default, 700 on a wall. It is read with the first press. */
  readonly holdMs?: number | undefined;
}

/**
 * Adds tap and hold to an element: `<button {@attach press(() => ({ tap, hold }))}>`.
 *
 * Tap is the element's click, so Enter and Space work; a repeating key counts once. Hold is 500 ms without movement, or
 * Shift+Enter; the click that follows is suppressed, wherever it occurs. The element has `data-pressed` from the
 * pointer event until the end of the press. The actions are read when needed, so they can change without a new
 * attachment.
 *
 * A page can have a thousand tiles. An idle element has only four listeners; those on the window exist during a press.
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
    // Suppress the system menu of a long touch, which would cover the sheet. The right mouse button keeps its menu.
    const keepMenuAway = (event: Event) => {
      if (isTouch) event.preventDefault();
    };

    const attached = new AbortController();
    const { signal } = attached;
    element.addEventListener('pointerdown', start, { signal });
    element.addEventListener('click', click, { signal });
    element.addEventListener('keydown', pressKey, { signal });
    element.addEventListener('contextmenu', keepMenuAway, { signal });
    return () => {
      attached.abort();
      ongoing?.abort();
      recognizer?.cancel();
    };
  };
}

/** Makes the recognizer of an element, with its effects on the element and the window. */
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
    clock,
    actions().holdMs ?? (element.closest('[data-wall]') ? WALL_HOLD : HOLD)
  );
  return recognizer;
}

/** Follows one pointer on the window until it is released or cancelled. */
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

/**
 * Suppresses the next click at the window before other listeners run, since a sheet that a hold opens is under the
 * finger.
 */
export function swallowClicks(done: () => void): AbortController {
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
