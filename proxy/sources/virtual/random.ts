/** A stream of pseudo-random numbers. The same seed and name give the same stream. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A number from `low` (inclusive) to `high` (exclusive). */
  between(low: number, high: number): number;
}

/** FNV-1a hash, 32 bits. Similar names give different numbers. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/**
 * Creates a random stream by name (Mulberry32, not for secrets). Separate streams make the simulation stable: another motion
 * sensor does not change when the doors open.
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
