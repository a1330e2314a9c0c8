/** Embeddings, overrides and isolates reorder the text around them; spaces without width hide that two names differ. */
const UNREADABLE = /[\u00AD\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;
/** Characters without a shape, such as zero-width spaces and the blank of Braille. */
const SHAPELESS = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}\u2800]*$/u;

/** Removes the characters that reorder a text, and spaces without width. Empty if nothing of it can be seen. */
export function readableText(text: string): string {
  return SHAPELESS.test(text) ? '' : text.replace(UNREADABLE, '');
}
