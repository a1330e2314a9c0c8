/**
 * What the home page's skeleton shows: the height of the chips in px, the rows of each favourite, and the rooms of each
 * section.
 */
export interface HomeShape {
  readonly chips: number;
  readonly favourites: readonly number[];
  readonly sections: readonly number[];
}

/** The largest number that a skeleton shows of anything. */
const MAX_COUNT = 400;

/** Reads a text of `shapeText`. Without sections, it returns one of eight rooms. */
export function readShape(text: string | null): HomeShape {
  const [chips = [], favourites = [], sections = []] = (text ?? '').split(';').map((part) =>
    part
      .split(',')
      .map(Number)
      .filter((count) => count > 0 && count < MAX_COUNT)
  );
  return { chips: chips[0] ?? 0, favourites, sections: sections.length > 0 ? sections : [8] };
}
