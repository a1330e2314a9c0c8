import * as v from 'valibot';
import { every, type Clock } from '#shared/clock';
import type { Log } from '../../base/platform/log';
import type { StoredFile } from '../../base/store/sealed-file';
import type { KeyPair, ServerCertificate } from '../../http/https-server';
import { POLL_INTERVAL_MS } from '../poll';
import { createAuthority, issueLeaf, type Leaf } from './authority';

const keyPair = { key: v.string(), certificate: v.string() };

/** The stored local CA and its last certificate; null before the first start. */
export const storedTlsSchema = v.nullable(
  v.object({
    authority: v.object(keyPair),
    leaf: v.object({
      ...keyPair,
      names: v.pipe(v.array(v.string()), v.readonly()),
      notBefore: v.number(),
      notAfter: v.number()
    })
  })
);
export type StoredTls = v.InferOutput<typeof storedTlsSchema>;

/** A certificate is renewed this long before it expires, in ms. */
const RENEW_BEFORE_MS = 30 * 24 * 60 * 60 * 1000;

/** What it depends on. */
interface LocalCaCertificateDeps {
  readonly file: StoredFile<StoredTls>;
  readonly clock: Clock;
  readonly log: Log;
  /** When the program was built, in ms since the epoch. An earlier clock is wrong. */
  readonly builtAt: number;
  /** The names and addresses that the certificate needs now. */
  readonly names: () => readonly string[];
}

/** Certificate of the local CA. Both are created if there are none; the certificate is renewed when the addresses or the clock change. */
export class LocalCaCertificate implements ServerCertificate {
  readonly #deps: LocalCaCertificateDeps;
  #stored: NonNullable<StoredTls>;

  private constructor(deps: LocalCaCertificateDeps, stored: NonNullable<StoredTls>) {
    this.#deps = deps;
    this.#stored = stored;
  }

  /** Reads the stored certificate, or creates one. */
  static async open(deps: LocalCaCertificateDeps): Promise<LocalCaCertificate> {
    const stored = await deps.file.read();
    const certificate = new LocalCaCertificate(deps, stored ?? firstOf(deps));
    if (stored) certificate.#renew();
    else deps.file.write(certificate.#stored);
    return certificate;
  }

  get current(): KeyPair {
    return this.#stored.leaf;
  }

  get names() {
    return this.#stored.leaf.names;
  }

  /** The certificate of the local CA, as PEM. Phones have to trust it. */
  get authority(): string {
    return this.#stored.authority.certificate;
  }

  start(onChange: (pair: KeyPair) => void) {
    const { clock, log } = this.#deps;
    return every(clock, POLL_INTERVAL_MS, () => {
      try {
        if (this.#renew()) onChange(this.current);
      } catch (error) {
        log.error({ box: true, err: error }, 'Certificate renewal failed.');
      }
    });
  }

  /** Renews the certificate if it is due. Returns whether it did. */
  #renew(): boolean {
    const { file, log } = this.#deps;
    const { authority, leaf } = this.#stored;
    const wanted = wantedBy(this.#deps);
    if (!isDue(leaf, wanted)) return false;
    this.#stored = { authority, leaf: issueLeaf(authority, wanted) };
    file.write(this.#stored);
    log.info({ box: true, names: wanted.names }, 'Certificate renewed.');
    return true;
  }
}

/** What a certificate needs now. It is never dated before the build: the clock of a box without a battery starts in 1970. */
const wantedBy = ({ clock, builtAt, names }: LocalCaCertificateDeps) => ({
  names: names(),
  at: Math.max(clock.now(), builtAt)
});

/** A new CA with its first certificate. */
function firstOf(deps: LocalCaCertificateDeps) {
  const authority = createAuthority(deps.builtAt);
  return { authority, leaf: issueLeaf(authority, wantedBy(deps)) };
}

/** Whether a certificate expires soon, is not valid yet (it was issued with a wrong clock), or has other names. */
function isDue(leaf: Leaf, { names, at }: ReturnType<typeof wantedBy>): boolean {
  const isTimely = leaf.notBefore <= at && at < leaf.notAfter - RENEW_BEFORE_MS;
  return !isTimely || leaf.names.join() !== names.join();
}
