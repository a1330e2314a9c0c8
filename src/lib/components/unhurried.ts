const waiting = new Set<() => void>();
let isAsked = false;

function ask(): void {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  // Safari has no word for "when there is nothing else to do".
  if ('requestIdleCallback' in window) requestIdleCallback(runOne);
  else setTimeout(runOne);
}

function runOne(): void {
  isAsked = false;
  const [run] = waiting;
  if (!run) return;
  waiting.delete(run);
  ask();
  run();
}

/**
 * Does a piece of work when the page has nothing better to do, and one piece at a time: a dozen pictures that are decoded at once hold
 * up a touch for as long as a slow tablet needs. Returns what takes it back. Each piece is a function of its own.
 */
export function unhurried(run: () => void): () => void {
  waiting.add(run);
  ask();
  return () => void waiting.delete(run);
}
