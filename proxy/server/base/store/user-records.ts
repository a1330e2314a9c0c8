import { Emitter } from '#shared/emitter';
import type { StoredFile } from './sealed-file';

type UserRecord = Readonly<Record<'controller' | 'user', string>>;

/** What is stored of users of controllers, one record each, in one file. */
export abstract class UserRecords<T extends UserRecord> {
  readonly #file: StoredFile<readonly T[]>;
  readonly #changed = new Emitter<void>();
  /** Calls back when a record has changed. */
  readonly onChange = this.#changed.subscribe;
  #records: readonly T[] = [];

  constructor(file: StoredFile<readonly T[]>) {
    this.#file = file;
  }

  /** Reads them. Has to be awaited once, before all other calls. */
  async load() {
    this.#records = await this.#file.read();
  }

  /** Ids of the controllers that have records. */
  get controllers(): string[] {
    return this.#records.map(({ controller }) => controller);
  }

  /** Whether a user has a record. */
  has(controller: string, user: string): boolean {
    return this.find(controller, user) !== undefined;
  }

  /** The users of a controller who have one. */
  usersOf(controller: string): string[] {
    return this.of(controller).map(({ user }) => user);
  }

  /** Removes a user's record. */
  forget(controller: string, user: string) {
    if (this.has(controller, user)) this.#write(this.#without(controller, user));
  }

  /** Resolves when everything was written, with whether that succeeded. */
  saved(): Promise<boolean> {
    return this.#file.flush();
  }

  /** The records of a controller's users. */
  protected of(controller: string): readonly T[] {
    return this.#records.filter((each) => each.controller === controller);
  }

  /** The record of a user. */
  protected find(controller: string, user: string): T | undefined {
    return this.of(controller).find((each) => each.user === user);
  }

  /** Stores a user's record in place of the one before. */
  protected put(record: T) {
    this.#write([...this.#without(record.controller, record.user), record]);
  }

  #without(controller: string, user: string): T[] {
    return this.#records.filter((each) => each.controller !== controller || each.user !== user);
  }

  #write(records: readonly T[]) {
    this.#records = records;
    this.#file.write(records);
    this.#changed.emit();
  }
}
