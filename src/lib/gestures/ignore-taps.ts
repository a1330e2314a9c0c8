import type { Clock } from '#shared/clock';

/** Milliseconds in which nothing takes a tap. */
const IGNORED_MS = 400;
/** Milliseconds after the release of a finger in which its click comes. */
const LATE_CLICK_MS = 100;

/**
 * Ignores every tap in the window for 400 ms, and one that began in that time until its finger is up: after a page has changed without
 * warning, nobody has chosen what lies under the finger.
 * @param isHeld whether a finger is down already
 */
export function ignoreTaps(clock: Clock, isHeld: boolean): void {
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  const over = clock.monotonic() + IGNORED_MS;
  const endAfter = (ms: number) => clock.after(ms, () => ended.abort());
  let stopTimer = isHeld ? () => {} : endAfter(IGNORED_MS);
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const press = (event: Event) => {
    stopTimer();
    ignore(event);
  };
  const lift = () => {
    stopTimer();
    stopTimer = endAfter(Math.max(over - clock.monotonic(), LATE_CLICK_MS));
  };
  window.addEventListener('pointerdown', press, options);
  window.addEventListener('click', ignore, options);
  window.addEventListener('pointerup', lift, options);
  window.addEventListener('pointercancel', lift, options);
}
