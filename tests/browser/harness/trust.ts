import { createHash, X509Certificate } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeName, subjectOf } from '../../../proxy/server/origin/tls/x509';
import { sqliteFile } from './sqlite-file';

/**
 * Constants of PKCS #11 and NSS in a certificate database: a column for each attribute, four bytes for each
 * number.
 */
const number = (hex: string) => Buffer.from(hex, 'hex');
const YES = Buffer.of(1);
const NO = Buffer.of(0);
const A = {
  class: 'a0',
  token: 'a1',
  private: 'a2',
  label: 'a3',
  value: 'a11',
  certificateType: 'a80',
  issuer: 'a81',
  serial: 'a82',
  subject: 'a101',
  id: 'a102',
  modifiable: 'a170',
  trustServers: 'ace536358',
  trustClients: 'ace536359',
  trustCode: 'ace53635a',
  trustMail: 'ace53635b',
  stepUp: 'ace536360',
  sha1: 'ace5363b4',
  md5: 'ace5363b5'
} as const;
const CERTIFICATE = number('00000001');
const TRUST = number('ce534353');
const X509 = number('00000000');
const TRUSTED_AUTHORITY = number('ce534352');
const TRUST_UNKNOWN = number('ce534353');

/** Folders of Chromium's certificate database below the home folder, of newer and older versions. */
const FOLDERS = ['.pki/nssdb', '.local/share/pki/nssdb'];

/**
 * Makes a Chromium with the home folder `home` trust a CA, by writing the certificate database there. It is
 * written by hand because certutil, the usual tool, is rarely installed.
 */
export async function trustCertificate(home: string, authority: string): Promise<void> {
  const certificate = new X509Certificate(authority);
  const der = certificate.raw;
  const subject = encodeName(subjectOf(certificate));
  const serial = Buffer.from(certificate.serialNumber, 'hex');
  const common = {
    [A.token]: YES,
    [A.private]: NO,
    [A.label]: Buffer.from('authority'),
    [A.issuer]: subject,
    [A.serial]: Buffer.concat([Buffer.of(2, serial.length), serial]),
    [A.modifiable]: YES
  };
  const hash = (name: string) => createHash(name).update(der).digest();
  const own = { [A.value]: der, [A.certificateType]: X509, [A.subject]: subject, [A.id]: hash('sha1') };
  const rows = [
    { ...common, ...own, [A.class]: CERTIFICATE },
    {
      ...common,
      [A.class]: TRUST,
      [A.trustServers]: TRUSTED_AUTHORITY,
      [A.trustClients]: TRUST_UNKNOWN,
      [A.trustCode]: TRUST_UNKNOWN,
      [A.trustMail]: TRUST_UNKNOWN,
      [A.stepUp]: NO,
      [A.sha1]: hash('sha1'),
      [A.md5]: hash('md5')
    }
  ].map((values, index) => ({ id: index + 1, values }));
  const database = sqliteFile('nssPublic', Object.values(A), rows);
  for (const folder of FOLDERS.map((path) => join(home, path))) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'cert9.db'), database);
  }
}
