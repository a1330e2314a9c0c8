/** The length of a batch's id. 22 of 64 characters are 132 random bits, so no two screens choose the same id. */
const LENGTH = 22;
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Makes the id of a batch. Entries are `<batch>.<n>`, so this page knows its own entries without an answer. */
export function newBatchId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length] ?? '').join('');
}

/** Returns the batch of an entry's id. */
export const batchIdOf = (entry: string): string => entry.slice(0, entry.lastIndexOf('.'));
