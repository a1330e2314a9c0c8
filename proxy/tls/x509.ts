import { createPrivateKey, KeyObject, webcrypto } from 'node:crypto';

/** What every key of ours is, and how it signs. */
export const KEY_KIND = { name: 'ECDSA', namedCurve: 'P-256' };
export const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** The certificate library. Most starts make no certificate: it is loaded by those that do. */
export async function loadX509() {
  await import('reflect-metadata');
  return await import('@peculiar/x509');
}

/** A private key as PEM. */
export const exportKey = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();

/** A private key that signs, from PEM. */
export const importKey = (pem: string): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }),
    KEY_KIND,
    false,
    ['sign']
  );
