import type { Clock } from '#shared/clock';

/** At most `max` events, or a sum of `max`, in any `windowMs`. */
export interface WindowRule {
  readonly max: number;
  readonly windowMs: number;
}

/** An event on the monotonic clock. Its amount is 1 if it has none. */
interface WindowEvent {
  readonly at: number;
  readonly amount?: number;
}

/**
 * Milliseconds until one more event keeps a rule: until so many of the oldest events leave the window that the rest is below the maximum.
 * 0 if it keeps it now.
 * @param events the oldest first
 */
export function windowDelay(events: readonly WindowEvent[], rule: WindowRule, now: number): number {
  const { max, windowMs } = rule;
  const recent = events.filter(({ at }) => at > now - windowMs);
  let excess = recent.reduce((sum, { amount = 1 }) => sum + amount, 0) - max;
  if (excess < 0) return 0;
  const last = recent.find(({ amount = 1 }) => (excess -= amount) < 0);
  return last ? last.at + windowMs - now : 0;
}

/** Maximum number of keys of one window. Beyond it the one that was counted in least recently is forgotten. */
const MAX_KEYS = 50_000;

/** Counts events by key, in memory, against rules that hold at the same time. */
export class SlidingWindow {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #rules: readonly WindowRule[];
  /** The key that was counted in last is the last one, so they expire in their order. */
  readonly #events = new Map<string, readonly WindowEvent[]>();

  constructor(clock: Pick<Clock, 'monotonic'>, ...rules: readonly WindowRule[]) {
    this.#clock = clock;
    this.#rules = rules;
  }

  /** Milliseconds until a key's next event keeps all rules, if `pending` more were counted now; 0 if it does now. */
  delay(key = '', pending = 0): number {
    const now = this.#clock.monotonic();
    const events = [...(this.#events.get(key) ?? []), { at: now, amount: pending }];
    return Math.max(...this.#rules.map((rule) => windowDelay(events, rule, now)));
  }

  /** Counts an event. Forgets the events that count no more, of all keys. */
  add(key = '', amount = 1) {
    const now = this.#clock.monotonic();
    const since = now - Math.max(...this.#rules.map(({ windowMs }) => windowMs));
    const recent = (this.#events.get(key) ?? []).filter(({ at }) => at > since);
    this.#events.delete(key);
    this.#events.set(key, [...recent, { at: now, amount }]);
    for (const [each, events] of this.#events) {
      if (this.#events.size <= MAX_KEYS && (events.at(-1)?.at ?? since) > since) break;
      this.#events.delete(each);
    }
  }

  /** Forgets the events of a key. */
  forget(key: string) {
    this.#events.delete(key);
  }
}
