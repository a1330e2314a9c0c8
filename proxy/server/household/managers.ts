import * as v from 'valibot';
import type { User } from './screens/screen';
import type { StoredFile } from '../base/store/sealed-file';

/** The stored format. */
export const storedManagersSchema = v.array(v.object({ controller: v.string(), user: v.string() }));
type StoredManagers = v.InferOutput<typeof storedManagersSchema>;

/**
 * The users who manage the household. Their sign-ins by password have the right to manage, also after their last screen was lost. Sign-ins
 * of other users do not have it.
 */
export class Managers {
  readonly #file: StoredFile<StoredManagers>;
  #managers: StoredManagers = [];

  constructor(file: StoredFile<StoredManagers>) {
    this.#file = file;
  }

  /** Reads them. Has to be awaited once, before all other calls. */
  async load() {
    this.#managers = await this.#file.read();
  }

  /** Whether a user manages. */
  has({ controller, user }: User): boolean {
    return this.#managers.some((each) => each.controller === controller && each.user === user);
  }

  /** The users of a controller who manage. */
  usersOf(controller: string): string[] {
    return this.#managers.filter((each) => each.controller === controller).map(({ user }) => user);
  }

  /** Adds a user. */
  add({ controller, user }: User) {
    if (!this.has({ controller, user })) this.#put([...this.#managers, { controller, user }]);
  }

  /** Removes a user. */
  remove({ controller, user }: User) {
    if (!this.has({ controller, user })) return;
    this.#put(this.#managers.filter((each) => each.controller !== controller || each.user !== user));
  }

  /** Resolves when everything was written, with whether that succeeded. */
  saved(): Promise<boolean> {
    return this.#file.flush();
  }

  #put(managers: StoredManagers) {
    this.#managers = managers;
    this.#file.write(managers);
  }
}
