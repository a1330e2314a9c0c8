/** Small texts by name that outlive the page: what `localStorage` is. Where it is forbidden, they live as long as the page. */
export interface Settings {
  read(name: string): string | null;
  write(name: string, text: string): void;
  remove(name: string): void;
}

/** The setting that says which room was opened last: the only one that tells of the home, so that it ends with the session. */
export const LAST_ROOM = 'room';

/** The browser's `localStorage`, under names that begin with `mantel.`; never throws. */
export function browserSettings(): Settings {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(localStorage);
    } catch {
      return undefined;
    }
  };
  return {
    read: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(`mantel.${name}`)) ?? null,
    write(name, text) {
      memory.set(name, text);
      attempt((storage) => storage.setItem(`mantel.${name}`, text));
    },
    remove(name) {
      memory.delete(name);
      attempt((storage) => storage.removeItem(`mantel.${name}`));
    }
  };
}
