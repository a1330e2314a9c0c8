import { fail, succeed, type Result } from '#shared/errors';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Clock } from '#shared/clock';
import type { Log } from '../platform/log';
import type { KeyPair } from './authority';
import type { ServerCertificate } from './server-certificate';
import { poll } from './poll';

/** Paths of the owner's own certificate. */
interface CertificateFiles {
  /** The certificate with its chain, as PEM. */
  readonly certificate: string;
  readonly key: string;
}

/** The owner's own certificate from files. The files are polled, so a renewal needs no hook. */
export class UserCertificate implements ServerCertificate {
  readonly #files: CertificateFiles;
  readonly #clock: Clock;
  readonly #log: Log;
  /** The last read content of the files, valid or not. */
  #seen: KeyPair;
  #current: KeyPair;
  #names: readonly string[];

  private constructor(files: CertificateFiles, first: KeyPair, { clock, log }: { clock: Clock; log: Log }) {
    this.#files = files;
    this.#clock = clock;
    this.#log = log;
    this.#seen = first;
    this.#current = first;
    this.#names = namesIn(first);
  }

  /** Reads the files. Fails with `bad-certificate` and a sentence for the owner if they are unreadable or invalid. */
  static async open(
    files: CertificateFiles,
    parts: { clock: Clock; log: Log }
  ): Promise<Result<UserCertificate, 'bad-certificate'>> {
    const read = await readPair(files);
    if (!read.ok) return read;
    const why = whyUnfit(read.value);
    if (why !== undefined)
      return fail('bad-certificate', `${files.certificate} and ${files.key} cannot be used: ${why}.`);
    return succeed(new UserCertificate(files, read.value, parts));
  }

  get current() {
    return this.#current;
  }

  get names() {
    return this.#names;
  }

  start(onChange: (pair: KeyPair) => void) {
    return poll(this.#clock, async () => {
      if (await this.#reload()) onChange(this.#current);
    });
  }

  /** Reloads the files. Returns whether they hold another valid pair. During a renewal they may not match: then the old pair stays. */
  async #reload(): Promise<boolean> {
    const read = await readPair(this.#files);
    if (!read.ok || isSame(read.value, this.#seen)) return false;
    this.#seen = read.value;
    const why = whyUnfit(read.value);
    if (why !== undefined) {
      this.#log.warn({ why, ...this.#files }, 'Certificate reload failed: the old one stays in use.');
      return false;
    }
    this.#current = read.value;
    this.#names = namesIn(read.value);
    this.#log.info({ names: this.#names }, 'Certificate reloaded.');
    return true;
  }
}

/** The DNS names in a certificate, in lower case. */
function namesIn({ certificate }: KeyPair) {
  const { subjectAltName = '' } = new X509Certificate(certificate);
  return [...subjectAltName.matchAll(/DNS:([^,\s"]+)/g)].map(([, name = '']) => name.toLowerCase());
}

const isSame = (one: KeyPair, other: KeyPair) =>
  one.key === other.key && one.certificate === other.certificate;

async function readPair(files: CertificateFiles): Promise<Result<KeyPair, 'bad-certificate'>> {
  try {
    const [certificate, key] = await Promise.all([
      readFile(files.certificate, 'utf8'),
      readFile(files.key, 'utf8')
    ]);
    return succeed({ certificate, key });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail('bad-certificate', `The certificate cannot be read: ${why}.`);
  }
}

/** Why a listener cannot use a certificate and its key; undefined if it can. */
function whyUnfit({ key, certificate }: KeyPair): string | undefined {
  try {
    createSecureContext({ key, cert: certificate });
    // A secure context ignores an empty file, so the pair is checked too.
    const isItsKey = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
    return isItsKey ? undefined : 'the key does not match the certificate';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
