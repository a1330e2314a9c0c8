import { createHash, X509Certificate } from 'node:crypto';

/** Paths of the local CA's certificate: as a certificate file, and as a configuration profile for iPhone and iPad. */
export const CERTIFICATE_PATH = '/install/authority.crt';
export const PROFILE_PATH = '/install/authority.mobileconfig';

/** A small file in memory. */
interface SmallFile {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A file that the browser downloads under a suggested name. */
const download = (name: string, type: string, body: string): SmallFile => ({
  type,
  body,
  headers: { 'content-disposition': `attachment; filename="${name}"` }
});

/** The downloads of the local CA's certificate, by path; empty if there is no local CA. */
export function downloadsOf(authority: string | null, boxName: string): ReadonlyMap<string, SmallFile> {
  if (authority === null) return new Map();
  const profile = profileOf(new X509Certificate(authority));
  return new Map([
    // PEM: all systems read it, and Linux reads nothing else.
    [CERTIFICATE_PATH, download(`${boxName}.crt`, 'application/x-x509-ca-cert', authority)],
    [PROFILE_PATH, download(`${boxName}.mobileconfig`, 'application/x-apple-aspen-config', profile)]
  ]);
}

/** A configuration profile with one certificate. The same certificate has the same UUIDs, so a second install replaces the first. */
function profileOf(certificate: X509Certificate): string {
  const { raw, subject } = certificate;
  const commonName = /CN=(.*)/.exec(subject)?.[1] ?? 'Mantel';
  const base64 = raw.toString('base64').replace(/.{1,64}/g, '\n        $&');
  const profile = uuidOf(raw, 'profile');
  const payload = uuidOf(raw, 'payload');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>local.mantel.${profile}</string>
  <key>PayloadUUID</key><string>${profile}</string>
  <key>PayloadDisplayName</key><string>${commonName}</string>
  <key>PayloadDescription</key><string>Lets this device trust the Mantel server in your home. It only works for private addresses, .local and localhost.</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>local.mantel.${profile}.authority</string>
      <key>PayloadUUID</key><string>${payload}</string>
      <key>PayloadDisplayName</key><string>${commonName}</string>
      <key>PayloadCertificateFileName</key><string>authority.crt</string>
      <key>PayloadContent</key>
      <data>${base64}
      </data>
    </dict>
  </array>
</dict>
</plist>
`;
}

/** A UUID (version 8, RFC 9562 5.8) derived from the bytes and the purpose. */
function uuidOf(bytes: Buffer, purpose: string): string {
  const hash = createHash('sha256').update(purpose).update(bytes).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex').toUpperCase();
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Path of an image that a browser loads only if it trusts our certificate. Its content has no meaning. */
export const TRUST_PATH = '/trust.svg';

/** The only resource that other origins may load. Our install page over plain http is another origin. */
export const TRUST_IMAGE: SmallFile = {
  type: 'image/svg+xml',
  headers: { 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><path fill="#2e7d32" d="m9 16.2-4.2-4.2-1.4 1.4L9 19 21 7l-1.4-1.4z"/></svg>\n'
};
