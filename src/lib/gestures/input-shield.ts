/** Events that begin an input. */
const PRESSES = ['pointerdown', 'mousedown', 'touchstart', 'keydown', 'wheel'] as const;
/** Events that follow the beginning of an input. */
const FOLLOWERS = [
  'pointermove',
  'pointerup',
  'mouseup',
  'touchmove',
  'touchend',
  'click',
  'auxclick',
  'dblclick',
  'keyup',
  'keypress'
] as const;

/** The conditions of the input shield. */
export interface ShieldRules {
  /** Whether input is ignored now. */
  isShut(): boolean;
  /** Whether an input is for something that acts although it is shut. */
  isExempt(event: Event): boolean;
  /** Called with each press that is swallowed. */
  onpress(): void;
}

/**
 * Swallows all input while it is shut, before any element receives it. An input that began then is swallowed to its
 * end, so that a finger that rests on the screen switches nothing when it is lifted. Returns a function that removes
 * it.
 */
export function shieldInput(target: EventTarget, rules: ShieldRules): () => void {
  const attached = new AbortController();
  const options = { capture: true, passive: false, signal: attached.signal };
  let isSwallowing = false;

  function swallow(event: Event): void {
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
  }

  for (const type of PRESSES)
    target.addEventListener(
      type,
      (event) => {
        isSwallowing = rules.isShut() && !rules.isExempt(event);
        if (!isSwallowing) return;
        swallow(event);
        rules.onpress();
      },
      options
    );
  for (const type of FOLLOWERS)
    target.addEventListener(
      type,
      (event) => {
        if (isSwallowing || (rules.isShut() && !rules.isExempt(event))) swallow(event);
      },
      options
    );
  return () => attached.abort();
}
