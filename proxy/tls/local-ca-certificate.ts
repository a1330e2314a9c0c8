import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import type { Log } from '../platform/log';
import type { StoredFile } from '../store/sealed-file';
import { createAuthority, issueLeaf, type KeyPair, type Leaf } from './authority';
import type { ServerCertificate } from './server-certificate';
import { poll } from './poll';

const keyPair = { key: v.string(), certificate: v.string() };
const authoritySchema: v.GenericSchema<unknown, KeyPair> = v.looseObject(keyPair);
const leafSchema: v.GenericSchema<unknown, Leaf> = v.looseObject({
  ...keyPair,
  names: v.pipe(v.array(v.string()), v.readonly()),
  notBefore: v.number(),
  notAfter: v.number()
});

/** The local authority and its last certificate, as they are kept. Keys of newer versions stay, but with a certificate that is replaced. */
export const storedTlsSchema = v.nullable(v.looseObject({ authority: authoritySchema, leaf: leafSchema }));
export type StoredTls = v.InferOutput<typeof storedTlsSchema>;

/** A certificate is renewed this long before it expires, in ms. */
const RENEW_BEFORE_MS = 30 * 24 * 60 * 60 * 1000;

/** What it depends on. */
interface LocalCaCertificateDeps {
  readonly file: StoredFile<StoredTls>;
  readonly clock: Clock;
  readonly log: Log;
  /** When the program was built, in ms since the epoch: a clock that tells less is wrong. */
  readonly builtAt: number;
  /** The names and addresses that the certificate needs now. */
  readonly names: () => readonly string[];
}

/** Certificate of the local CA. Both are created if there are none; the certificate is renewed when the addresses or the clock change. */
export class LocalCaCertificate implements ServerCertificate {
  readonly #deps: LocalCaCertificateDeps;
  #kept: NonNullable<StoredTls>;

  private constructor(deps: LocalCaCertificateDeps, kept: NonNullable<StoredTls>) {
    this.#deps = deps;
    this.#kept = kept;
  }

  /** Reads the stored certificate, or creates one. */
  static async open(deps: LocalCaCertificateDeps): Promise<LocalCaCertificate> {
    const kept = await deps.file.read();
    const authority = kept?.authority ?? (await createAuthority(deps.builtAt));
    const isFit = kept !== null && !isDue(kept.leaf, deps.names(), timeOf(deps));
    const certificate = new LocalCaCertificate(deps, {
      ...kept,
      authority,
      leaf: isFit ? kept.leaf : await issueLeaf(authority, { names: deps.names(), at: timeOf(deps) })
    });
    if (!isFit) deps.file.write(certificate.#kept);
    return certificate;
  }

  get current(): KeyPair {
    return this.#kept.leaf;
  }

  get names() {
    return this.#kept.leaf.names;
  }

  /** The authority's certificate, as PEM: what a phone is asked to trust. */
  get authority(): string {
    return this.#kept.authority.certificate;
  }

  start(onChange: (pair: KeyPair) => void) {
    const { clock, log } = this.#deps;
    return poll(clock, async () => {
      try {
        if (await this.#renew()) onChange(this.current);
      } catch (error) {
        log.error({ err: error }, 'Certificate renewal failed.');
      }
    });
  }

  /** Whether there is another certificate now. */
  async #renew(): Promise<boolean> {
    const { file, log, names } = this.#deps;
    const { authority, leaf } = this.#kept;
    const wanted = names();
    if (!isDue(leaf, wanted, timeOf(this.#deps))) return false;
    const renewed = await issueLeaf(authority, { names: wanted, at: timeOf(this.#deps) });
    this.#kept = { ...this.#kept, leaf: renewed };
    file.write(this.#kept);
    log.info({ names: wanted }, 'Certificate renewed.');
    return true;
  }
}

/** The time to go by: a box without a battery begins in 1970. */
const timeOf = ({ clock, builtAt }: LocalCaCertificateDeps) => Math.max(clock.now(), builtAt);

/** Whether it will soon be too old, is not valid yet (the clock was ahead when it was made), or names another box. */
function isDue(leaf: Leaf, names: readonly string[], time: number): boolean {
  const isTimely = leaf.notBefore <= time && time < leaf.notAfter - RENEW_BEFORE_MS;
  return !isTimely || leaf.names.join() !== names.join();
}
