import { createPrivateKey, KeyObject, webcrypto } from 'node:crypto';

/** Algorithms of our keys and signatures. */
export const KEY_KIND = { name: 'ECDSA', namedCurve: 'P-256' };
export const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** Loads the certificate library on demand. Most starts issue no certificate. */
export async function loadX509() {
  await import('reflect-metadata');
  return await import('@peculiar/x509');
}

/** Exports a private key as PEM. */
export const exportKey = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();

/** Imports a private key for signing from PEM. */
export const importKey = (pem: string): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }),
    KEY_KIND,
    false,
    ['sign']
  );
