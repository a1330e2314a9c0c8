const waiting = new Map<string, () => void>();
let isAsked = false;

function ask(): void {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(runOne);
  else setTimeout(runOne);
}

function runOne(): void {
  isAsked = false;
  const [first] = waiting;
  if (!first) return;
  const [name, run] = first;
  waiting.delete(name);
  ask();
  run();
}

/**
 * Queues a task until the page is idle. One task runs at a time, so that several do not block touches on a slow tablet.
 * A task replaces a queued one of the same name. Returns a function that cancels it.
 */
export function whenIdle(name: string, run: () => void): () => void {
  waiting.set(name, run);
  ask();
  return () => {
    if (waiting.get(name) === run) waiting.delete(name);
  };
}
