/** Marks, embeddings, overrides and isolates reorder the text around them; spaces without width hide that two names differ. */
const UNREADABLE = /[\u00AD\u061C\u200B\u200E\u200F\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;
/** Line breaks and other control characters: a name is one line. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/** Characters without a shape, such as zero-width spaces and the blank of Braille. */
const SHAPELESS = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}\u2800]*$/u;

/** A text on one line, without characters that reorder it and spaces without width. Empty if nothing of it can be seen. */
export function readableText(text: string): string {
  return SHAPELESS.test(text) ? '' : text.replace(BREAKS, ' ').replace(UNREADABLE, '');
}
