/**
 * Maximum length of a whole list of a controller, in characters of JSON: it is kept, written for each change, and sent. A household has a
 * tenth of it.
 */
export const MAX_LIST_LENGTH = 250 * 1024;

/** Maximum length of a live message, in characters of JSON. A whole list that is longer takes several. */
const MAX_MESSAGE_LENGTH = 60 * 1024;

/**
 * A whole list as live messages of a type, with its items under the same name. The first one says `isWhole`, and all but the last one
 * `hasMore`.
 */
export function listMessages(type: 'scenes' | 'timers', items: readonly object[]): Buffer[] {
  const parts: string[][] = [[]];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    if (length > 0 && length + text.length > MAX_MESSAGE_LENGTH) {
      parts.push([]);
      length = 0;
    }
    length += text.length + 1;
    parts[parts.length - 1]?.push(text);
  }
  return parts.map((texts, at) => {
    const isWhole = at === 0 ? ',"isWhole":true' : '';
    const hasMore = at < parts.length - 1 ? ',"hasMore":true' : '';
    return Buffer.from(`{"type":"${type}","${type}":[${texts.join()}]${isWhole}${hasMore}}`);
  });
}
