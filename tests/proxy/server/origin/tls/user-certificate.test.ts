import { createPrivateKey } from 'node:crypto';
import { chmod, rename, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { KeyPair } from '../../../../../proxy/server/http/https-server';
import { POLL_INTERVAL_MS } from '../../../../../proxy/server/origin/poll';
import { createAuthority, issueLeaf } from '../../../../../proxy/server/origin/tls/authority';
import { UserCertificate } from '../../../../../proxy/server/origin/tls/user-certificate';
import { asAnotherUser } from '../../../../support/another-user';
import { FakeClock } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';
import { temporaryFolder } from '../../../../support/temporary-folder';

const at = Date.UTC(2026, 0, 1);
const authority = createAuthority(at);
const first = issueLeaf(authority, { names: ['Panel.example.org', '*.example.org', '10.0.0.1'], at });
const second = issueLeaf(authority, { names: ['panel.example.net'], at });

/** The user's two files, and a reader of them. */
async function owner() {
  const folder = await temporaryFolder();
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  /** Replaces the files like a renewal tool, so that a read never sees half a file. */
  const replace = async (path: string, text: string) => {
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
  const put = async ({ key, certificate }: KeyPair) => {
    await replace(files.certificate, certificate);
    await replace(files.key, key);
  };
  const clock = new FakeClock();
  const log = new LogCapture();
  return { files, put, clock, log, open: () => UserCertificate.open(files, { clock, log }) };
}

/** The same, open and started, with all certificates that it served. */
async function started() {
  const { put, clock, log, open } = await owner();
  await put(first);
  const opened = await open();
  if (!opened.ok) throw new Error(opened.error.message);
  const shown: KeyPair[] = [];
  onTestFinished(opened.value.start((pair) => shown.push(pair)));
  /** Triggers checks until a condition holds, because reading files takes real time. */
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await clock.advance(POLL_INTERVAL_MS);
  };
  return { identity: opened.value, put, log, shown, until };
}

it('returns the names of the user’s certificate, without its addresses', async () => {
  const { identity } = await started();
  expect(identity.names).toEqual(['panel.example.org', '*.example.org']);
});

it('serves another certificate if the files contain one', async () => {
  const { identity, put, shown, until } = await started();
  await put(second);
  await until(() => shown.length > 0);
  expect(shown).toEqual([{ key: second.key, certificate: second.certificate }]);
  expect(identity.names).toEqual(['panel.example.net']);
});

it('keeps the old certificate while the files do not match, reports it once, and uses the new one when they do', async () => {
  const { identity, put, log, shown, until } = await started();
  await put({ certificate: second.certificate, key: first.key });
  await until(() => log.lines.length > 0);
  expect(identity.current).toEqual({ key: first.key, certificate: first.certificate });
  await put(second);
  await until(() => shown.length > 0);
  expect(identity.current.key).toBe(second.key);
  expect(log.lines.filter((line) => line.includes('the old one stays'))).toHaveLength(1);
});

it('refuses the start if the files are missing, and names the one', async () => {
  const { files, open } = await owner();
  expect(await open()).toMatchObject({
    error: {
      code: 'bad-certificate',
      message: `The certificate cannot be read: there is no ${files.certificate}, so check its name.`
    }
  });
});

it('refuses the start if this user has no access to a file, and says who needs it', async () => {
  const { files, put, open } = await owner();
  await put(first);
  await chmod(files.certificate, 0o000);
  const [user, opened] = await asAnotherUser(async () => [userInfo().username, await open()] as const);
  const message = `${files.certificate} cannot be read by the user ${user}: let that user read it, see docs/https.md.`;
  expect(opened).toMatchObject({ error: { code: 'bad-certificate', message } });
});

const NO_CERTIFICATE = 'the certificate is not a complete PEM file';
const HALF = second.certificate.slice(0, 150);
const NO_KEY = 'the key is not a complete PEM file without a passphrase';
const encrypted = createPrivateKey(first.key)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes128', passphrase: 'secret' })
  .toString();

it.each([
  ['do not match', { certificate: first.certificate, key: second.key }, 'the key does not match'],
  ['contain something else', { certificate: 'no certificate', key: 'no key' }, NO_CERTIFICATE],
  ['have no certificate', { certificate: '', key: first.key }, NO_CERTIFICATE],
  ['are swapped', { certificate: first.key, key: first.certificate }, NO_CERTIFICATE],
  ['have half a certificate', { ...first, certificate: HALF }, NO_CERTIFICATE],
  ['have half of the chain', { ...first, certificate: first.certificate + HALF }, NO_CERTIFICATE],
  ['have no key', { certificate: first.certificate, key: '' }, NO_KEY],
  ['have a key with a passphrase', { certificate: first.certificate, key: encrypted }, NO_KEY]
])('refuses the start if the files %s, and says so', async (_, pair, why) => {
  const { files, put, open } = await owner();
  await put(pair);
  const opened = await open();
  expect(opened).toMatchObject({ ok: false, error: { code: 'bad-certificate' } });
  expect(opened.ok ? '' : opened.error.message).toContain(
    `${files.certificate} and ${files.key} cannot be used: ${why}`
  );
});

it.each([
  ['of an older tool', first.certificate.replaceAll(' CERTIFICATE-', ' X509 CERTIFICATE-')],
  ['after a text', `The panel's own\n${first.certificate}`],
  ['before others', first.certificate + second.certificate],
  ['before its key', first.certificate + first.key]
])('takes a certificate %s', async (_, certificate) => {
  const { put, open } = await owner();
  await put({ key: first.key, certificate });
  expect(await open()).toMatchObject({ ok: true });
});
