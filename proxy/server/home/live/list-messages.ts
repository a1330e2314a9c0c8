/** Maximum length of a live message, in characters of JSON. A whole list that is longer takes several. */
const MAX_MESSAGE_LENGTH = 60 * 1024;

/** Splits items into parts for live messages below the maximum length. There is at least one part. */
export function inParts<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [[]];
  let length = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length + 1;
    if (length > 0 && length + size > MAX_MESSAGE_LENGTH) {
      parts.push([]);
      length = 0;
    }
    length += size;
    parts[parts.length - 1]?.push(item);
  }
  return parts;
}

/** The marks of a part of a whole list: the first one `isWhole`, and all but the last one `hasMore`. */
export const partMarks = (at: number, count: number) => ({
  ...(at === 0 && { isWhole: true }),
  ...(at < count - 1 && { hasMore: true })
});

/** A whole list as live messages of a type, with its items under the same name. */
export const listMessages = (type: 'scenes' | 'timers', items: readonly object[]): Buffer[] =>
  inParts(items).map((part, at, { length }) =>
    Buffer.from(JSON.stringify({ type, [type]: part, ...partMarks(at, length) }))
  );
