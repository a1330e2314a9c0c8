import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import { fail, succeed, type Result } from '#shared/errors';
import { isSameSecret } from '../../base/platform/same-secret';
import type { SealedNote } from '../../base/store/sealed-note';

/** How long a setup code can be used, in ms. */
export const SETUP_CODE_TTL_MS = 15 * 60_000;

/** 12 characters of base32 (RFC 4648): 60 bits, without 0, 1, 8 and 9. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CHARACTERS = 12;

/** Characters that people mistake for others. */
const LOOKALIKES: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 8: 'B' };

/** Schema of a code as it is stored. The code cannot be derived from it. */
export const codeHashSchema = v.object({
  salt: v.string(),
  /** SHA-256 of salt and code, base64url. */
  hash: v.string()
});
type CodeHash = v.InferOutput<typeof codeHashSchema>;

/** The stored format of a setup code. */
export const setupCodeNoteSchema = v.object({
  ...codeHashSchema.entries,
  /** ms since the epoch; null for a code whose quarter of an hour begins with the next start of the program */
  madeAt: v.nullable(v.number())
});
export type SetupCodeNote = v.InferOutput<typeof setupCodeNoteSchema>;
type StoredNote = Pick<SealedNote<SetupCodeNote>, 'read' | 'write' | 'remove'>;

/** The note's name in the data folder. */
export const SETUP_CODE_NOTE = 'setup-code.sealed';

/**
 * Setup codes let the owner of the box back into a closed household. Everybody who may write the data folder can make one while the program
 * runs. There is one code at a time. It replaces a managing screen once, and lasts for a quarter of an hour.
 */
export class SetupCodes {
  readonly #note: StoredNote;
  readonly #clock: Clock;
  /** The hash of the code that was used last. It stays used even if its note could not be removed. */
  #used = '';
  /** The code that was made for this start, and since when it counts, on the monotonic clock. */
  #forThisStart: { readonly hash: string; readonly since: number } | undefined;

  constructor(note: StoredNote, clock: Clock) {
    this.#note = note;
    this.#clock = clock;
  }

  /**
   * Makes a code, which replaces the one before. Rejects if it cannot be stored.
   * @param isForNextStart whether its time begins with the next start of the program
   */
  async make({ isForNextStart = false } = {}): Promise<string> {
    const code = newCode();
    await this.#note.write({ ...hashCode(code), madeAt: isForNextStart ? null : this.#clock.now() });
    return code;
  }

  /**
   * Begins the time of a code that was made for this start. While the program runs, no clock that is set ends it sooner. If that cannot be
   * stored, the code is good after the next start, too.
   */
  async start() {
    const note = await this.#note.read();
    if (note?.madeAt !== null) return;
    this.#forThisStart = { hash: note.hash, since: this.#clock.monotonic() };
    await this.#note.write({ ...note, madeAt: this.#clock.now() }).catch(() => undefined);
  }

  /** Whether a text is the valid code. This does not use it up. */
  async check(text: string): Promise<boolean> {
    return (await this.#find(text)) !== null;
  }

  /** Uses a code up; `wrong-setup-code` if it is no longer valid. Rejects if its note cannot be removed. */
  async use(text: string): Promise<Result<null, 'wrong-setup-code'>> {
    const note = await this.#find(text);
    if (!note || note.hash === this.#used) return fail('wrong-setup-code', 'There is no such setup code.');
    this.#used = note.hash;
    await this.#note.remove();
    return succeed(null);
  }

  async #find(text: string): Promise<SetupCodeNote | null> {
    const note = await this.#note.read();
    if (!note || note.hash === this.#used) return null;
    const age = this.#ageOf(note);
    // If the clock was set back, the code seems to be made in the future. It is not valid then.
    if (age === undefined || age < 0 || age >= SETUP_CODE_TTL_MS) return null;
    return isCode(text, note) ? note : null;
  }

  /** How old a code is, in ms; undefined for one of the next start. */
  #ageOf({ hash, madeAt }: SetupCodeNote): number | undefined {
    if (hash === this.#forThisStart?.hash) return this.#clock.monotonic() - this.#forThisStart.since;
    return madeAt === null ? undefined : this.#clock.now() - madeAt;
  }
}

/** A new code. */
export const newCode = (): string =>
  Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** A code as it is stored. */
export function hashCode(code: string): CodeHash {
  const salt = randomBytes(16).toString('base64url');
  return { salt, hash: hashOf(salt, code) };
}

/** Whether a text is a stored code, in whatever spelling. */
export const isCode = (text: string, { salt, hash }: CodeHash): boolean =>
  isSameSecret(hashOf(salt, canonical(text)), hash);

/** The code as it was made, for all spellings of it. */
const canonical = (text: string) =>
  text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[018]/g, (character) => LOOKALIKES[character] ?? character);

const hashOf = (salt: string, code: string) =>
  createHash('sha256').update(`${salt} ${code}`).digest('base64url');
