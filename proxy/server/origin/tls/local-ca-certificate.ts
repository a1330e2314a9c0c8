import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import type { Log } from '../../base/platform/log';
import type { StoredFile } from '../../base/store/sealed-file';
import type { KeyPair, ServerCertificate } from '../../http/https-server';
import { createAuthority, issueLeaf, type Leaf } from './authority';
import { poll } from '../poll';

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
    const authority = stored?.authority ?? createAuthority(deps.builtAt);
    const isUsable = stored !== null && !isDue(stored.leaf, deps.names(), timeOf(deps));
    const certificate = new LocalCaCertificate(deps, {
      authority,
      leaf: isUsable ? stored.leaf : issueLeaf(authority, { names: deps.names(), at: timeOf(deps) })
    });
    if (!isUsable) deps.file.write(certificate.#stored);
    if (stored && !isUsable) deps.log.info({ names: certificate.names }, 'Certificate renewed.');
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
    return poll(clock, async () => {
      try {
        if (await this.#renew()) onChange(this.current);
      } catch (error) {
        log.error({ err: error }, 'Certificate renewal failed.');
      }
    });
  }

  /** Renews the certificate if it is due. Returns whether it did. */
  async #renew(): Promise<boolean> {
    const { file, log, names } = this.#deps;
    const { authority, leaf } = this.#stored;
    const wanted = names();
    if (!isDue(leaf, wanted, timeOf(this.#deps))) return false;
    const renewed = issueLeaf(authority, { names: wanted, at: timeOf(this.#deps) });
    this.#stored = { ...this.#stored, leaf: renewed };
    file.write(this.#stored);
    log.info({ names: wanted }, 'Certificate renewed.');
    return true;
  }
}

/** The current time, at least the build time: the clock of a box without a battery starts in 1970. */
const timeOf = ({ clock, builtAt }: LocalCaCertificateDeps) => Math.max(clock.now(), builtAt);

/** Whether a certificate expires soon, is not valid yet (it was issued with a wrong clock), or has other names. */
function isDue(leaf: Leaf, names: readonly string[], time: number): boolean {
  const isTimely = leaf.notBefore <= time && time < leaf.notAfter - RENEW_BEFORE_MS;
  return !isTimely || leaf.names.join() !== names.join();
}
