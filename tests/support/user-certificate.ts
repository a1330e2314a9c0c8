import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority, issueLeaf } from '../../proxy/server/origin/tls/authority';
import { temporaryFolder } from './temporary-folder';

/** A user's own certificate with these names, in files: the certificate of its CA, and the arguments of a proxy. */
export async function userCertificate(...names: string[]) {
  const at = Date.now();
  const authority = createAuthority(at);
  const leaf = issueLeaf(authority, { names, at });
  const folder = await temporaryFolder();
  const certificate = join(folder, 'cert.pem');
  const key = join(folder, 'key.pem');
  await writeFile(certificate, leaf.certificate);
  await writeFile(key, leaf.key);
  return { ca: authority.certificate, argv: ['--tls-cert', certificate, '--tls-key', key] };
}
