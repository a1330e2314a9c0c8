/** Normalises a text for comparison: without case, accents and full-width forms. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

/** Whether a text contains every word of a query: "liv lamp" finds "Floor lamp, Living room". */
export function matches(text: string, query: string): boolean {
  const folded = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
