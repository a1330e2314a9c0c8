import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import type { StoredFile } from '../../base/store/sealed-file';
import { codeHashSchema, hashCode, isCode, newCode } from './setup-codes';

const storedRecoveryCodeSchema = v.object({
  controller: v.string(),
  ...codeHashSchema.entries,
  /** ms since the epoch */
  madeAt: v.number()
});

/** The stored format of recovery codes. */
export const storedRecoveryCodesSchema = v.array(storedRecoveryCodeSchema);
export type StoredRecoveryCodes = v.InferOutput<typeof storedRecoveryCodesSchema>;

/**
 * The recovery codes of homes, at most one each, which people write down. A code is a setup code for its home alone: it stands in for a
 * screen that manages it, once, and does not expire.
 */
export class RecoveryCodes {
  readonly #file: StoredFile<StoredRecoveryCodes>;
  readonly #clock: Clock;
  #codes: StoredRecoveryCodes = [];

  constructor(file: StoredFile<StoredRecoveryCodes>, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
  }

  /** Reads them. Has to be awaited once, before all other calls. */
  async load() {
    this.#codes = await this.#file.read();
  }

  /** When the code of a home was made, in ms since the epoch; null if it has none. */
  madeAt(controller: string): number | null {
    return this.#codes.find((each) => each.controller === controller)?.madeAt ?? null;
  }

  /** The id of the home whose code a text is; null if it is none. This does not use it up. */
  find(text: string): string | null {
    return this.#codes.find((each) => isCode(text, each))?.controller ?? null;
  }

  /** Makes a code for a home, in place of the one before. Resolves with it when it is on the disk; with null if that failed. */
  async make(controller: string): Promise<string | null> {
    const before = this.#codes;
    const code = newCode();
    this.#set([...this.#without(controller), { controller, ...hashCode(code), madeAt: this.#clock.now() }]);
    if (await this.saved()) return code;
    this.#set(before);
    return null;
  }

  /** Uses the code of a home up. Resolves when that is on the disk; with false, and the code stays, if that failed. */
  async use(controller: string): Promise<boolean> {
    const before = this.#codes;
    this.#set(this.#without(controller));
    const isUsed = await this.saved();
    if (!isUsed) this.#set(before);
    return isUsed;
  }

  /** Removes the code of a home that is forgotten. */
  forget(controller: string) {
    if (this.madeAt(controller) !== null) this.#set(this.#without(controller));
  }

  /** Resolves once all is on the disk, or with false if that failed. */
  saved(): Promise<boolean> {
    return this.#file.flush();
  }

  #without(controller: string): StoredRecoveryCodes {
    return this.#codes.filter((each) => each.controller !== controller);
  }

  #set(codes: StoredRecoveryCodes) {
    this.#codes = codes;
    this.#file.write(codes);
  }
}
