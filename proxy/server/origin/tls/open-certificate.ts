import type { Clock } from '#shared/clock';
import { fail, succeed, type Result } from '#shared/errors';
import { homeAddresses, type Interfaces } from '../../base/net/interfaces';
import type { Log } from '../../base/platform/log';
import type { SealedStore } from '../../base/store/sealed-store';
import type { ServerCertificate } from '../../http/https-server';
import { LocalCaCertificate, storedTlsSchema } from './local-ca-certificate';
import { UserCertificate } from './user-certificate';

/** The server certificate, and what phones have to trust for it. */
interface OpenCertificate {
  readonly serverCertificate: ServerCertificate;
  /** The local CA's certificate, as PEM; null if the owner's own certificate is used. */
  readonly authority: string | null;
  /** The DNS names of the owner's own certificate; empty if there is none. */
  readonly certificateNames: () => readonly string[];
}

/** The options that say which certificate is used. */
export interface CertificateOptions {
  /** The name in `.local`, without that suffix. */
  readonly name: string;
  /** Path of the user's certificate, as PEM. */
  readonly tlsCert?: string | undefined;
  /** Path of its key. */
  readonly tlsKey?: string | undefined;
}

/** What it depends on. */
interface OpenCertificateDeps {
  readonly store: SealedStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly builtAt: number;
}

/** Opens the certificate that the options ask for: the owner's own files, else one of the local CA. */
export async function openCertificate(
  { name, tlsCert, tlsKey }: CertificateOptions,
  { store, clock, log, builtAt }: OpenCertificateDeps
): Promise<Result<OpenCertificate, 'bad-certificate'>> {
  if (tlsCert !== undefined && tlsKey !== undefined) {
    const own = await UserCertificate.open({ certificate: tlsCert, key: tlsKey }, { clock, log });
    if (!own.ok) return own;
    const serverCertificate = own.value;
    return succeed({ serverCertificate, authority: null, certificateNames: () => serverCertificate.names });
  }
  if (tlsCert !== undefined || tlsKey !== undefined)
    return fail('bad-certificate', 'A certificate needs its key: give both --tls-cert and --tls-key.');
  const file = store.file('tls', storedTlsSchema, null);
  const names = () => namesOf(name);
  const serverCertificate = await LocalCaCertificate.open({ file, clock, log, builtAt, names });
  return succeed({ serverCertificate, authority: serverCertificate.authority, certificateNames: () => [] });
}

/**
 * The names in the certificate of this box: `localhost`, `<name>.local`, loopback, and its private addresses, sorted. Public addresses
 * (nearly every IPv6 home has one) are left out: one name outside of the CA's constraints makes the whole certificate invalid.
 */
export function namesOf(name: string, interfaces?: Interfaces): string[] {
  const own = homeAddresses(interfaces).map(({ address }) => address);
  const addresses = [...new Set(['127.0.0.1', '::1', ...own])].sort();
  return ['localhost', `${name}.local`, ...addresses];
}
