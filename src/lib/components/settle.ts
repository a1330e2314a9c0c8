import { systemClock } from '#shared/clock';

/** Milliseconds in which a button that has just come takes no touch: it was meant for what was there before. */
const SETTLE_MS = 500;

/** Says that something has just come, and later that it has not any more. Returns a function that ends it, for an effect. */
export function settle(tell: (isNew: boolean) => void): () => void {
  tell(true);
  return systemClock.after(SETTLE_MS, () => tell(false));
}
