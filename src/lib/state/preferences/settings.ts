/**
 * A key-value store for short texts, such as `localStorage`. If storage is not allowed, values last as long as the
 * page.
 */
export interface Settings {
  read(name: string): string | null;
  write(name: string, text: string): void;
  remove(name: string): void;
}

/** The settings of one home: their names end with its id. */
export function settingsOf(settings: Settings, home: string): Settings {
  const of = (name: string) => `${name}.${home}`;
  return {
    read: (name) => settings.read(of(name)),
    write: (name, text) => settings.write(of(name), text),
    remove: (name) => settings.remove(of(name))
  };
}

/** The setting with the homes of this browser: see `Homes`. */
export const HOMES = 'homes';

/** The setting with the id of the home that was used last, of the browser and of each of its tabs. */
export const LAST_HOME = 'home';

/** The setting of a home with the id of the last opened room. */
export const LAST_ROOM = 'room';

/** The setting with those of wall mode. A phone that never was in it has none. */
export const WALL_SETTING = 'wall';

/** The setting of a home with the last searches, one in each line. */
export const SEARCHES = 'searches';

/** The setting of a home with what its home page showed last, for the time until the app has started: see `features/home/screen`. */
export const FIRST_SCREEN = 'first-screen';

/** The setting of a home with the end of the replacement of its account that somebody has seen here: see `Session.accountReplaced`. */
export const REPLACEMENT_SEEN = 'replaced';

/** The settings that reveal something about a home. They are removed at sign-out. */
export const ABOUT_HOME = [LAST_ROOM, FIRST_SCREEN, SEARCHES, REPLACEMENT_SEEN];

/** The browser's `localStorage`, or another storage, with the prefix `mantel.`. It never throws. */
export function browserSettings(storageOf: () => Storage = () => localStorage): Settings {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(storageOf());
    } catch {
      return undefined;
    }
  };
  return {
    read: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(`mantel.${name}`)) ?? null,
    write(name, text) {
      // What is stored is read again, since other windows change it too.
      const isStored = attempt((storage) => {
        storage.setItem(`mantel.${name}`, text);
        return true;
      });
      if (isStored) memory.delete(name);
      else memory.set(name, text);
    },
    remove(name) {
      memory.delete(name);
      attempt((storage) => storage.removeItem(`mantel.${name}`));
    }
  };
}
