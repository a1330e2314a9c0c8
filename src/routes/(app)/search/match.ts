/** A text as a search compares it: without case, accents and the width of its letters. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

/** Whether every word of a query begins or lies in a text: "liv lamp" finds "Floor lamp, Living room". */
export function matches(text: string, query: string): boolean {
  const folded = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
