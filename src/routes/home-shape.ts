/** What the home page's skeleton shows: the rows of each favourite, and the rooms of each section. */
export interface HomeShape {
  readonly favourites: readonly number[];
  readonly sections: readonly number[];
}

/** The largest number that a skeleton shows of anything. */
const MAX_COUNT = 200;

/** Returns a shape as a text. */
export const shapeText = ({ favourites, sections }: HomeShape): string => `${favourites};${sections}`;

/** Reads a text of `shapeText`. Without sections, it returns one of eight rooms. */
export function readShape(text: string | null): HomeShape {
  const [favourites = [], sections = []] = (text ?? '').split(';').map((part) =>
    part
      .split(',')
      .map(Number)
      .filter((count) => count > 0 && count < MAX_COUNT)
  );
  return { favourites, sections: sections.length > 0 ? sections : [8] };
}
