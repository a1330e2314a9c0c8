/** A name with more typing errors than this, or in more than half of what was typed, is not suggested. */
const MAX_DISTANCE = 3;

/** The name that a mistyped one probably means; undefined if none is near. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(typed, name) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best && best.distance <= Math.min(MAX_DISTANCE, typed.length / 2) ? best.name : undefined;
}

/** The number of inserted, deleted and replaced characters between two texts (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of one.split('').entries()) {
    const next = [index + 1];
    for (const [at, wanted] of other.split('').entries()) {
      const [replaced = 0, deleted = 0] = row.slice(at, at + 2);
      next.push(Math.min(replaced + Number(letter !== wanted), deleted + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
