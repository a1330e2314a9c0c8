/**
 * A key-value store for short texts, such as `localStorage`. If storage is not allowed, values last as long as the
 * page.
 */
export interface Settings {
  read(name: string): string | null;
  write(name: string, text: string): void;
  remove(name: string): void;
}

/** The setting with the id of the last opened room. */
export const LAST_ROOM = 'room';

/** The setting with those of wall mode. A phone that never was in it has none. */
export const WALL_SETTING = 'wall';

/** The setting with the last searches, one in each line. */
export const SEARCHES = 'searches';

/** The setting with what the home page showed last, for the time until the app has started: see `features/home/screen`. */
export const FIRST_SCREEN = 'first-screen';

/** The setting that is present from a sign-out until all data is deleted and the proxy has revoked the cookie. */
export const SIGN_OUT = 'sign-out';

/** The settings that reveal something about the home. They are removed at sign-out. */
export const ABOUT_HOME = [LAST_ROOM, FIRST_SCREEN, SEARCHES];

/** The browser's `localStorage`, with the prefix `mantel.`. It never throws. */
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
