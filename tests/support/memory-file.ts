import type { RemovableFile, StoredFile } from '../../proxy/server/base/store/sealed-file';

/** A stored file in memory. */
export function memoryFile<T>(value: T): StoredFile<T> {
  return { read: async () => value, write: (next) => void (value = next), flush: async () => true };
}

/** A stored file in memory that can be removed. */
export function removableMemoryFile<T>(): RemovableFile<T | null> {
  const file = memoryFile<T | null>(null);
  const remove = async () => {
    file.write(null);
    return true;
  };
  return { ...file, remove, isRemoved: false };
}
