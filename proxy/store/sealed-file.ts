/** One value that outlives the process. */
export interface StoredFile<T> {
  /** What was last written; the empty value where there is none, or none that can be read. */
  read(): Promise<T>;
  /**
   * Puts a value in the old one's place soon; many writes in a row become few on the disk, and a power cut leaves the old
   * value or the new one, never half. The value belongs to the file from then on: do not change it.
   */
  write(value: T): void;
  /** Resolves once everything written lies on the disk. */
  flush(): Promise<void>;
}

/** A stored file without a disk: for tests. */
export function memoryFile<T>(value: T): StoredFile<T> {
  return {
    read: async () => value,
    write: (next) => void (value = next),
    flush: async () => undefined
  };
}
