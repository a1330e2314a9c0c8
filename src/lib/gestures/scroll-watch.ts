/** Milliseconds after a scroll in which a touch may be there to stop a fling. */
const REST_AFTER_SCROLL_MS = 300;

let lastScrollAt = -Infinity;
let watchers = 0;

const noteScroll = (event: Event) => {
  lastScrollAt = event.timeStamp;
};

/** Records the time of each scroll, of the page and of its parts. All callers share one listener. Returns the stop function. */
export function watchScrolling(): () => void {
  if (watchers === 0) window.addEventListener('scroll', noteScroll, { capture: true, passive: true });
  watchers += 1;
  return () => {
    watchers -= 1;
    if (watchers === 0) window.removeEventListener('scroll', noteScroll, { capture: true });
  };
}

/** Whether nothing scrolled in the 300 ms before `since`, an event's `timeStamp`, and nothing has since. */
export const isScrollAtRest = (since: number): boolean => since - lastScrollAt >= REST_AFTER_SCROLL_MS;

/** Whether anything scrolled after `since`, an event's `timeStamp`. */
export const hasScrolledSince = (since: number): boolean => lastScrollAt > since;
