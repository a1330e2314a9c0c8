const waiting = new Map<string, () => void>();
const done = new Set<string>();
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
  const [first] = waiting;
  if (!first) return;
  const [name, run] = first;
  waiting.delete(name);
  done.add(name);
  ask();
  run();
}

/**
 * Does a piece of work when the page has nothing better to do, and one piece at a time: a dozen pictures that are decoded at once hold
 * up a touch for as long as a slow tablet needs. Returns what takes it back. A further piece of a name that waits takes its place.
 */
export function whenIdle(name: string, run: () => void): () => void {
  waiting.set(name, run);
  ask();
  return () => {
    if (waiting.get(name) === run) waiting.delete(name);
  };
}

/** Whether a piece of that name was done before: then it may be done again at once, for nobody should see it come twice. */
export const hasRun = (name: string): boolean => done.has(name);
