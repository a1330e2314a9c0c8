import type { StoredFile } from '../../proxy/server/base/store/sealed-file';

/** A stored file in memory. */
export function memoryFile<T>(value: T): StoredFile<T> {
  return { read: async () => value, write: (next) => void (value = next), flush: async () => true };
}
