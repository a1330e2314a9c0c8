/** A stream of numbers that the same seed and name always begin alike. */
export interface Random {
  /** From 0 up to, but not, 1. */
  next(): number;
  /** From `low` up to, but not, `high`. */
  between(low: number, high: number): number;
}

/** FNV-1a, 32 bits: near names give far numbers. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/**
 * A stream of its own for each thing that is left to chance, by name: one more motion sensor does not change when the doors open.
 * Mulberry32; for looks alone, never for secrets.
 */
export function randomOf(seed: number, name: string): Random {
  let state = hash(`${seed}/${name}`);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return { next, between: (low, high) => low + (high - low) * next() };
}
