import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { createSecureContext } from 'node:tls';
import type { Clock } from '#shared/clock';
import { fail, succeed, type Result } from '#shared/errors';
import type { Log } from '../../base/platform/log';
import { codeOf, pathOf, reasonOf } from '../../base/store/errors';
import type { KeyPair, ServerCertificate } from '../../http/https-server';
import { poll } from '../poll';

/** Paths of the owner's own certificate. */
interface CertificateFiles {
  /** The certificate with its chain, as PEM. */
  readonly certificate: string;
  readonly key: string;
}

/** The owner's own certificate from files. The files are polled, so a renewal needs no hook. */
export class UserCertificate implements ServerCertificate {
  readonly #files: CertificateFiles;
  readonly #deps: { readonly clock: Clock; readonly log: Log };
  /** The last read content of the files, valid or not. */
  #seen: KeyPair;
  #current: KeyPair;
  #names: readonly string[];

  private constructor(files: CertificateFiles, first: KeyPair, deps: { clock: Clock; log: Log }) {
    this.#files = files;
    this.#deps = deps;
    this.#seen = first;
    this.#current = first;
    this.#names = namesIn(first);
  }

  /** Reads the files. Fails with `bad-certificate` and a sentence for the owner if they are unreadable or invalid. */
  static async open(
    files: CertificateFiles,
    parts: { clock: Clock; log: Log }
  ): Promise<Result<UserCertificate, 'bad-certificate'>> {
    const read = await readUserPair(files);
    return read.ok ? succeed(new UserCertificate(files, read.value, parts)) : read;
  }

  get current() {
    return this.#current;
  }

  get names() {
    return this.#names;
  }

  start(onChange: (pair: KeyPair) => void) {
    return poll(this.#deps.clock, async () => {
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
      this.#deps.log.warn(
        { box: true, why, ...this.#files },
        'Certificate reload failed: the old one stays in use.'
      );
      return false;
    }
    this.#current = read.value;
    this.#names = namesIn(read.value);
    this.#deps.log.info({ box: true, names: this.#names }, 'Certificate reloaded.');
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

/** Reads the owner's certificate and key. Fails with `bad-certificate` and a sentence for the owner if a listener cannot use them. */
export async function readUserPair(files: CertificateFiles): Promise<Result<KeyPair, 'bad-certificate'>> {
  const read = await readPair(files);
  const why = read.ok ? whyUnfit(read.value) : undefined;
  return why === undefined
    ? read
    : fail('bad-certificate', `${files.certificate} and ${files.key} cannot be used: ${why}.`);
}

async function readPair(files: CertificateFiles): Promise<Result<KeyPair, 'bad-certificate'>> {
  try {
    // One after the other: if both are missing, the message names the first.
    const certificate = await readFile(files.certificate, 'utf8');
    const key = await readFile(files.key, 'utf8');
    return succeed({ certificate, key });
  } catch (error) {
    return fail('bad-certificate', `${whyUnread(error, files.certificate)}.`);
  }
}

/** Why a file cannot be read. The owner of a certificate is root, who does not run this program: the user has to get access. */
function whyUnread(error: unknown, path: string): string {
  if (!['EACCES', 'EPERM'].includes(String(codeOf(error))))
    return `The certificate cannot be read: ${reasonOf(error, path)}`;
  const user = parsed(() => userInfo().username) ?? String(process.geteuid?.());
  return `${pathOf(error) ?? path} cannot be read by the user ${user}: let that user read it, see docs/https.md`;
}

const NO_CERTIFICATE = 'the certificate is not a complete PEM file';

/** Why a listener cannot use a certificate and its key; undefined if it can. Its own errors do not say which file is wrong. */
function whyUnfit({ certificate, key }: KeyPair): string | undefined {
  const first = parsed(() => new X509Certificate(certificate));
  if (!first) return NO_CERTIFICATE;
  const privateKey = parsed(() => createPrivateKey(key));
  if (!privateKey) return 'the key is not a complete PEM file without a passphrase';
  if (!first.checkPrivateKey(privateKey)) return 'the key does not match the certificate';
  try {
    createSecureContext({ key, cert: certificate });
    return undefined;
  } catch (error) {
    // A certificate above the first may be cut off.
    const isIncomplete = String(codeOf(error)).startsWith('ERR_OSSL_PEM_');
    return isIncomplete ? NO_CERTIFICATE : `TLS refuses the pair (${reasonOf(error)})`;
  }
}

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
