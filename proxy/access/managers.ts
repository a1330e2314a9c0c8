import * as v from 'valibot';
import type { User } from './screens/screen-queries';
import type { StoredFile } from '../store/sealed-file';

const storedManagerSchema = v.looseObject({ controller: v.string(), user: v.string() });

/** How they lie on the disk; null where none were ever kept, as in a data folder of before. */
export const storedManagersSchema = v.nullable(v.array(storedManagerSchema));
type StoredManagers = v.InferOutput<typeof storedManagersSchema>;

/**
 * The users who manage the household: whoever of them signs in by a password manages again, also after the last of their screens was lost.
 * Everybody else comes in without that.
 */
export class Managers {
  readonly #file: StoredFile<StoredManagers>;
  #managers: NonNullable<StoredManagers> = [];

  constructor(file: StoredFile<StoredManagers>) {
    this.#file = file;
  }

  /**
   * Reads them; to be awaited once, before anything else.
   * @param ofBefore who manages where nothing was ever kept of that
   */
  async load(ofBefore: () => Promise<readonly User[]>) {
    const stored = await this.#file.read();
    this.#managers = stored ?? (await ofBefore()).map(({ controller, user }) => ({ controller, user }));
    if (!stored) this.#save();
  }

  /** Whether a user manages. */
  has({ controller, user }: User): boolean {
    return this.#managers.some((each) => each.controller === controller && each.user === user);
  }

  /** From now on a user manages. */
  add({ controller, user }: User) {
    if (this.has({ controller, user })) return;
    this.#managers = [...this.#managers, { controller, user }];
    this.#save();
  }

  /** A user does not manage any more. */
  remove({ controller, user }: User) {
    if (!this.has({ controller, user })) return;
    this.#managers = this.#managers.filter((each) => each.controller !== controller || each.user !== user);
    this.#save();
  }

  /** Resolves once everything lies on the disk, with whether it does. */
  saved(): Promise<boolean> {
    return this.#file.flush();
  }

  #save() {
    this.#file.write(this.#managers);
  }
}
